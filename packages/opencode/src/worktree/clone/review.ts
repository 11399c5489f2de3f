/** A commit brought into a clone to be looked at. */
import { Effect } from "effect"
import { Git } from "../../git/index.ts"
import { Invalid, type NotIntegrated } from "../error.ts"
import type { Place } from "../place.ts"
import { commitOf } from "../registry.ts"
import { checkoutOf, readable } from "./integrate.ts"
import { isThere } from "./loss.ts"
import { REVIEW } from "./refs.ts"

export interface Reviewed {
  readonly commit: string
  /** The ref that it is at in the clone. As long as it is there the clone is kept. */
  readonly ref: string
}

/**
 * Fetches a commit that the repository has; where a ref of it leads there, what its author pushes later is not followed.
 *
 * @param revision as git names commits, read in the repository
 */
export const review = Effect.fn("Worktree.review")(function* (
  place: Place,
  revision: string,
): Effect.fn.Return<Reviewed, Git.Failed | Invalid | NotIntegrated> {
  yield* readable(place)
  const { worktree, repository } = place
  const commit = yield* commitOf(checkoutOf(repository), revision)
  if (commit === undefined)
    return yield* new Invalid({
      what: "from",
      value: revision,
      message: `${JSON.stringify(revision)} names no commit in ${repository}. Fetch it there first, and name a branch, a tag or a commit that \`git log -1\` shows.`,
    })
  const fetching = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", repository, `+${commit}:${REVIEW}`]
  yield* Git.run(worktree, fetching, { timeout: 10 * 60_000 })
  const arrived = yield* commitOf(worktree, REVIEW)
  if (arrived !== commit)
    return yield* new Git.Failed({
      argv: ["git", ...fetching],
      directory: worktree,
      reason: "exit",
      exitCode: 0,
      stderr: "",
      message: `${REVIEW} in ${worktree} is at ${arrived ?? "nothing"} after ${commit} was fetched to it. Something else writes that ref.`,
    })
  return { commit, ref: REVIEW }
})

/** Takes the ref away; what it kept is the repository's anyway. */
export const endReview = Effect.fn("Worktree.endReview")(function* (
  place: Place,
): Effect.fn.Return<void, Git.Failed | NotIntegrated> {
  yield* readable(place)
  if (yield* isThere(place.worktree, REVIEW)) yield* Git.run(place.worktree, ["update-ref", "-d", REVIEW])
})
