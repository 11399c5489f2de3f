/** `ringfence adopt`: a worktree becomes guarded, or a branch a session's own. Only a person may, or who starts sessions. */
import { realpathSync } from "node:fs"
import { join, resolve } from "node:path"
import { abandonRoot, adoptRoot, appendBorn, bornIn, dropBorn, refsThere, standingOf } from "@ringfence/guard"
import { Denial, ExitCode, Failure } from "../failure.ts"
import { host } from "../host.ts"
import type { Options } from "../specification.ts"
import type { adopt } from "../specification/adopt.ts"
import { print, say } from "../terminal.ts"
import { currentDirectory, existingDirectory } from "./request.ts"
import { caller } from "./session/caller.ts"

const CHILD =
  "A child session cannot adopt: what it is guarded from, and what is its own, is said by a person or by the session that started it, from outside of its worktree. Say in your answer what you need and why."

/**
 * Runs `ringfence adopt`. Prints what was adopted or taken back; nothing where it was so already.
 *
 * @throws Denial for a child session, Failure where the target is no linked worktree or no branch
 */
export async function runAdopt({ target, for: session, undo }: Options<typeof adopt>): Promise<number> {
  const { kind } = await host(caller)
  if (kind === "child") throw new Denial(CHILD)
  if (target === "") throw new Failure("what to adopt is given as an empty text")
  if (session === undefined) (undo ? abandonWorktree : adoptWorktree)(target)
  else changeBranch(target, session, undo)
  return ExitCode.allowed
}

const env = (name: string): string | undefined => process.env[name]

function adoptWorktree(target: string): void {
  const path = worktreeAt(target)
  if (standingOf(path).isolated) return say(`Guarded already: ${path}`)
  adoptRoot(path, env)
  if (!standingOf(path).isolated) {
    abandonRoot(path, env)
    throw new Failure(`${path} cannot be guarded: the guard does not take it for a worktree of its own`)
  }
  print(`${path}\n`)
  say(`Guarded from now on. Take it back with: ringfence adopt --undo ${JSON.stringify(path)}`)
}

/** The real path of the top of a linked worktree. */
function worktreeAt(target: string): string {
  const hint = `To make a branch a session's own, name its worktree: ringfence adopt ${target} --for WORKTREE`
  let path: string
  try {
    path = realpathSync(existingDirectory(target))
  } catch (error) {
    throw error instanceof Failure ? new Failure(`${error.message}. ${hint}`) : error
  }
  const { worktree, gitDir, commonDir } = standingOf(path)
  if (worktree === undefined || gitDir === undefined) throw new Failure(`in no git repository: ${path}`)
  if (gitDir === commonDir)
    throw new Failure(
      `not a linked worktree: ${path} is a checkout with a repository of its own. Make one with: git worktree add`,
    )
  if (realpathSync(worktree) !== path) throw new Failure(`not the top of its worktree: ${path}. Give ${worktree}`)
  if (path.includes("\n")) throw new Failure(`a path with a line break cannot be adopted: ${JSON.stringify(path)}`)
  return path
}

/** The worktree may be gone by now. */
function abandonWorktree(target: string): void {
  const given = resolve(currentDirectory(), target)
  const path = realOf(given)
  const found = [...new Set([given, path])].filter((each) => abandonRoot(each, env))
  if (found.length === 0) return say(`Not adopted: ${path}`)
  print(`${path}\n`)
  say(
    standingOf(path).isolated
      ? "Not adopted any more, but guarded all the same: it lies in a folder of isolated worktrees."
      : "Not guarded any more.",
  )
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function changeBranch(target: string, session: string, undo: boolean): void {
  const directory = existingDirectory(session)
  const { isolated, gitDir } = standingOf(directory)
  if (!isolated || gitDir === undefined)
    throw new Failure(
      `no isolated session is in ${directory}: ringfence adopt ${JSON.stringify(directory)} makes it one`,
    )
  const ref = target.startsWith("refs/") ? target : join("refs/heads", target)
  const owned = bornIn(gitDir).includes(ref)
  if (undo) {
    if (!owned) return say(`Not adopted: ${ref}`)
    dropBorn(gitDir, ref)
  } else {
    if (owned) return say(`Its own already: ${ref}`)
    if (refsThere(directory, [ref]).length === 0) throw new Failure(`no such branch: ${target}`)
    appendBorn(gitDir, [ref])
  }
  print(`${ref}\n`)
  say(
    undo
      ? `Not the own branch of ${directory} any more.`
      : `The session in ${directory} may now do with it as it likes.`,
  )
}
