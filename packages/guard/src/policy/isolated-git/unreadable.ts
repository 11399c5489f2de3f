import { storeApart, type Effect } from "../../git/effect.ts"
import { couldBe, showValue, textsOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Rule, Stake } from "../rule.ts"
import { sharesRefs } from "../stake.ts"
import { classify, isForeignRef, writtenRefs } from "./refs.ts"

/**
 * Operands and directories that nobody can read before they are run. Refused only where some value would reach
 * something foreign and the form destroys, forces or switches. The fence judges the real argv, so where it is
 * in force this rule has nothing to say (judge.ts).
 */
function stakeOf(effect: Effect, state: State): Stake | undefined {
  if (!state.own) return undefined
  const lost = "site" in effect && effect.site.kind === "unknown" ? effect.site.why : undefined
  switch (effect.kind) {
    case "ref": {
      if (lost !== undefined)
        return isDrastic(effect.action, effect.forced) && writtenRefs(effect).some((ref) => mayBeForeign(ref, state))
          ? { what: lost }
          : undefined
      if (!isDrastic(effect.action, effect.forced)) return undefined
      if (storeApart(effect.site)) return unreadable(writtenRefs(effect).find((ref) => textsOf(ref) === undefined))
      if (!sharesRefs(effect.site)) return undefined
      return unreadable(writtenRefs(effect).find((ref) => textsOf(ref) === undefined && mayBeForeign(ref, state)))
    }
    case "remote":
      return effect.action === "force" || effect.action === "delete"
        ? unreadable(textsOf(effect.ref) ? undefined : effect.ref)
        : undefined
    case "head":
      if (effect.site.kind === "unknown") return { what: effect.site.why }
      if (effect.site.kind !== "own") return undefined
      if (effect.to.kind === "unknown")
        return mayBeForeign(effect.to.operand, state, "refs/heads/") ? unreadable(effect.to.operand) : undefined
      if (effect.to.kind !== "branch" || effect.to.state === "new" || textsOf(effect.to.branch)) return undefined
      return effect.to.state === "remoteOnly" && state.own.integration === "self"
        ? undefined
        : unreadable(effect.to.branch)
    case "stashDrop":
      return effect.entry === undefined && sharesRefs(effect.site) && state.own.stash.some((entry) => !entry.own)
        ? { what: "a stash entry that somebody else pushed" }
        : undefined
    case "objectLoss":
      return effect.ref && mayBeForeign(effect.ref, state) && sharesRefs(effect.site)
        ? unreadable(textsOf(effect.ref) ? undefined : effect.ref)
        : undefined
    case "integration":
    case "registry":
      return lost === undefined ? undefined : { what: lost }
    case "worktree":
      return lost !== undefined && effect.destructive ? { what: lost } : undefined
    default:
      return undefined
  }
}

const isDrastic = (action: string, forced: boolean): boolean => forced || action === "delete" || action === "rename"

/** Whether some value of the name (after `prefix`) is an existing ref that is not the session's. */
function mayBeForeign(ref: Value, state: State, prefix = ""): boolean {
  if (!state.home) return true
  const isSomebodys = (name: string): boolean => isForeignRef(name, state) || classify(name) === "replace"
  const texts = textsOf(ref)
  if (texts) return texts.some((text) => isSomebodys(prefix + text))
  const { refs } = state.home
  return (
    refs.unreadable === true ||
    refs
      .list("refs/")
      .some((name) => name.startsWith(prefix) && couldBe(ref, name.slice(prefix.length)) && isSomebodys(name))
  )
}

const unreadable = (value: Value | undefined): Stake | undefined =>
  value && { what: `whatever ${showValue(value)} turns out to be` }

export const unreadableOperand: Rule = {
  code: "isolated-git/unreadable-operand",
  title: "what this would destroy, force or switch to cannot be read before it runs",
  why: "Some value of it reaches work that is not yours.",
  refuses: stakeOf,
  remedies: (effect) => [
    ...(effect.kind === "head"
      ? [{ text: "go to your own branch, or to a new one by name (`-b <new>`, `-c <new>`)" }]
      : []),
    { text: "write the name out instead of a variable or a substitution, one command for each" },
  ],
}
