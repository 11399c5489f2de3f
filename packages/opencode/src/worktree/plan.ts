/** What a worktree starts from, and which branch it is on. */
import { Effect } from "effect"
import { Git } from "../git/index.ts"
import { BranchTaken, Invalid, Unborn } from "./error.ts"
import { branchFor, takenBy } from "./name.ts"
import { branchRefs, commitOf, usedAround } from "./registry.ts"

export interface Wanted {
  /** A checkout of the repository: where `from` is read, and whose HEAD it starts from without one. */
  readonly directory: string
  /** The git directory that all worktrees share. */
  readonly repository: string
  /** Branches that sessions in clones of the repository are on: they come back to it under these names. */
  readonly held?: readonly string[]
  /** A short branch name; made from the worktree's name unless given. */
  readonly branch?: string
  /** Goes on with the branch, which must be there and checked out nowhere. */
  readonly existing?: boolean
  /** What to start from, as git names commits. */
  readonly from?: string
}

export interface Start {
  /** The commit. */
  readonly base: string
  /** The branch for a worktree of this name, and whether it is to be made; undefined where that one is taken. */
  readonly branchOf: (name: string) => { readonly branch: string; readonly isNew: boolean } | undefined
}

type Refusal = Git.Failed | Invalid | BranchTaken | Unborn

const invalid = (what: Invalid["what"], value: string, message: string): Invalid =>
  new Invalid({ what, value, message })

/** Where a worktree would start. Changes nothing. */
export const startOf = Effect.fn("Worktree.start")(function* (wanted: Wanted): Effect.fn.Return<Start, Refusal> {
  const { branch, existing = false, from } = wanted
  if (branch !== undefined) yield* checkName(wanted.directory, branch)
  const held = wanted.held ?? []
  if (branch !== undefined && held.includes(branch)) return yield* inClone(branch)
  if (existing) return yield* continued(wanted)
  const refs = yield* branchRefs(wanted.directory)
  const names = takenBy([...refs, ...held.map((name) => `refs/heads/${name}`)])
  if (branch === undefined) {
    const base = yield* baseOf(wanted, from ?? "HEAD")
    return {
      base,
      branchOf: (name) => {
        const made = branchFor(name, names)
        return made === undefined ? undefined : { branch: made, isNew: true }
      },
    }
  }
  if (!names.isFree(branch)) return yield* taken(wanted.directory, branch, refs)
  const base = yield* baseOf(wanted, from ?? "HEAD")
  return { base, branchOf: () => ({ branch, isNew: true }) }
})

/** git decides what is a branch name; forms that stand for another one are none. */
const checkName = Effect.fnUntraced(function* (directory: string, branch: string) {
  const { stdout, exitCode } = yield* Git.run(directory, ["check-ref-format", "--branch", branch], {
    answers: [0, 1, 128],
  })
  if (exitCode !== 0 || stdout.trim() !== branch || branch.startsWith("-"))
    return yield* invalid(
      "branch",
      branch,
      `${JSON.stringify(branch)} is no name for a branch. Use letters, digits, -, _, . and / as in fix/login.`,
    )
  if (branch.startsWith("refs/"))
    return yield* invalid("branch", branch, `Name the branch ${branch} without refs/heads/ in front.`)
})

const baseOf = Effect.fnUntraced(function* ({ directory, repository }: Wanted, from: string) {
  const { stdout, exitCode } = yield* Git.run(
    directory,
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${from}^{commit}`],
    { answers: [0, 1, 128] },
  )
  if (exitCode === 0) return stdout.trim()
  if (from === "HEAD")
    return yield* new Unborn({
      directory,
      message: `Nothing is committed yet on what ${directory} has checked out (${repository}), so no worktree can start from it. Commit something first, or name a commit with --from.`,
    })
  return yield* invalid(
    "from",
    from,
    `${JSON.stringify(from)} names no commit in ${directory}. Name a branch, a tag or a commit that \`git log -1\` shows.`,
  )
})

/** Where a branch that is asked for again stands: here, or on one remote. */
const continued = Effect.fnUntraced(function* ({ directory, branch, from }: Wanted) {
  if (branch === undefined) return yield* invalid("existing", "", "Name the branch to go on with: --branch NAME.")
  if (from !== undefined)
    return yield* invalid("existing", branch, "A branch that exists starts where it is: leave --from out.")
  const tip = yield* commitOf(directory, `refs/heads/${branch}`)
  if (tip !== undefined) {
    const user = yield* usedAround(directory, branch)
    if (user !== undefined) return yield* inUse(branch, user)
    return { base: tip, branchOf: () => ({ branch, isNew: false }) }
  }
  const remote = onRemotes(yield* branchRefs(directory), branch)
  if (remote.length !== 1) {
    const message =
      remote.length === 0
        ? `There is no branch ${branch} to go on with. Leave --existing out to make it.`
        : `${branch} is on several remotes (${remote.map(short).join(", ")}). Choose another name and start it with --from.`
    return yield* invalid("existing", branch, message)
  }
  const base = yield* commitOf(directory, remote[0]!)
  if (base === undefined) return yield* invalid("existing", branch, `${short(remote[0]!)} leads to no commit.`)
  return { base, branchOf: () => ({ branch, isNew: true }) }
})

const onRemotes = (refs: readonly string[], branch: string): readonly string[] =>
  refs.filter((ref) => ref.startsWith("refs/remotes/") && ref.endsWith(`/${branch}`))

const short = (ref: string): string => ref.replace(/^refs\/(?:heads|remotes)\//, "")

const inUse = (branch: string, user: string): BranchTaken =>
  new BranchTaken({
    branch,
    usedBy: user,
    message: `The branch ${branch} is checked out in ${user}. Choose another name with --branch; to start from it, add --from ${branch}.`,
  })

/** Two clones on branches of one name could not both come back. */
export const inClone = (branch: string): BranchTaken =>
  new BranchTaken({
    branch,
    usedBy: null,
    message: `A session in a clone of this repository is on a branch ${branch}, which will come back under that name. Choose another name with --branch.`,
  })

const taken = Effect.fnUntraced(function* (directory: string, branch: string, refs: readonly string[]) {
  const tip = yield* commitOf(directory, `refs/heads/${branch}`)
  const user = tip === undefined ? undefined : yield* usedAround(directory, branch)
  if (user !== undefined) return yield* inUse(branch, user)
  const remote = onRemotes(refs, branch)[0]
  if (tip === undefined && remote === undefined)
    return yield* invalid(
      "branch",
      branch,
      `A branch ${branch} cannot be made beside the branches that are there: one of them has its name as a folder, or differs in case alone. Choose another name.`,
    )
  const where = tip === undefined ? `on a remote (${short(remote!)})` : "already, checked out nowhere"
  return yield* new BranchTaken({
    branch,
    usedBy: null,
    message: `The branch ${branch} is there ${where}. Choose another name with --branch, or go on with that branch: --branch ${branch} --existing.`,
  })
})
