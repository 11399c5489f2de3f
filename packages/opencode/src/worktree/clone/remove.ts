/** Removing a clone. The repository it was made from is not touched. */
import { renameSync } from "node:fs"
import { refsThere } from "@ringfence/guard"
import { Effect } from "effect"
import { Git } from "../../git/index.ts"
import { removeTree } from "../build.ts"
import { unwritable, type Unwritable } from "../error.ts"
import type { Entry } from "../journal.ts"
import type { Place, Removed } from "../place.ts"
import { commitOf } from "../registry.ts"

/** Takes back what the creation of a clone left: it is all in one folder, which was not there before. */
export const takeCloneBack = ({ path }: Entry): Effect.Effect<void, Unwritable> => removeTree(path)

/** Removes it in one step, so that nobody meets half of one; what an attempt that was killed left is cleared away too. */
export const takeCloneAway = Effect.fn("Worktree.takeCloneAway")(function* (
  place: Place,
): Effect.fn.Return<Removed, Unwritable> {
  const { worktree, repository, branch, session } = place
  const gone = `${worktree}.${session}`
  if (!Git.isDirectory(worktree)) {
    yield* removeTree(gone)
    return {}
  }
  // A clone that cannot be read has no branch to tell of.
  const commit = yield* commitOf(worktree, `refs/heads/${branch}`).pipe(Effect.orElseSucceed(() => undefined))
  yield* removeTree(gone)
  yield* Effect.try({ try: () => renameSync(worktree, gone), catch: (error) => unwritable(worktree, error) })
  yield* removeTree(gone)
  if (commit === undefined) return {}
  const stays = refsThere(repository, [`refs/heads/${branch}`]).length > 0
  return { branch: { name: branch, commit, deleted: !stays } }
})
