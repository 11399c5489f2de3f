/** Why a worktree cannot be created or removed. */
import { Schema } from "effect"

/** A branch, a commit or a title that cannot be used. */
export class Invalid extends Schema.TaggedError<Invalid>()("Worktree.Invalid", {
  what: Schema.Literals(["branch", "from", "existing", "title", "tier"]),
  value: Schema.String,
  message: Schema.String,
}) {}

/** The branch is there already, and was not asked for or is in use. */
export class BranchTaken extends Schema.TaggedError<BranchTaken>()("Worktree.BranchTaken", {
  branch: Schema.String,
  /** The worktree that has it checked out. */
  usedBy: Schema.NullOr(Schema.String),
  message: Schema.String,
}) {}

/** Nothing is committed yet, so there is nothing to start from. */
export class Unborn extends Schema.TaggedError<Unborn>()("Worktree.Unborn", {
  directory: Schema.String,
  message: Schema.String,
}) {}

/** The guard does not see the new worktree as an isolated session on its branch; it was taken away again. */
export class NotIsolated extends Schema.TaggedError<NotIsolated>()("Worktree.NotIsolated", {
  directory: Schema.String,
  message: Schema.String,
}) {}

/** The folder for worktrees cannot be written. */
export class Unwritable extends Schema.TaggedError<Unwritable>()("Worktree.Unwritable", {
  path: Schema.String,
  message: Schema.String,
}) {}

/** What to do about a folder of ours that cannot be written. */
export const unwritable = (path: string, error: unknown): Unwritable =>
  new Unwritable({
    path,
    message: `${path} cannot be written (${error instanceof Error ? error.message : String(error)}). Make it writable, or name another folder in RINGFENCE_DATA.`,
  })

/** The branch of a clone cannot come back as it is, or a session is in no clone. */
export class NotIntegrated extends Schema.TaggedError<NotIntegrated>()("Worktree.NotIntegrated", {
  branch: Schema.NullOr(Schema.String),
  message: Schema.String,
}) {}

/** One kind of thing that would be gone. */
export const Loss = Schema.Struct({
  kind: Schema.Literals([
    ...(["files", "commits", "operation", "submodule", "lock", "unreadable", "child", "asks"] as const),
    ...(["stash", "review", "worktree"] as const),
  ]),
  /** In words, with how many. */
  message: Schema.String,
  /** The first of them. */
  items: Schema.Array(Schema.String),
})
export type Loss = typeof Loss.Type

/** How many items of one kind are named. */
export const NAMED = 100

/** `1 file`, `2 files`. */
export const one = (count: number, noun: string, more = `${noun}s`): string => `${count} ${count === 1 ? noun : more}`

/** What cannot be looked at may be lost. */
export const unreadable = (message: string): Loss => ({ kind: "unreadable", message, items: [] })

/** What would be lost, and how to go on. */
export class WouldLose extends Schema.TaggedError<WouldLose>()("Worktree.WouldLose", {
  what: Schema.String,
  losses: Schema.Array(Loss),
  message: Schema.String,
}) {}

const SHOWN = 5

/** The refusal to remove something, listing what would go with it. */
export function wouldLose(what: string, losses: readonly Loss[]): WouldLose {
  const lines = losses.flatMap(({ message, items }) => {
    const more = items.length > SHOWN ? [`      and ${items.length - SHOWN} more`] : []
    return [`  - ${message}`, ...items.slice(0, SHOWN).map((item) => `      ${item}`), ...more]
  })
  const message = [`Removing ${what} would lose:`, ...lines, "Save what matters, or remove it with --force."].join("\n")
  return new WouldLose({ what, losses, message })
}
