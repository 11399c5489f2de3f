/** The upstream that git writes down for a branch it makes (branch.c: setup_tracking), which later pushes go by. */
import { mapValue, textOf, type Value } from "../shell/value.ts"
import type { Repository } from "../state/state.ts"
import type { ConfigWrite, Effect } from "./effect.ts"
import { expandRef, shortBranch } from "./refs.ts"
import { mapPattern, parseRefspec } from "./refspec.ts"
import { remoteNames } from "./remote.ts"
import type { Invocation } from "./spec.ts"

/** A branch of a remote, or (remote ".") of this repository. */
interface Upstream {
  readonly remote: string
  readonly merge: string
}

/** What a start point is tracked as: the remote's branch it mirrors, or a local branch. */
function upstreamOf(start: string, repository: Repository): Upstream | undefined {
  const ref = expandRef(start, repository)
  if (ref === undefined) return undefined
  if (shortBranch(ref) !== undefined) return { remote: ".", merge: ref }
  for (const remote of remoteNames(repository)) {
    for (const text of repository.config.all(`remote.${remote}.fetch`)) {
      const { src, dst } = parseRefspec(text)
      const merge = mapPattern(textOf(dst) ?? "", textOf(src) ?? "", ref)
      if (merge !== undefined) return { remote, merge }
    }
  }
  return undefined
}

/** Whether git tracks by itself: remote branches unless told not to, local ones where `always` is set. */
function tracksUnasked({ remote }: Upstream, { config }: Repository): boolean {
  const setting = config.get("branch.autosetupmerge")?.toLowerCase() ?? "true"
  return setting === "always" || (remote !== "." && setting !== "false" && setting !== "no")
}

/** The configuration that making `branch` at `start` writes. */
export function trackingWrites(invocation: Invocation, branch: Value, start: Value | undefined): readonly Effect[] {
  const { options, repository } = invocation
  const use = options.uses.findLast(({ name }) => name === "track")
  const text = textOf(start)
  if (!repository || text === undefined || use?.negated) return []
  const upstream = upstreamOf(text, repository)
  return upstream && (use || tracksUnasked(upstream, repository)) ? upstreamWrites(invocation, branch, upstream) : []
}

/** The configuration that `--set-upstream-to` writes. */
export function setUpstream(invocation: Invocation, branch: Value, start: Value | undefined): readonly Effect[] {
  const text = textOf(start)
  const upstream = invocation.repository && text !== undefined ? upstreamOf(text, invocation.repository) : undefined
  return upstream ? upstreamWrites(invocation, branch, upstream) : []
}

function upstreamWrites({ site }: Invocation, branch: Value, { remote, merge }: Upstream): readonly Effect[] {
  const write = (key: string, text: string): ConfigWrite => ({
    kind: "config",
    site,
    scope: "shared",
    action: "set",
    key: mapValue(branch, (name) => `branch.${name}.${key}`),
    value: { kind: "known", text },
  })
  return [write("remote", remote), write("merge", merge)]
}
