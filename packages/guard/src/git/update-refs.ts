/** The branches that a rewrite of the own commits takes along (`rebase --update-refs`, `git history`). */
import { known, textOf, unknown, type Value } from "../shell/value.ts"
import type { Repository, State } from "../state/state.ts"
import type { RefWrite } from "./effect.ts"
import { expandRef } from "./refs.ts"
import type { Invocation } from "./spec.ts"

/** Whether a rebase takes branches along: by option, else by configuration. */
export function updatesRefs({ options, repository }: Invocation): boolean {
  const use = options.uses.findLast(({ name }) => name === "update-refs")
  return use ? !use.negated : repository?.config.boolean("rebase.updateRefs") === true
}

/**
 * Branches that stand at a commit that HEAD came to after the last one the upstream has had: what is rewritten was
 * made or checked out here, so its commits stand in HEAD's reflog. Where that cannot be read: some branch or other.
 */
export function movedAlong(
  { repository, site }: Invocation,
  state: State,
  upstream: Value | undefined,
): readonly RefWrite[] {
  const write = (ref: Value): RefWrite => ({ kind: "ref", site, action: "update", ref, forced: true })
  const mine = repository && commitsIn(`${repository.gitDir}/logs/HEAD`, state)
  if (!mine) return [write(unknown("a branch in the rewritten range"))]
  const theirs = new Set(commitsOf(upstream, repository, state))
  const shared = theirs.size === 0 ? mine.lastIndexOf(mine[0] ?? "") : mine.findLastIndex((oid) => theirs.has(oid))
  const rewritten = new Set(mine.slice(shared + 1))
  const current = repository.head.branch ?? repository.head.returnsTo
  return repository.refs.list("refs/heads/").flatMap((ref) => {
    const moves = rewritten.has(repository.refs.resolve(ref) ?? "") && ref !== `refs/heads/${current}`
    return moves ? [write(known(ref))] : []
  })
}

/** Where the upstream stands and has stood. */
function commitsOf(upstream: Value | undefined, repository: Repository, state: State): readonly string[] {
  const text = textOf(upstream)
  const ref = text === undefined ? undefined : expandRef(text, repository)
  if (ref === undefined) return []
  const before = commitsIn(`${repository.commonDir}/logs/${ref}`, state) ?? []
  return [...before, repository.refs.resolve(ref) ?? []].flat()
}

/** The commits a reflog says its ref came to, oldest first. */
function commitsIn(log: string, state: State): readonly string[] | undefined {
  return state.files
    .read(log)
    ?.split("\n")
    .flatMap((line) => line.split(" ", 2)[1] ?? [])
}
