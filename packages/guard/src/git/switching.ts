/** Where HEAD goes: what `checkout`, `switch`, `rebase <upstream> <branch>` and `bisect reset` have in common. */
import { couldBe, known, textOf, unknown, type Value } from "../shell/value.ts"
import type { Repository } from "../state/state.ts"
import type { Effect, HeadMove } from "./effect.ts"
import { isObjectName } from "./output.ts"
import { branchName, branchRef, expandRef, refExists } from "./refs.ts"
import { mapPattern, parseRefspec } from "./refspec.ts"
import { remoteNames } from "./remote.ts"
import { readRevision } from "./revision.ts"
import type { Invocation } from "./spec.ts"
import { trackingWrites } from "./upstream.ts"
import { writes } from "./worktree.ts"

/** HEAD goes there, and files and index with it. */
export function moveHead({ site }: Invocation, to: HeadMove["to"]): readonly Effect[] {
  return [{ kind: "head", site, to }, ...writes(site, ["head", "index", "files"], { destructive: true })]
}

/** HEAD goes to a branch that is made, or (`reset`) made anew, for it. git refuses to make one that exists. */
export function moveToNewBranch(
  invocation: Invocation,
  name: Value,
  how: "new" | "reset" | "orphan",
  start?: Value,
): readonly Effect[] {
  const { repository, site } = invocation
  const branch = branchName(name, repository)
  const ref = branchRef(branch)
  const exists = refExists(ref, repository)
  if (how !== "reset" && exists === true && textOf(ref) !== undefined) return []
  const forced = how === "reset" && exists !== false
  const move = moveHead(invocation, { kind: "branch", branch, state: forced ? "reset" : "new" })
  if (how === "orphan") return move
  const write = { kind: "ref", site, action: forced ? "update" : "create", ref, forced } as const
  return [write, ...move, ...trackingWrites(invocation, branch, start)]
}

/** HEAD goes to a branch made after one that only a remote has. */
export function moveToRemoteOnly(invocation: Invocation, branch: Value, start?: Value): readonly Effect[] {
  return [
    { kind: "ref", site: invocation.site, action: "create", ref: branchRef(branch), forced: false },
    ...moveHead(invocation, { kind: "branch", branch, state: "remoteOnly" }),
    ...trackingWrites(invocation, branch, start ?? trackedAs(branch, invocation)),
  ]
}

/** `-t <start>`: a branch named by what follows the first part of the start's name. */
export function moveToTracked(invocation: Invocation, start: Value): readonly Effect[] {
  const { repository } = invocation
  const text = textOf(start)
  if (text === undefined) return moveToRemoteOnly(invocation, unknown("the branch that a remote one is tracked by"))
  const name = /^(?:refs\/)?(?:remotes\/)?[^/]*\/(.+)$/.exec(text)?.[1]
  if (name === undefined) return []
  // git refuses it then. Whose branch that is decides, as it does for its plain name.
  if (refExists(branchRef(known(name)), repository))
    return moveHead(invocation, { kind: "branch", branch: known(name), state: "existing" })
  const isTracking = repository && expandRef(text, repository)?.startsWith("refs/remotes/") !== false
  return isTracking
    ? moveToRemoteOnly(invocation, known(name), start)
    : moveToNewBranch(invocation, known(name), "new", start)
}

/** The tracking ref of the one remote that has the branch. */
function trackedAs(branch: Value, { repository }: Invocation): Value | undefined {
  const name = textOf(branch)
  const remote = repository && remoteNames(repository).find((each) => isTracked(name ?? "", each, repository))
  return remote === undefined || name === undefined ? undefined : known(`${remote}/${name}`)
}

/** Whether `checkout <name>` may make a branch after a remote one. */
export function guesses({ options, repository }: Invocation): boolean {
  const use = options.uses.findLast(({ name }) => name === "guess")
  return use ? !use.negated : repository?.config.boolean("checkout.guess") !== false
}

/** Whether the name is that of exactly one remote branch, or of one of the default remote's. */
export function isRemoteOnly(name: string, repository: Repository): boolean {
  const found = remoteNames(repository).filter((remote) => isTracked(name, remote, repository)).length
  return found === 1 || (found > 1 && repository.config.get("checkout.defaultRemote") !== undefined)
}

function isTracked(name: string, remote: string, repository: Repository): boolean {
  return repository.config.all(`remote.${remote}.fetch`).some((refspec) => {
    const { src, dst, negative } = parseRefspec(refspec)
    const [from, to] = [textOf(src), textOf(dst)]
    if (negative || from === undefined || to === undefined) return false
    const ref = mapPattern(from, to, `refs/heads/${name}`)
    return ref !== undefined && repository.refs.exists(ref)
  })
}

/** Where a branch or commit puts HEAD. Undefined where it stays, or where git finds no such revision. */
export function destinationOf(operand: Value, repository: Repository | undefined): HeadMove["to"] | undefined {
  const text = textOf(operand)
  if (text === undefined || !repository) return { kind: "unknown", operand }
  const revision = readRevision(text, repository)
  switch (revision?.kind) {
    case "branch":
      return { kind: "branch", branch: known(revision.branch), state: "existing" }
    case "forgotten":
      return { kind: "branch", branch: unknown(`the branch that ${text} was`), state: "existing" }
    case "commit":
      return { kind: "detached", at: operand }
    default:
      return undefined
  }
}

/** Whether some branch, here or (as a tracking ref) on a remote, could have the name. */
export function mayNameBranch(operand: Value, repository: Repository): boolean {
  if (isObjectName(operand)) return false
  const heads = repository.refs.list("refs/heads/").map((ref) => ref.slice("refs/heads/".length))
  const tracked = repository.refs.list("refs/remotes/").map((ref) => ref.replace(/^refs\/remotes\/[^/]+\//, ""))
  return [...heads, ...tracked].some((name) => couldBe(operand, name))
}

/** Whether some tag or tracking ref could have the name, or it could be an object name. */
export function mayNameCommit(operand: Value, repository: Repository): boolean {
  if (isObjectName(operand)) return true
  if (operand.kind === "startsWith" && /^[0-9a-f]{4,}$/.test(operand.text)) return true
  const refs = [...repository.refs.list("refs/tags/"), ...repository.refs.list("refs/remotes/")]
  return refs
    .flatMap((ref) => [ref, ref.slice("refs/".length), ref.replace(/^refs\/(?:tags|remotes)\//, "")])
    .some((name) => couldBe(operand, name))
}
