/** The branches that a rewrite of the own commits takes along (`rebase --update-refs`, `git history`). */
import { known, textOf, unknown, type Value } from "../shell/value.ts"
import type { Repository, State } from "../state/state.ts"
import type { RefWrite } from "./effect.ts"
import { expandRef } from "./refs.ts"
import type { Invocation } from "./spec.ts"

/**
 * Branches that stand at a commit of HEAD's reflog which the upstream is not known to have: what is rewritten was
 * made or checked out here, so its commits stand in that reflog. Where it cannot be read: some branch or other.
 */
export function movedAlong(
  { repository, site }: Invocation,
  state: State,
  upstream: Value | undefined,
): readonly RefWrite[] {
  const write = (ref: Value): RefWrite => ({ kind: "ref", site, action: "update", ref, forced: true })
  const mine = repository && commitsIn(`${repository.gitDir}/logs/HEAD`, state)
  if (!mine) return [write(unknown("a branch in the rewritten range"))]
  const theirs = commitsOf(upstream, repository, state)
  const current = repository.head.branch ?? repository.head.returnsTo
  return repository.refs.list("refs/heads/").flatMap((ref) => {
    const oid = repository.refs.resolve(ref)
    const inRange = oid !== undefined && mine.has(oid) && !theirs.has(oid)
    return inRange && ref !== `refs/heads/${current}` ? [write(known(ref))] : []
  })
}

/** Where the upstream stands and has stood. */
function commitsOf(upstream: Value | undefined, repository: Repository, state: State): ReadonlySet<string> {
  const text = textOf(upstream)
  const ref = text === undefined ? undefined : expandRef(text, repository)
  const oid = ref === undefined ? undefined : repository.refs.resolve(ref)
  const before = ref === undefined ? undefined : commitsIn(`${repository.commonDir}/logs/${ref}`, state)
  return new Set([...(before ?? []), ...(oid === undefined ? [] : [oid])])
}

function commitsIn(log: string, state: State): ReadonlySet<string> | undefined {
  const text = state.files.read(log)
  return text === undefined ? undefined : new Set(text.split("\n").flatMap((line) => line.split(" ", 2)))
}
