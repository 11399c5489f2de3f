/** What a push writes, whatever command makes it (`push`, `send-pack`, `http-push`). */
import { known, textOf, textsOf, unknown, type Value } from "../shell/value.ts"
import type { Repository } from "../state/state.ts"
import type { Effect } from "./effect.ts"
import {
  isPattern,
  mapPattern,
  matchPattern,
  pushDestination,
  pushSource,
  type Known,
  type Refspec,
} from "./refspec.ts"
import type { Landing } from "./remote.ts"

const HEADS = "refs/heads/"
const TAGS = "refs/tags/"

/** A push as asked for, before it is known where it lands. */
export interface Push {
  readonly refspecs: readonly Refspec[]
  readonly forced: boolean
  /** `--delete`: every refspec names what to delete. */
  readonly deletes: boolean
  readonly mirror: boolean
  readonly prune: boolean
  /** `--tags` */
  readonly tags: boolean
}

interface Write {
  readonly action: "create" | "update" | "force" | "delete"
  readonly ref: Value
  readonly bulk?: boolean
}

/** Every branch, as `--all` pushes them. */
export const everyBranch: Refspec = all(HEADS)

const allTags: Refspec = all(TAGS)

function all(prefix: string): Refspec {
  const pattern = known(`${prefix}*`)
  return { force: false, negative: false, matching: false, src: pattern, dst: pattern }
}

/** The effects of a push at one of the places it reaches. */
export function pushEffects(push: Push, landing: Landing, repository: Repository | undefined): readonly Effect[] {
  return distinct(writes(push, landing.there, repository)).map((write) => effect(write, landing))
}

function effect({ action, ref, bulk }: Write, landing: Landing): Effect {
  if (landing.kind === "remote") {
    return { kind: "remote", remote: landing.remote, action, ref, ...(bulk ? { bulk } : {}) }
  }
  const forced = action === "force" || action === "delete"
  return { kind: "ref", site: landing.site, action: action === "force" ? "update" : action, ref, forced }
}

function distinct(all: readonly Write[]): readonly Write[] {
  return [...new Map(all.map((write) => [JSON.stringify(write), write])).values()]
}

function writes(push: Push, there: Known, repository: Repository | undefined): readonly Write[] {
  if (push.mirror) return mirrored(there, repository)
  const excluded = push.refspecs.filter((refspec) => refspec.negative).flatMap(({ src }) => textOf(src) ?? [])
  const plain = push.refspecs.filter((refspec) => !refspec.negative)
  const spared = (ref: string): boolean =>
    excluded.some((pattern) => (isPattern(known(pattern)) ? matchPattern(pattern, [ref]).length > 0 : pattern === ref))
  return [
    ...plain.flatMap((refspec) => written(refspec, push, there, repository, spared)),
    ...(push.prune ? plain.flatMap((refspec) => pruned(refspec, there, repository)) : []),
    ...(push.tags && push.prune ? pruned(allTags, there, repository) : []),
    ...(push.tags && push.forced ? everyTag(repository) : []),
  ]
}

/** Unforced, `--tags` only adds tags. */
function everyTag(repository: Repository | undefined): readonly Write[] {
  if (!repository) return [{ action: "force", ref: beginning(TAGS), bulk: true }]
  return repository.refs.list(TAGS).map((ref) => ({ action: "force", ref: known(ref) }) as const)
}

const beginning = (text: string): Value => (text === "" ? unknown("any ref") : { kind: "startsWith", text })

/** Everything here goes there by force, everything else there is deleted. */
function mirrored(there: Known, repository: Repository | undefined): readonly Write[] {
  const here = repository?.refs.list("refs/") ?? []
  const gone = there.list("refs/").filter((ref) => !repository?.refs.exists(ref))
  return [
    ...here.map((ref) => ({ action: "force", ref: known(ref) }) as const),
    ...gone.map((ref) => ({ action: "delete", ref: known(ref) }) as const),
    { action: "force", ref: beginning("refs/"), bulk: true },
  ]
}

function written(
  refspec: Refspec,
  push: Push,
  there: Known,
  repository: Repository | undefined,
  spared: (ref: string) => boolean,
): readonly Write[] {
  const forced = push.forced || refspec.force
  if (isNowhere(refspec, repository)) return []
  const write = (ref: Value): Write => ({ action: forced ? "force" : exists(ref, there) ? "update" : "create", ref })
  if (refspec.matching) return matching(there, repository).map((ref) => write(known(ref)))
  if (refspec.src === undefined && textOf(refspec.dst) === "") return []
  if (push.deletes || refspec.src === undefined) {
    const target = push.deletes ? { ...refspec, dst: refspec.dst ?? refspec.src, src: undefined } : refspec
    return [{ action: "delete", ref: pushDestination(target, there, repository) }]
  }
  // A pattern over tags is what `--tags` stands for: unforced, it only adds.
  const pattern = textOf(refspec.src)
  if (pattern === undefined || !isPattern(refspec.src)) return [write(pushDestination(refspec, there, repository))]
  const to = textOf(refspec.dst) || pattern
  return matchPattern(pattern, repository?.refs.list("refs/") ?? [])
    .filter((ref) => !spared(ref))
    .map((ref) => mapPattern(pattern, to, ref)!)
    .filter((ref) => forced || !ref.startsWith(TAGS) || !there.exists(ref))
    .map((ref) => write(known(ref)))
}

/** HEAD alone while it is detached: git does not know where to. */
const isNowhere = ({ src, dst }: Refspec, repository: Repository | undefined): boolean =>
  textOf(src) === "HEAD" && dst === undefined && repository?.head.detached === true

/** The branches both sides have; all of ours where nothing is known of the other side. */
function matching(there: Known, repository: Repository | undefined): readonly string[] {
  const ours = repository?.refs.list(HEADS) ?? []
  return there.list(HEADS).length === 0 ? ours : ours.filter((ref) => there.exists(ref))
}

function pruned(refspec: Refspec, there: Known, repository: Repository | undefined): readonly Write[] {
  const from = refspec.matching ? `${HEADS}*` : textOf(refspec.src)
  const to = refspec.matching ? from : textOf(refspec.dst) || from
  if (from === undefined || to === undefined || !to.includes("*")) return []
  const gone = matchPattern(to, there.list("refs/")).filter(
    (ref) => !repository?.refs.exists(mapPattern(to, from, ref)!),
  )
  return [
    ...gone.map((ref) => ({ action: "delete", ref: known(ref) }) as const),
    { action: "delete", ref: beginning(to.slice(0, to.indexOf("*"))), bulk: true },
  ]
}

function exists(ref: Value, there: Known): boolean {
  return textsOf(ref)?.some((text) => there.exists(text)) ?? true
}

/** The full names of the local branches that refspecs push, for `--set-upstream`. */
export function pushedBranches(push: Push, repository: Repository): readonly string[] {
  return push.refspecs.flatMap((refspec) => {
    const src = textOf(refspec.src)
    if (src === undefined || push.deletes || refspec.negative) return []
    if (src.includes("*")) return matchPattern(src, repository.refs.list(HEADS))
    const ref = pushSource(src, repository)
    return ref?.startsWith(HEADS) ? [ref] : []
  })
}
