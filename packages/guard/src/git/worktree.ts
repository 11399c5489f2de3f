/** What commands do to the worktree they run in. */
import type { Effect, Site, WorktreeWrite } from "./effect.ts"
import type { Parsed } from "./options.ts"
import type { Invocation } from "./spec.ts"

/** Writes to the worktree at a site; `destructive` where they destroy, force or switch. */
export function writes(
  site: Site,
  what: readonly WorktreeWrite["what"][],
  options: { readonly destructive?: boolean } = {},
): readonly WorktreeWrite[] {
  const destructive = options.destructive ?? false
  return what.map((part) => ({ kind: "worktree", site, what: part, destructive }))
}

/** A commit on the current branch, with the files and the index that go with it. */
export const commits = (site: Site): readonly Effect[] => writes(site, ["files", "index", "head"])

const IN_PROGRESS = ["continue", "resolved", "skip", "abort", "quit", "edit-todo", "show-current-patch"]

/** Whether the command goes on with, shows or ends an operation in progress instead of starting one. */
export const isInProgress = (options: Parsed): boolean => options.has(...IN_PROGRESS)

/** What going on with an operation, or ending it, writes. */
export function operationWrites({ options, site }: Invocation): readonly Effect[] {
  if (options.has("show-current-patch")) return []
  return writes(site, ["operation"], { destructive: options.has("abort", "skip") })
}
