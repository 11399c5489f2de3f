/** Branches, tags and other refs of the shared store. */
import type { Effect, RefWrite } from "../../git/effect.ts"
import { shortBranch, shortTag } from "../../git/refs.ts"
import { textOf, textsOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Remedy, Rule, Stake } from "../rule.ts"
import { branchStake, sharesRefs } from "../stake.ts"
import { classify, foreignRef, type RefClass } from "./refs.ts"
import { askToLand, freeName, newBranch, quote } from "./remedies.ts"

export const foreignBranch: Rule = {
  code: "isolated-git/foreign-branch",
  title: "this moves, renames or deletes a branch that is not yours",
  why: "A branch moved or deleted here is moved or deleted for everyone, at once.",
  refuses: (effect, state) => {
    const ref = effect.kind === "ref" ? foreignRef(effect, "branch", state) : undefined
    return ref === undefined ? undefined : branchStake(shortBranch(ref)!, state)
  },
  remedies: (effect, state) => {
    if (effect.kind !== "ref") return []
    const branch = shortBranch(foreignRef(effect, "branch", state) ?? "")
    if (branch === undefined) return []
    if (effect.action === "delete")
      return [{ text: `leave ${branch} to whoever made it` }, ...askToLand(`remove ${branch}`, state)]
    return [
      { text: "make a branch of your own instead", command: `git branch ${newBranch(branch, state)} ${quote(branch)}` },
      ...askToLand(`update ${branch}`, state),
    ]
  },
}

export const foreignTag: Rule = {
  code: "isolated-git/foreign-tag",
  title: "this moves or deletes a tag that already exists",
  why: "Everybody who refers to that tag would find another commit under it, or none.",
  refuses: (effect, state) => {
    const ref = effect.kind === "ref" ? foreignRef(effect, "tag", state) : undefined
    return ref === undefined ? undefined : { what: `tag ${shortTag(ref)}` }
  },
  remedies: (effect, state) => {
    if (effect.kind !== "ref" || effect.action === "delete") return [{ text: "leave the tag as it is" }]
    const tag = shortTag(foreignRef(effect, "tag", state) ?? "") ?? "new"
    if (state.home?.head.oid === undefined)
      return [{ text: "leave the tag as it is; there is no commit here yet to tag" }]
    return [{ text: "make a new tag", command: `git tag ${quote(freeName(`${tag}-2`, "refs/tags/", state))}` }]
  },
}

/** What of the other classes is refused: any write to replacements and other worktrees' refs, overwritten notes. */
const REFUSED: Readonly<
  Partial<Record<RefClass, { readonly what: string; readonly when: (effect: RefWrite) => boolean }>>
> = {
  replace: { what: "how every worktree sees the replaced object", when: () => true },
  notes: { what: "notes that others wrote", when: (effect) => effect.action !== "create" || effect.forced },
  otherWorktree: { what: "the HEAD and refs of another worktree", when: () => true },
  stash: { what: "the stash that all worktrees share", when: (effect) => effect.action !== "create" || effect.forced },
}

function otherStake(effect: Effect, state: State): Stake | undefined {
  if (effect.kind !== "ref" || !sharesRefs(effect.site) || !state.own) return undefined
  const mine = `worktrees/${state.own.gitDir.split("/").at(-1)}/`
  for (const name of beginnings(effect.ref)) {
    const refused = REFUSED[classify(name)]
    if (refused?.when(effect) && !name.startsWith(mine)) return { what: `${refused.what} (${name})` }
  }
  return undefined
}

/** The names a ref may have, or the known beginning of one: enough to tell its class. */
const beginnings = (ref: Value): readonly string[] => (ref.kind === "startsWith" ? [ref.text] : (textsOf(ref) ?? []))

export const refWrite: Rule = {
  code: "isolated-git/ref-write",
  title: "this writes refs that other worktrees go by",
  why: "These refs are shared: what is changed or dropped here is changed or dropped for everyone.",
  refuses: otherStake,
  remedies: (effect, state): readonly Remedy[] => {
    const ref = effect.kind === "ref" ? (textOf(effect.ref) ?? "") : ""
    if (classify(ref) === "notes")
      return [{ text: "add to a note instead of replacing it", command: "git notes append -m 'my note'" }]
    const text = "keep a ref of your own under refs/worktree/"
    return [state.home?.head.oid === undefined ? { text } : { text, command: "git update-ref refs/worktree/mine HEAD" }]
  },
}
