/** Branches and tags in the repository of a remote. */
import { storeName, type Effect, type RefWrite, type RemoteWrite } from "../../git/effect.ts"
import { shortBranch, shortTag } from "../../git/refs.ts"
import { textsOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Rule, Stake } from "../rule.ts"
import { askToLand, pushOwn } from "./remedies.ts"

/**
 * A ref written by git inside the remote's own repository on this disk is a write to the remote; so is one in the
 * repository that the session's was cloned from.
 */
function asRemoteWrite(effect: Effect): RemoteWrite | undefined {
  if (effect.kind === "remote") return effect
  if (effect.kind !== "ref") return undefined
  const remote = effect.site.kind === "remote" ? effect.site.remote : storeName(effect.site)
  return remote === undefined ? undefined : { kind: "remote", remote, action: remoteAction(effect), ref: effect.ref }
}

function remoteAction(effect: RefWrite): RemoteWrite["action"] {
  if (effect.action === "delete" || effect.action === "rename") return "delete"
  return effect.forced ? "force" : effect.action
}

function stakeOf(write: RemoteWrite, ref: string, state: State): Stake | undefined {
  const { remote, action } = write
  const drastic = action === "force" || action === "delete"
  const branch = shortBranch(ref)
  if (branch !== undefined) {
    const owner = state.own!.remoteBranch(remote, branch)
    if (owner === "own" || (owner === "unknown" && !drastic)) return undefined
    return {
      what:
        owner === "foreign"
          ? `branch ${branch} on ${remote}`
          : `whatever ${remote} has as ${branch}, which is not known to be yours`,
      branch,
    }
  }
  const tag = shortTag(ref)
  if (tag !== undefined) {
    return action === "create" ||
      state.own!.remoteTag(remote, tag) === "own" ||
      (!drastic && state.own!.remoteTag(remote, tag) === "unknown")
      ? undefined
      : { what: `tag ${tag} on ${remote}` }
  }
  return drastic ? { what: `${ref} on ${remote}` } : undefined
}

export const foreignRemoteBranch: Rule = {
  code: "isolated-git/foreign-remote-branch",
  title: "this writes a branch or tag of the remote that is not yours",
  why: "Landing work on shared branches, and rewriting or deleting them, is not the child's to do.",
  refuses: (effect, state) => {
    const write = state.own ? asRemoteWrite(effect) : undefined
    if (!write) return undefined
    for (const ref of textsOf(write.ref) ?? []) {
      const stake = stakeOf(write, ref, state)
      if (stake) return stake
    }
    return write.bulk ? { what: `every branch on ${write.remote}` } : undefined
  },
  remedies: (_effect, state) => [pushOwn(state), ...askToLand("land it", state)],
}
