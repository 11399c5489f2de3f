import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { everyBranch, pushedBranches, pushEffects, type Push } from "../push.ts"
import { isPattern, parseRefspec, pushSource, refspecsOf, type Refspec } from "../refspec.ts"
import { defaultRemote, groupMembers, landings, remoteCalled, remoteOperand, type Remote } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, textOf } from "../../shell/value.ts"
import type { Repository, State } from "../../state/state.ts"

const HEADS = "refs/heads/"

const options = optionTable([
  "-v --verbose",
  "-q --quiet",
  "--repo <repository>",
  "--all --branches",
  "--mirror",
  "-d --delete",
  "--tags",
  "-n --dry-run",
  "--porcelain",
  "-f --force",
  "--force-with-lease[=<refname>]",
  "--force-if-includes",
  "--recurse-submodules <check>",
  "--thin",
  "--receive-pack --exec <receive-pack>",
  "-u --set-upstream",
  "--progress",
  "--prune",
  "--no-verify",
  "--follow-tags",
  "--signed[=<mode>]",
  "--atomic",
  "-o --push-option <option>",
  "-4 --ipv4!",
  "-6 --ipv6!",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands, repository } = invocation
  if (options.has("dry-run")) return []
  const named = operands[0]?.value ?? options.value("repo")?.value
  const names = groupMembers(remoteOperand(named, repository, "push"), repository)
  return names.flatMap((name) => toRemote(remoteCalled(name, repository, "push"), invocation, state))
}

function toRemote(remote: Remote, invocation: Invocation, state: State): readonly Effect[] {
  const { options, repository } = invocation
  const push: Push = {
    refspecs: refspecsFor(remote, invocation),
    forced: options.has("force", "force-with-lease"),
    deletes: options.has("delete"),
    mirror: options.has("mirror") || mirrorByConfiguration(remote, invocation),
    prune: options.has("prune"),
    tags: options.has("tags"),
  }
  const reached = landings(remote, invocation, state).flatMap((landing) => pushEffects(push, landing, repository))
  const upstream = options.has("set-upstream") ? upstreamWrites(push, remote, invocation) : []
  return [...whereSure(reached, invocation), ...upstream]
}

/** In a directory that cannot be read only what forces or deletes counts. */
function whereSure(effects: readonly Effect[], { repository, site }: Invocation): readonly Effect[] {
  if (repository || site.kind !== "unknown") return effects
  return effects.filter((effect) => effect.kind !== "remote" || effect.action === "force" || effect.action === "delete")
}

function mirrorByConfiguration(remote: Remote, { operands, options, repository }: Invocation): boolean {
  return (
    operands.length < 2 &&
    !options.has("all", "tags") &&
    (repository?.config.boolean(`remote.${remote.name}.mirror`) ?? false)
  )
}

function upstreamWrites(push: Push, remote: Remote, { repository, site }: Invocation): readonly Effect[] {
  return (repository ? pushedBranches(push, repository) : []).flatMap((ref) => {
    const section = `branch.${ref.slice(HEADS.length)}`
    const write = { kind: "config", site, scope: "shared", action: "set" } as const
    return [
      { ...write, key: known(`${section}.remote`), value: known(remote.name) },
      { ...write, key: known(`${section}.merge`) },
    ]
  })
}

function refspecsFor(remote: Remote, invocation: Invocation): readonly Refspec[] {
  const { options, operands, repository } = invocation
  const given = refspecsOf(operands.slice(1))
  if (options.has("all")) return [...given, everyBranch]
  if (options.has("mirror")) return []
  if (options.has("delete")) return given
  if (given.length > 0) return given.map((refspec) => mapped(refspec, remote, repository))
  if (options.has("tags")) return []
  const configured = (repository?.config.all(`remote.${remote.name}.push`) ?? []).map(parseRefspec)
  return configured.length > 0 ? configured : implied(remote, invocation)
}

/** A source alone goes where `remote.<name>.push` or, under `push.default=upstream`, the branch's upstream says. */
function mapped(refspec: Refspec, remote: Remote, repository: Repository | undefined): Refspec {
  const src = textOf(refspec.src)
  if (!repository || src === undefined || src === "HEAD" || refspec.dst || refspec.negative || isPattern(refspec.src))
    return refspec
  const ref = pushSource(src, repository)
  if (ref === undefined) return refspec
  for (const text of repository.config.all(`remote.${remote.name}.push`)) {
    const configured = parseRefspec(text)
    const [from, to] = [textOf(configured.src), textOf(configured.dst)]
    if (!from || !to || configured.negative) continue
    const [before, after] = from.includes("*") ? from.split("*") : [from, undefined]
    if (after === undefined ? ref === from : ref.startsWith(before!) && ref.endsWith(after)) {
      const middle = after === undefined ? "" : ref.slice(before!.length, ref.length - after.length)
      return { ...refspec, dst: known(to.replace("*", () => middle)) }
    }
  }
  const upstream =
    usesUpstream(repository) && ref.startsWith(HEADS) ? mergeOf(repository, ref.slice(HEADS.length)) : undefined
  return upstream === undefined ? refspec : { ...refspec, dst: known(upstream) }
}

const usesUpstream = (repository: Repository): boolean =>
  ["upstream", "tracking"].includes(repository.config.get("push.default")?.toLowerCase() ?? "")

function mergeOf(repository: Repository, branch: string): string | undefined {
  const merges = repository.config.all(`branch.${branch}.merge`)
  return merges.length === 1 ? merges[0] : undefined
}

/** What a push without refspecs pushes, by `push.default`. Nothing where git refuses. */
function implied(remote: Remote, { options, repository, site }: Invocation): readonly Refspec[] {
  if (!repository) return site.kind === "unknown" ? [parseRefspec("HEAD")] : []
  const mode = repository.config.get("push.default")?.toLowerCase() ?? "simple"
  if (mode === "matching") return [parseRefspec(":")]
  const branch = repository.head.branch
  if (mode === "nothing" || branch === undefined) return []
  const own = HEADS + branch
  const sameRemote = defaultRemote(repository, "fetch") === remote.name
  if (mode === "current" || (mode === "simple" && !sameRemote)) return [parseRefspec(`${own}:${own}`)]
  const unset = repository.config.get(`branch.${branch}.merge`) === undefined
  const creates = options.has("set-upstream") || repository.config.boolean("push.autosetupremote")
  const upstream = unset && creates ? own : mergeOf(repository, branch)
  if (upstream === undefined || (mode === "simple" ? upstream !== own : !sameRemote)) return []
  return [parseRefspec(`${own}:${upstream}`)]
}

export const push: SubcommandSpec = {
  name: "push",
  options,
  effects,
  get examples() {
    return (require("./cases/push.ts") as typeof import("./cases/push.ts")).examples
  },
}
