/** Bringing the branch of a clone back into the repository it was made from. */
import { basename, dirname } from "node:path"
import { Effect } from "effect"
import { Git } from "../../git/index.ts"
import { statusOf } from "../condition.ts"
import { NotIntegrated, one } from "../error.ts"
import type { Place } from "../place.ts"
import { commitOf, usedAround } from "../registry.ts"
import { cloneProblem } from "./problem.ts"

export interface Integrated {
  readonly branch: string
  /** Where the branch is now, in the clone and in the repository. */
  readonly commit: string
  /** Where it was in the repository before; none where it was not there. */
  readonly before?: string
  /** What stays behind, in sentences. */
  readonly notes: readonly string[]
}

/** A folder from which git finds the repository by itself: its checkout, or where it has none the repository. */
export const checkoutOf = (repository: string): string =>
  basename(repository) === ".git" ? dirname(repository) : repository

const refusal = (branch: string | null, message: string): NotIntegrated => new NotIntegrated({ branch, message })

/** A clone that can be read. */
export const readable = Effect.fn("Worktree.readable")(function* ({
  tier,
  worktree,
  repository,
}: Place): Effect.fn.Return<void, NotIntegrated> {
  if (tier !== "clone")
    return yield* refusal(
      null,
      `${worktree} is a worktree, and no clone: its branch and its commits are in ${repository} already.`,
    )
  const problem =
    cloneProblem(worktree) ?? (Git.isDirectory(repository) ? undefined : `the repository ${repository} is gone`)
  if (problem !== undefined) return yield* refusal(null, `${worktree} cannot be read as a clone: ${problem}.`)
})

/** git's words for a branch over there that has commits which would be lost. */
const BEHIND = /\[rejected\].*\(non-fast-forward\)/

/**
 * Fetches the branch into the repository, under its own name. Nothing else there changes. Where the branch is there
 * already and has gone another way, it is overwritten only with `force`; where it is checked out, never.
 */
export const integrate = Effect.fn("Worktree.integrate")(function* (
  place: Place,
  { force = false }: { readonly force?: boolean } = {},
): Effect.fn.Return<Integrated, Git.Failed | NotIntegrated> {
  yield* readable(place)
  const { worktree, branch, repository } = place
  const checkout = checkoutOf(repository)
  const ref = `refs/heads/${branch}`
  const commit = yield* commitOf(worktree, ref)
  if (commit === undefined) return yield* refusal(branch, `There is no branch ${branch} in ${worktree} any more.`)
  const before = yield* commitOf(checkout, ref)
  const user = before === undefined ? undefined : yield* usedAround(checkout, branch)
  if (user !== undefined && before !== commit)
    return yield* refusal(
      branch,
      `${branch} is checked out in ${user}, so it is not moved. Take the work in from there: git pull ${worktree} ${branch}`,
    )
  if (before !== commit) yield* fetch(place, force)
  const { paths } = yield* statusOf(worktree, true)
  const notes = paths.length === 0 ? [] : [`${one(paths.length, "uncommitted file")} in ${worktree} stay behind.`]
  return { branch, commit, ...(before === undefined ? {} : { before }), notes }
})

const fetch = Effect.fnUntraced(function* ({ worktree, branch, repository }: Place, force: boolean) {
  const refspec = `${force ? "+" : ""}refs/heads/${branch}:refs/heads/${branch}`
  // Quietly git would not say why it takes nothing.
  const argv = ["fetch", "--no-tags", "--no-write-fetch-head", worktree, refspec]
  yield* Git.run(checkoutOf(repository), argv, { timeout: 10 * 60_000 }).pipe(
    Effect.catchIf(
      ({ stderr }) => BEHIND.test(stderr),
      () =>
        refusal(
          branch,
          `${branch} in ${repository} has commits that the clone's has not, or the clone's was rewritten. Look at both, and overwrite it with --force if the clone's is the one to keep.`,
        ),
    ),
  )
})
