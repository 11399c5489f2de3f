/** Refs written by full name, as update-ref, symbolic-ref and fast-import take them. */
import { known, textOf, unknown, type Value } from "../shell/value.ts"
import type { Effect } from "./effect.ts"
import { branchRef } from "./refs.ts"
import type { Invocation } from "./spec.ts"

/** Refs that each worktree has for itself: HEAD-like names and these folders. */
const PER_WORKTREE = /^(?:[A-Z][A-Z_-]*|refs\/(?:bisect|worktree|rewritten)\/.*)$/

/** Whether each worktree has a ref of this full name of its own. */
export const isPerWorktree = (ref: string): boolean => PER_WORKTREE.test(ref)

/**
 * The effects of writing one ref. HEAD is followed to the branch it names unless `follow` is false; the
 * stash is a stack, so its deletion drops every entry and a new top is one entry more.
 */
export function refWriting(
  invocation: Invocation,
  ref: Value,
  action: "create" | "update" | "delete",
  follow: boolean,
): readonly Effect[] {
  const { site } = invocation
  const text = textOf(ref)
  if (text === "HEAD") return headWriting(invocation, action, follow)
  if (text === "refs/stash") {
    return [action === "delete" ? { kind: "stashDrop", site, entry: "all" } : { kind: "stashPush", site }]
  }
  if (text !== undefined && isPerWorktree(text)) {
    return [{ kind: "worktree", site, what: "operation", destructive: true }]
  }
  return [{ kind: "ref", site, action, ref, forced: action !== "create" }]
}

function headWriting(
  { site, repository }: Invocation,
  action: "create" | "update" | "delete",
  follow: boolean,
): readonly Effect[] {
  if (!repository) {
    return [{ kind: "ref", site, action, ref: unknown("the branch of a worktree that cannot be read"), forced: true }]
  }
  const { branch } = repository.head
  if (follow && branch !== undefined) {
    return [{ kind: "ref", site, action, ref: branchRef(known(branch)), forced: action !== "create" }]
  }
  if (action === "delete" || repository.head.detached) {
    return [{ kind: "worktree", site, what: "head", destructive: true }]
  }
  return [{ kind: "head", site, to: { kind: "detached", at: unknown("a commit") } }]
}
