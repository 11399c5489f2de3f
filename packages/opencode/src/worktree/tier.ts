/** How an isolated session is kept apart from the others. */
import { Schema } from "effect"

/**
 * `worktree`: a linked worktree, which shares refs, stash, configuration and objects with all others. `clone`: a
 * repository of its own, whose work comes back when it is fetched.
 */
export const Tier = Schema.Literals(["worktree", "clone"])
export type Tier = typeof Tier.Type
