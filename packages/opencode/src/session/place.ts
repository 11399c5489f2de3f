/** Where a session works, in the words of worktrees. */
import type { Worktree } from "../worktree/index.ts"
import type { Info } from "./schema.ts"

/** What is asked about where a session works. */
export const subjectOf = ({ directory, worktree, repository, tier, base }: Info): Worktree.Subject => ({
  directory,
  base,
  ...(worktree === undefined || repository === undefined ? {} : { isolated: { worktree, repository, tier } }),
})

/** Where an isolated session works; undefined for one that shares its directory. */
export const placeOf = ({ id, worktree, branch, repository, tier, base }: Info): Worktree.Place | undefined =>
  worktree === undefined || branch === undefined || repository === undefined
    ? undefined
    : { session: id, worktree, branch, repository, tier, base }
