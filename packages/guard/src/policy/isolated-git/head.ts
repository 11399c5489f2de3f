/** Where the session's HEAD may go: an own branch or a new one. */
import type { Effect } from "../../git/effect.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Rule, Stake } from "../rule.ts"
import { branchStake } from "../stake.ts"
import { startFrom } from "./remedies.ts"

function switchStake(effect: Effect, state: State): Stake | undefined {
  if (effect.kind !== "head" || effect.site.kind !== "own" || effect.to.kind !== "branch" || !state.own)
    return undefined
  const branch = textOf(effect.to.branch)
  if (branch === undefined) return undefined
  switch (effect.to.state) {
    case "new":
      return undefined
    case "remoteOnly":
      return state.own.integration === "self" ? undefined : branchStake(branch, state)
    default:
      return isFreeToSwitchTo(branch, state) ? undefined : branchStake(branch, state)
  }
}

/** Own, nobody's, or where this worktree came from: a detached HEAD may go home. */
function isFreeToSwitchTo(branch: string, state: State): boolean {
  const own = state.own!
  return own.ownsBranch(branch) || own.startedOn === branch || state.home?.refs.exists(`refs/heads/${branch}`) === false
}

export const switchBranch: Rule = {
  code: "isolated-git/switch-branch",
  title: "this moves your worktree's HEAD onto a branch it does not own",
  why: "What you commit next would land on a branch that others build on.",
  refuses: switchStake,
  remedies: (effect, state) =>
    effect.kind !== "head" || effect.to.kind !== "branch"
      ? []
      : startFrom(effect.to.state === "remoteOnly" ? remoteName(effect.to.branch, state) : effect.to.branch, state),
}

/** The tracking ref that a remote-only name stands for. */
function remoteName(branch: Parameters<typeof startFrom>[0], state: State): Parameters<typeof startFrom>[0] {
  const name = textOf(branch)
  const ref =
    name === undefined ? undefined : state.home?.refs.list("refs/remotes/").find((full) => full.endsWith(`/${name}`))
  return ref === undefined ? branch : { kind: "known", text: ref.slice("refs/remotes/".length) }
}

export const detachHead: Rule = {
  code: "isolated-git/detach-head",
  title: "this takes your worktree's HEAD off its branch",
  why: "Commits made on a detached HEAD belong to no branch, so nobody finds or lands them.",
  refuses: (effect, state) =>
    effect.kind === "head" &&
    effect.site.kind === "own" &&
    effect.to.kind === "detached" &&
    state.own?.integration === "orchestrator"
      ? {
          what:
            state.own.branch === undefined
              ? "work that no branch holds"
              : `what you commit next: it would be on no branch instead of ${state.own.branch}`,
        }
      : undefined,
  remedies: (effect, state) =>
    effect.kind === "head" && effect.to.kind === "detached" ? startFrom(effect.to.at, state) : [],
}
