/** Removing a worktree and its branch. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { Git } from "../git/index.ts"
import { removeTree } from "./build.ts"
import { problemOf } from "./condition.ts"
import type { Unwritable } from "./error.ts"
import { lockReason } from "./loss.ts"
import type { Place, Removed } from "./place.ts"
import { commitAt, deleteBranch, inRepository, lockOf, registryOf, usedBy, wasMadeFor } from "./registry.ts"

/** Removes what can be removed, the worktree before the branch, so that another attempt can finish a broken one. */
export const takeAway = Effect.fnUntraced(function* (
  place: Place,
  force: boolean,
): Effect.fn.Return<Removed, Git.Failed | Unwritable> {
  const { repository, worktree, branch, session } = place
  if (!Git.isDirectory(repository)) {
    yield* removeTree(worktree)
    return {}
  }
  yield* removeWorktree(place, force)
  const commit = yield* commitAt(repository, `refs/heads/${branch}`)
  if (commit === undefined) return {}
  const goes = (yield* wasMadeFor(repository, branch, session)) && (yield* usedBy(repository, branch)) === undefined
  if (goes) yield* deleteBranch(repository, branch, commit)
  return { branch: { name: branch, commit, deleted: goes } }
})

/** git checks once more that nothing uncommitted is in it, unless forced. Where it refuses, the lock is put back. */
const removeWorktree = Effect.fnUntraced(function* ({ repository, worktree, session }: Place, force: boolean) {
  const registry = registryOf(repository, worktree)
  if (registry === undefined || (Git.isDirectory(worktree) && problemOf(worktree, repository) !== undefined)) {
    yield* removeTree(worktree)
    return registry === undefined ? undefined : yield* removeTree(registry)
  }
  const locked = lockOf(registry) !== undefined
  if (locked) yield* inRepository(repository, ["worktree", "unlock", worktree])
  // git never removes submodules without force; what they hold has been looked at.
  const forced = force || existsSync(join(registry, "modules"))
  const removing = [
    "-c",
    "status.showUntrackedFiles=all",
    "worktree",
    "remove",
    ...(forced ? ["--force"] : []),
    worktree,
  ]
  yield* inRepository(repository, removing, { timeout: 10 * 60_000 }).pipe(
    Effect.tapError(() =>
      locked
        ? inRepository(repository, ["worktree", "lock", "--reason", lockReason(session), worktree]).pipe(Effect.ignore)
        : Effect.void,
    ),
  )
})
