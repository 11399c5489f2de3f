/** What all worktrees share besides refs: the registry, the stash, objects. */
import { storeApart, storeName } from "../../git/effect.ts"
import { shortBranch } from "../../git/refs.ts"
import { textOf, textsOf } from "../../shell/value.ts"
import type { Rule } from "../rule.ts"
import { sharesRefs, sharesRepository } from "../stake.ts"
import { askToLand, quote } from "./remedies.ts"

export const worktreeRegistry: Rule = {
  code: "isolated-git/worktree-registry",
  title: "this changes the registry of worktrees, which all of them share",
  why: "Adding, moving or pruning worktrees here can take another session's checkout away.",
  refuses: (effect, state) => {
    if (effect.kind !== "registry" || !(sharesRefs(effect.site) || storeApart(effect.site))) return undefined
    const path = textOf(effect.path)
    const holder = state.own?.others.find((other) => other.path === path)
    if (holder)
      return {
        what: `worktree ${holder.path}`,
        path: holder.path,
        ...(holder.branch === undefined ? {} : { branch: holder.branch }),
      }
    return { what: `the worktrees of ${state.own?.others.length ?? 0} other checkouts` }
  },
  remedies: (_effect, state) => [
    {
      text: "for a second checkout to work in, make a clone that shares objects",
      command: `git clone -q --shared ${quote(state.own!.worktree)} "$(mktemp -d)/copy"`,
    },
    ...askToLand("create another session for it", state),
  ],
}

export const foreignStash: Rule = {
  code: "isolated-git/foreign-stash",
  title: "this drops stash entries that somebody else pushed",
  why: "All worktrees share one stash; an entry dropped is lost to the one who pushed it.",
  refuses: (effect, state) => {
    if (effect.kind !== "stashDrop" || !state.own || effect.entry === undefined) return undefined
    const store = storeName(effect.site)
    if (store !== undefined) return { what: `the stash of ${store}`, path: store }
    if (!sharesRefs(effect.site)) return undefined
    if (state.home?.refs.unreadable) return { what: "stash entries that cannot be read" }
    const { stash } = state.own
    const dropped = effect.entry === "all" ? stash : stash.slice(effect.entry, effect.entry + 1)
    const foreign = dropped.find((entry) => !entry.own)
    return foreign && { what: `stash entry "${foreign.message}"` }
  },
  remedies: (effect) => {
    const entry = effect.kind === "stashDrop" && typeof effect.entry === "number" ? effect.entry : undefined
    return [
      { text: "see whose entries there are", command: "git stash list" },
      ...(entry === undefined
        ? []
        : [{ text: "use an entry without dropping it", command: `git stash apply stash@{${entry}}` }]),
    ]
  },
}

export const objectLoss: Rule = {
  code: "isolated-git/object-loss",
  title: "this throws away objects or history that other worktrees may still need",
  why: "All worktrees share one object store; what is pruned here cannot be recovered there.",
  refuses: (effect, state) => {
    if (effect.kind !== "objectLoss" || !sharesRepository(effect.site) || !state.own) return undefined
    if (effect.ref && !textsOf(effect.ref)) return undefined
    const ref = textOf(effect.ref)
    if (ref === "HEAD" && effect.site.kind === "own") return undefined
    const branch = ref === undefined ? undefined : shortBranch(ref)
    if (branch !== undefined && storeApart(effect.site) === undefined && state.own.ownsBranch(branch)) return undefined
    return {
      what:
        ref === undefined
          ? `${effect.what} of ${storeName(effect.site) ?? "the shared repository"}`
          : `the ${effect.what} of ${ref}`,
    }
  },
  remedies: () => [{ text: "clean up without losing anything", command: "git gc" }],
}
