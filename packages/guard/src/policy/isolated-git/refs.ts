/** Which refs of the shared store are somebody else's. */
import { shortBranch, shortTag } from "../../git/refs.ts"
import type { RefWrite } from "../../git/effect.ts"
import { textsOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import { sharesRefs } from "../stake.ts"

export type RefClass = "branch" | "tag" | "replace" | "notes" | "otherWorktree" | "stash" | "free"

const CLASSES: readonly (readonly [prefix: string, kind: RefClass])[] = [
  ["refs/heads/", "branch"],
  ["refs/tags/", "tag"],
  ["refs/replace/", "replace"],
  ["refs/notes/", "notes"],
  ["refs/stash", "stash"],
  ["worktrees/", "otherWorktree"],
  ["main-worktree/", "otherWorktree"],
]

/** What kind of ref a full name is; tracking refs, `refs/worktree/*` and names git gives no meaning are free. */
export function classify(ref: string): RefClass {
  return CLASSES.find(([prefix]) => ref.startsWith(prefix))?.[1] ?? "free"
}

/** Whether an existing branch or tag of this full name belongs to somebody else. What does not exist is nobody's. */
export function isForeignRef(ref: string, state: State): boolean {
  if (!state.own || state.home?.refs.exists(ref) !== true) return false
  const branch = shortBranch(ref)
  if (branch !== undefined) return !state.own.ownsBranch(branch)
  const tag = shortTag(ref)
  return tag !== undefined && !state.own.ownsTag(tag)
}

/** The names a write touches: the ref, and the new name of a rename. */
export function writtenRefs(effect: RefWrite): readonly Value[] {
  return effect.to ? [effect.ref, effect.to] : [effect.ref]
}

/** A write that leaves what exists alone: git itself refuses a plain creation over an existing ref. */
const isPlainCreation = (effect: RefWrite): boolean => effect.action === "create" && !effect.forced

/** The first foreign ref of this class that the write is known to touch. */
export function foreignRef(effect: RefWrite, kind: RefClass, state: State): string | undefined {
  if (!sharesRefs(effect.site) || isPlainCreation(effect)) return undefined
  const names = writtenRefs(effect).flatMap((value) => textsOf(value) ?? [])
  return names.find((name) => classify(name) === kind && isForeignRef(name, state))
}
