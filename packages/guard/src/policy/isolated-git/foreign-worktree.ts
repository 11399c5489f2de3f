import type { Effect } from "../../git/effect.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Rule, Stake } from "../rule.ts"
import { siteStake } from "../stake.ts"
import { quote } from "./remedies.ts"

/** Effects that write files, index, HEAD or operation state where they land. */
function stakeOf(effect: Effect): Stake | undefined {
  switch (effect.kind) {
    case "worktree":
      return siteStake(effect.site)
    case "head":
    case "integration":
    case "stashPush":
      return effect.site.kind === "own" ? undefined : siteStake(effect.site)
    default:
      return undefined
  }
}

/** The same path below the own worktree, for a plain write that went astray. */
function ownCounterpart(effect: Effect, state: State): string | undefined {
  const path = effect.kind === "worktree" ? textOf(effect.path) : undefined
  if (
    path === undefined ||
    effect.kind !== "worktree" ||
    effect.site.kind !== "foreign" ||
    !path.startsWith(`${effect.site.path}/`)
  )
    return undefined
  return `${state.own!.worktree}${path.slice(effect.site.path.length)}`
}

export const foreignWorktree: Rule = {
  code: "isolated-git/foreign-worktree",
  title: "this writes into a checkout that is not yours",
  why: "Somebody else has uncommitted work or a running command there.",
  refuses: (effect, state) => (state.own ? stakeOf(effect) : undefined),
  remedies: (effect, state) => {
    const counterpart = ownCounterpart(effect, state)
    const site = "site" in effect ? effect.site : undefined
    return [
      counterpart === undefined
        ? { text: `run it in your own worktree, ${state.own!.worktree}` }
        : { text: `write your own copy instead: ${counterpart}` },
      ...(site?.kind === "foreign"
        ? [{ text: "reading there is fine", command: `git -C ${quote(site.path)} status` }]
        : []),
    ]
  },
}
