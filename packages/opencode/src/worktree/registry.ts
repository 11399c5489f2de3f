/** What a repository knows of its worktrees and branches. */
import { readFileSync, readdirSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { Effect } from "effect"
import { Git } from "../git/index.ts"

const HEADS = "refs/heads/"

/** git, acting on a repository by its git directory alone. */
export const inRepository = (
  repository: string,
  argv: readonly string[],
  options?: Git.Options,
): Effect.Effect<Git.Result, Git.Failed> => Git.run(repository, [`--git-dir=${repository}`, ...argv], options)

/** Full names of all local branches and remote-tracking branches. */
export const branchRefs = (repository: string): Effect.Effect<readonly string[], Git.Failed> =>
  Git.lines(repository, [`--git-dir=${repository}`, "for-each-ref", "--format=%(refname)", HEADS, "refs/remotes/"])

/** The commit a ref is at, or undefined where there is none of this name. */
export const commitAt = (repository: string, ref: string): Effect.Effect<string | undefined, Git.Failed> =>
  inRepository(repository, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`], {
    answers: [0, 1, 128],
  }).pipe(Effect.map(({ stdout, exitCode }) => (exitCode === 0 ? stdout.trim() : undefined)))

/** The worktree that has a branch checked out, if one has. */
export const usedBy = (repository: string, branch: string): Effect.Effect<string | undefined, Git.Failed> =>
  inRepository(repository, ["worktree", "list", "--porcelain", "-z"]).pipe(
    Effect.map(({ stdout }) => {
      const found = stdout.split("\0\0").find((block) => block.split("\0").includes(`branch ${HEADS}${branch}`))
      return found?.split("\0")[0]?.slice("worktree ".length)
    }),
  )

/**
 * The git directory that a repository keeps for a worktree, whether or not the worktree is still there; undefined
 * where it keeps none. One that was never finished says nowhere what it is for: it is known by its name.
 */
export function registryOf(repository: string, worktree: string): string | undefined {
  const entries = list(join(repository, "worktrees")).map((name) => join(repository, "worktrees", name))
  const pointer = (entry: string): string | undefined => read(join(entry, "gitdir"))?.trim()
  const leadsHere = (entry: string): boolean => {
    const path = pointer(entry)
    return Boolean(path) && dirname(resolve(entry, path!)) === worktree
  }
  return entries.find(leadsHere) ?? entries.find((entry) => basename(entry) === basename(worktree) && !pointer(entry))
}

/** Why a worktree is locked; undefined where it is not. */
export function lockOf(registry: string): string | undefined {
  return read(join(registry, "locked"))?.trim()
}

/** The message by which a branch's own log shows that it was made for a session. */
const birth = (session: string): string => `ringfence: made for ${session}`

/** Makes a branch that does not exist yet; its log says for whom. Fails where it exists by now. */
export const makeBranch = (
  repository: string,
  branch: string,
  commit: string,
  session: string,
): Effect.Effect<void, Git.Failed> =>
  inRepository(repository, ["update-ref", "--create-reflog", "-m", birth(session), HEADS + branch, commit, ""]).pipe(
    Effect.asVoid,
  )

/** Whether the branch was made for the session, by the branch's own log. */
export const wasMadeFor = (repository: string, branch: string, session: string): Effect.Effect<boolean, Git.Failed> =>
  inRepository(repository, ["log", "--walk-reflogs", "--no-show-signature", "--format=%gs", HEADS + branch, "--"], {
    answers: [0, 128],
  }).pipe(Effect.map(({ stdout }) => stdout.trimEnd().split("\n").at(-1) === birth(session)))

/**
 * Deletes a branch as it is now, with its section of the configuration; a commit that comes in between keeps it.
 *
 * @param commit what it must be at
 */
export const deleteBranch = Effect.fnUntraced(function* (repository: string, branch: string, commit: string) {
  yield* inRepository(repository, ["update-ref", "-d", HEADS + branch, commit])
  // Most have no section.
  yield* inRepository(repository, ["config", "--local", "--remove-section", `branch.${branch}`], {
    answers: [0, 1, 5, 128],
  })
})

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}
