/** rebase and merge: bringing branches together is the orchestrator's work, where there is one. */
import type { Effect, Integration } from "../../git/effect.ts"
import { shortBranch } from "../../git/refs.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Remedy, Rule, Stake } from "../rule.ts"
import { branchStake } from "../stake.ts"
import { isForeignRef } from "./refs.ts"
import { askToLand, quote, startFrom } from "./remedies.ts"

function refuses(how: Integration["how"], effect: Effect, state: State): Stake | undefined {
  if (effect.kind !== "integration" || effect.how !== how || effect.site.kind !== "own" || !state.own) return undefined
  const ref = textOf(effect.ref)
  const foreign = ref !== undefined && isForeignRef(ref, state) ? shortBranch(ref) : undefined
  if (foreign !== undefined) return branchStake(foreign, state)
  if (state.own.integration === "self") return undefined
  const from = textOf(effect.from)
  const branch = from === undefined ? undefined : shortBranch(localRef(from, state) ?? "")
  return branch === undefined ? { what: "the history your branch shares with others" } : branchStake(branch, state)
}

/** The pull that brings the same work in: from the remote where it has that branch, else from this repository. */
function remedies(how: Integration["how"], effect: Effect, state: State): readonly Remedy[] {
  const landing = askToLand(`${how} or land your branch once you have pushed it`, state)
  if (effect.kind !== "integration") return landing
  const ref = textOf(effect.ref)
  if (ref !== undefined && isForeignRef(ref, state)) {
    const branch = shortBranch(ref)!
    return [...startFrom({ kind: "known", text: branch }, state), ...landing]
  }
  const source = pullSource(textOf(effect.from), state)
  if (source === undefined)
    return [{ text: "bring the work in with `git pull --rebase <remote> <branch>`" }, ...landing]
  return [
    {
      text: "bring the same work into your branch with a pull",
      command: `git pull ${how === "rebase" ? "--rebase" : "--no-rebase --no-edit"} ${source}`,
    },
    ...landing,
  ]
}

function pullSource(from: string | undefined, state: State): string | undefined {
  if (from === undefined || !state.home) return undefined
  const ref = localRef(from, state)
  if (ref === undefined) return undefined
  const tracking = /^refs\/remotes\/([^/]+)\/(.+)$/.exec(ref)
  if (tracking) return `${quote(tracking[1]!)} ${quote(tracking[2]!)}`
  const branch = shortBranch(ref)
  if (branch === undefined) return undefined
  return state.home.refs.exists(`refs/remotes/origin/${branch}`) ? `origin ${quote(branch)}` : `. ${quote(branch)}`
}

function localRef(name: string, state: State): string | undefined {
  return [`refs/heads/${name}`, `refs/remotes/${name}`, name].find(
    (ref) => ref.startsWith("refs/") && state.home?.refs.exists(ref) === true,
  )
}

export const rebase: Rule = {
  code: "isolated-git/rebase",
  title: "`git rebase` rewrites history against another branch and writes the shared ref store",
  why: "A rebase moves branches under the feet of whoever else works from them.",
  refuses: (effect, state) => refuses("rebase", effect, state),
  remedies: (effect, state) => remedies("rebase", effect, state),
}

export const merge: Rule = {
  code: "isolated-git/merge",
  title: "`git merge` brings branches together, which is not the work of an isolated child",
  why: "What lands where is decided in one place, so that two sessions never integrate the same work twice.",
  refuses: (effect, state) => refuses("merge", effect, state),
  remedies: (effect, state) => remedies("merge", effect, state),
}
