import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import {
  fetchWrites,
  isPattern,
  mapPattern,
  matchPattern,
  parseRefspec,
  refspecsOf,
  refspecsOfText,
  trackedRefs,
  type Refspec,
} from "../refspec.ts"
import { groupMembers, remoteCalled, remoteNames, remoteOperand, type Remote } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, textOf, unknown } from "../../shell/value.ts"
import type { Repository, State } from "../../state/state.ts"

const TAGS = "refs/tags/"

const options = optionTable([
  "-v --verbose",
  "-q --quiet",
  "--all",
  "--set-upstream",
  "-a --append",
  "--atomic",
  "--upload-pack <path>",
  "-f --force",
  "-m --multiple",
  "-t --tags",
  "-n",
  "-j --jobs <n>",
  "--prefetch",
  "-p --prune",
  "-P --prune-tags",
  "--recurse-submodules[=<mode>]",
  "--recurse-submodules-default <mode>",
  "--submodule-prefix <path>",
  "--dry-run",
  "--porcelain",
  "--write-fetch-head",
  "-k --keep",
  "-u --update-head-ok",
  "--progress",
  "--depth <depth>",
  "--shallow-since <time>",
  "--shallow-exclude <revision>",
  "--deepen <n>",
  "--unshallow!",
  "--refetch!",
  "--update-shallow",
  "--refmap <refmap>",
  "-o --server-option <option>",
  "-4 --ipv4",
  "-6 --ipv6",
  "--negotiation-tip <revision>",
  "--negotiate-only",
  "--filter <args>",
  "--auto-maintenance --auto-gc",
  "--show-forced-updates",
  "--write-commit-graph",
  "--stdin",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options } = invocation
  const losses = historyLosses(invocation, state)
  if (options.has("dry-run", "negotiate-only")) return losses
  // Everything goes below refs/prefetch/ then.
  const writes = options.has("prefetch") ? [] : remotesOf(invocation).flatMap((name) => fromRemote(name, invocation))
  return [...losses, ...writes, ...(options.has("set-upstream") ? upstreamWrites(invocation) : [])]
}

const several = ({ options, repository }: Invocation): boolean =>
  options.has("multiple") ||
  options.has("all") ||
  (options.uses.every((use) => use.name !== "all") && (repository?.config.boolean("fetch.all") ?? false))

function remotesOf(invocation: Invocation): readonly string[] {
  const { options, operands, repository } = invocation
  if (operands.length === 0 && several(invocation)) {
    return remoteNames(repository).filter((name) => !repository?.config.boolean(`remote.${name}.skipfetchall`))
  }
  if (options.has("multiple")) return operands.flatMap((word) => groupMembers(textOf(word.value) ?? "", repository))
  return groupMembers(remoteOperand(operands[0]?.value, repository, "fetch"), repository)
}

/** A complete repository is made shallow or partial, for all its worktrees. `--dry-run` does not prevent it. */
function historyLosses({ options, repository, site, operands }: Invocation, state: State): readonly Effect[] {
  const loss = { kind: "objectLoss", site, what: "history" } as const
  const shallow = repository !== undefined && state.files.stat(`${repository.commonDir}/shallow`) !== undefined
  const everything = textOf(options.value("depth")?.value) === "2147483647"
  if (options.has("depth", "shallow-since", "shallow-exclude") && !shallow && !everything) return [loss]
  if (!options.has("filter")) return []
  const remote = remoteOperand(operands[0]?.value, repository, "fetch")
  return repository?.config.boolean(`remote.${remote}.promisor`) ? [] : [loss]
}

function fromRemote(name: string, invocation: Invocation): readonly Effect[] {
  const { options, repository, site } = invocation
  const remote = remoteCalled(name, repository, "fetch")
  const forced = options.has("force")
  const { asked, configured } = sources(remote, invocation)
  const refspecs = asked.length > 0 ? [...asked, ...opportune(asked, configured, remote, repository)] : configured
  const written = fetchWrites(refspecs, { site, repository, forced })
  const prune = pruning("prune", "prune", remote, invocation)
  const gone = prune
    ? fetchWrites(
        refspecs.filter((one) => isPattern(one.dst)),
        { site, repository, forced: true },
      )
    : []
  return [
    ...written,
    ...gone.map((write) => ({ ...write, action: "delete" }) as const),
    ...(takesTags(remote, invocation) && forced ? everyTag(invocation, "update") : []),
    ...(prunesTags(remote, prune, invocation) ? everyTag(invocation, "delete") : []),
  ]
}

/** The refspecs of the command line (and of stdin), and those of the configuration or `--refmap`. */
function sources(
  remote: Remote,
  invocation: Invocation,
): { asked: readonly Refspec[]; configured: readonly Refspec[] } {
  const { options, operands, repository, command } = invocation
  const map = options.values("refmap").flatMap((word) => textOf(word.value) ?? [])
  const configured =
    map.length > 0 ? map.filter(Boolean) : (repository?.config.all(`remote.${remote.name}.fetch`) ?? [])
  const typed = options.has("multiple", "all") ? [] : refspecsOf(operands.slice(1))
  const piped = options.has("stdin") ? refspecsOfText(command.stdin ?? unknown("standard input")) : []
  return { asked: [...typed, ...piped], configured: configured.map(parseRefspec) }
}

/** A source fetched by name also updates the ref that the configuration keeps it in. */
function opportune(
  asked: readonly Refspec[],
  configured: readonly Refspec[],
  remote: Remote,
  repository: Repository | undefined,
): readonly Refspec[] {
  const there = trackedRefs(remote.name, repository)
  return asked.flatMap((refspec) => {
    const src = textOf(refspec.src)
    if (src === undefined || refspec.negative || refspec.dst !== undefined) return []
    const full = src.startsWith("refs/") ? src : there.exists(TAGS + src) ? TAGS + src : `refs/heads/${src}`
    return configured.flatMap((one) => {
      const [from, to] = [textOf(one.src), textOf(one.dst)]
      if (!from || !to || one.negative) return []
      const dst = from.includes("*") ? mapPattern(from, to, full) : from === full ? to : undefined
      return dst === undefined ? [] : [{ ...one, src: known(full), dst: known(dst) }]
    })
  })
}

/** Whether pruning is on: by option, else for the remote, else for every fetch. */
function pruning(option: string, key: string, remote: Remote, { options, repository }: Invocation): boolean {
  if (options.uses.some((use) => use.name === option)) return options.has(option)
  const config = repository?.config
  return config?.boolean(`remote.${remote.name}.${key}`) ?? config?.boolean(`fetch.${key}`) ?? false
}

/**
 * Tags are pruned only where a whole remote is fetched. `--prune-tags` is judged by its form: whether git prunes at all
 * may be configured tomorrow.
 */
function prunesTags(remote: Remote, prune: boolean, invocation: Invocation): boolean {
  const { options, operands } = invocation
  const never = options.uses.some((use) => use.name === "prune") && !prune
  if (never || (operands.length > 1 && !options.has("multiple"))) return false
  return options.has("prune-tags") || (prune && pruning("prune-tags", "prunetags", remote, invocation))
}

function takesTags(remote: Remote, { options, repository }: Invocation): boolean {
  if (options.uses.some((use) => use.name === "tags" || use.name === "n")) return options.has("tags")
  return repository?.config.get(`remote.${remote.name}.tagopt`) === "--tags"
}

function everyTag({ site, repository }: Invocation, action: "update" | "delete"): readonly Effect[] {
  const write = { kind: "ref", site, action, forced: true } as const
  if (!repository) return [{ ...write, ref: { kind: "startsWith", text: TAGS } }]
  return matchPattern(`${TAGS}*`, repository.refs.list(TAGS)).map((tag) => ({ ...write, ref: known(tag) }))
}

function upstreamWrites({ site, repository, operands }: Invocation): readonly Effect[] {
  const branch = repository?.head.branch
  if (branch === undefined) return []
  const write = { kind: "config", site, scope: "shared", action: "set" } as const
  return [
    {
      ...write,
      key: known(`branch.${branch}.remote`),
      value: known(remoteOperand(operands[0]?.value, repository, "fetch")),
    },
    { ...write, key: known(`branch.${branch}.merge`) },
  ]
}

export const fetch: SubcommandSpec = {
  name: "fetch",
  options,
  effects,
  get examples() {
    return (require("./cases/fetch.ts") as typeof import("./cases/fetch.ts")).examples
  },
}
