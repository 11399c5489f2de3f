/** Making a worktree, and taking a half-made one back. */
import { mkdirSync, realpathSync, rmSync, rmdirSync } from "node:fs"
import { join } from "node:path"
import { writeRecord } from "@ringfence/guard"
import { Effect } from "effect"
import { Git } from "../git/index.ts"
import { unwritable, type Unwritable } from "./error.ts"
import type { Entry } from "./journal.ts"
import { lockReason } from "./loss.ts"
import { commitAt, deleteBranch, inRepository, makeBranch, registryOf, usedBy, wasMadeFor } from "./registry.ts"
import type { Plan } from "./tiers.ts"

/** Checking out a large repository, with hooks and filters, takes its time. */
const LONG = 30 * 60_000

/** Makes it, step by step; what is there after a failure is for `takeBack`. */
export const build = Effect.fn("Worktree.build")(function* ({
  entry,
  branch,
  parent,
}: Plan): Effect.fn.Return<void, Git.Failed | Unwritable> {
  const { repository, path, session, base } = entry
  if (entry.branch !== null) yield* makeBranch(repository, entry.branch, base, session)
  yield* inRepository(repository, ["worktree", "add", "--quiet", path, branch], { timeout: LONG })
  yield* inRepository(repository, ["worktree", "lock", "--reason", lockReason(session), path])
  yield* record(path, { branch, session, ...(parent === undefined ? {} : { parent }) })
})

/** Makes a folder, and gives its real path. */
export const makeFolder = (path: string): Effect.Effect<string, Unwritable> =>
  Effect.try({
    try: () => {
      mkdirSync(path, { recursive: true })
      return realpathSync(path)
    },
    catch: (error) => unwritable(path, error),
  })

const record = Effect.fnUntraced(function* (
  path: string,
  session: { readonly branch: string; readonly session: string; readonly parent?: string },
) {
  const { stdout } = yield* Git.run(path, ["rev-parse", "--absolute-git-dir"])
  const gitDir = stdout.replace(/\n$/, "")
  yield* Effect.try({
    try: () => writeRecord(gitDir, { version: 1, kind: "worktree", integration: "orchestrator", ...session }),
    catch: (error) => unwritable(gitDir, error),
  })
})

/**
 * Takes back what a creation left behind, however far it came. Nobody was told of it, so nobody's work is in it: but a
 * branch that has moved, or that another worktree has checked out, stays.
 */
export const takeBack = Effect.fn("Worktree.takeBack")(function* (
  entry: Entry,
): Effect.fn.Return<void, Git.Failed | Unwritable> {
  const { repository, path, branch, base, session } = entry
  const there = Git.isDirectory(repository)
  const registry = there ? registryOf(repository, path) : undefined
  // git refuses half-made ones in several ways; an entry and a folder are all there is to it.
  yield* removeTree(path)
  if (registry !== undefined) yield* removeTree(registry)
  if (there) dropIfEmpty(join(repository, "worktrees"))
  if (!there || branch === null) return
  const tip = yield* commitAt(repository, `refs/heads/${branch}`)
  if (tip !== base || !(yield* wasMadeFor(repository, branch, session))) return
  if ((yield* usedBy(repository, branch)) === undefined) yield* deleteBranch(repository, branch, tip)
})

/** As git does with its registry after the last worktree. */
function dropIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Not empty, or never there.
  }
}

/** Removes a folder with all that is in it, if it is there. */
export const removeTree = (path: string): Effect.Effect<void, Unwritable> =>
  Effect.try({
    try: () => rmSync(path, { recursive: true, force: true }),
    catch: (error) => unwritable(path, error),
  })
