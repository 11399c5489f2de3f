/**
 * How an isolated session is kept apart from the others. `worktree`: a linked worktree, which shares refs, stash,
 * configuration and objects with all others. `clone`: a repository of its own, whose work comes back when it is fetched.
 *
 * By itself, for those who must not load a schema for it: opencode loads the session tool's parameters at its start.
 */
export const TIERS = ["worktree", "clone"] as const
