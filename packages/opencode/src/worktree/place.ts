/** Where an isolated session works, and what becomes of that. */
import type { Tier } from "./tier.ts"

/** A session's isolated worktree, as its row tells. */
export interface Place {
  readonly session: string
  readonly worktree: string
  readonly branch: string
  /** The git directory that all worktrees share, or that a clone was made from. */
  readonly repository: string
  /** How it is kept apart; `worktree` unless given. */
  readonly tier?: Tier
  /** The commit it started from. */
  readonly base?: string
}

export interface Removed {
  /** What became of the own branch; none where there was none any more. */
  readonly branch?: { readonly name: string; readonly commit: string; readonly deleted: boolean }
}
