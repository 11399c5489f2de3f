/** How a worktree is: its branch, what is not committed, how far it is from where it started. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { standingOf } from "@ringfence/guard"
import { Effect, Schema } from "effect"
import { Git } from "../git/index.ts"
import { cloneProblem } from "./clone/problem.ts"
import { registryOf } from "./registry.ts"
import type { Tier } from "./tier.ts"

export const Condition = Schema.Struct({
  /**
   * `missing`: the folder is gone. `unreadable`: the folder is there, but git cannot use it as the worktree it was.
   * `plain`: a folder in no repository.
   */
  state: Schema.Literals(["present", "plain", "missing", "unreadable"]),
  /** Why it is unreadable. */
  problem: Schema.optional(Schema.String),
  /** What HEAD is on; none where it is detached. */
  branch: Schema.optional(Schema.String),
  /** What `ahead` and `behind` count from: the upstream's name, or the commit it started from. */
  against: Schema.optional(Schema.String),
  ahead: Schema.Number,
  behind: Schema.Number,
  staged: Schema.Number,
  unstaged: Schema.Number,
  untracked: Schema.Number,
  conflicts: Schema.Number,
  /** rebase, am, merge, cherry-pick, revert or bisect, where one is in progress. */
  operation: Schema.optional(Schema.String),
})
export type Condition = typeof Condition.Type

const NOTHING = { ahead: 0, behind: 0, staged: 0, unstaged: 0, untracked: 0, conflicts: 0 }

/** What `git status --porcelain=v2 --branch -z` says. */
export interface Status {
  /** The commit HEAD is at; none where nothing is committed. */
  readonly oid?: string
  readonly branch?: string
  readonly upstream?: string
  /** Commits that the upstream lacks, and that it has more; none where it is unset or gone. */
  readonly distance?: readonly [ahead: number, behind: number]
  readonly staged: number
  readonly unstaged: number
  readonly untracked: number
  readonly conflicts: number
  /** Every path that is named, in git's order. */
  readonly paths: readonly string[]
}

/** Fields before the path in each kind of line. */
const FIELDS: Readonly<Record<string, number>> = { "1": 8, "2": 9, u: 10, "?": 1 }

/** Reads the status. Lines of kinds that are not known are passed over. */
export function parseStatus(text: string): Status {
  const head = new Map<string, string>()
  const counts = { staged: 0, unstaged: 0, untracked: 0, conflicts: 0 }
  const paths: string[] = []
  const entries = text.split("\0")[Symbol.iterator]()
  for (const entry of entries) {
    const words = entry.split(" ")
    const kind = words[0]!
    if (kind === "#") head.set(words[1]!, words.slice(2).join(" "))
    const fields = FIELDS[kind]
    if (fields === undefined) continue
    paths.push(words.slice(fields).join(" "))
    if (kind === "2") entries.next()
    if (kind === "?") counts.untracked++
    else if (kind === "u") counts.conflicts++
    else {
      if (words[1]![0] !== ".") counts.staged++
      if (words[1]![1] !== ".") counts.unstaged++
    }
  }
  const distance = /^\+(\d+) -(\d+)$/.exec(head.get("branch.ab") ?? "")
  const named = (key: string, none: string): string | undefined => (head.get(key) === none ? undefined : head.get(key))
  return {
    oid: named("branch.oid", "(initial)"),
    branch: named("branch.head", "(detached)"),
    upstream: head.get("branch.upstream"),
    ...(distance ? { distance: [Number(distance[1]), Number(distance[2])] as const } : {}),
    ...counts,
    paths,
  }
}

/** The status of a worktree; `every` names each untracked file instead of their folders. */
export const statusOf = (directory: string, every = false): Effect.Effect<Status, Git.Failed> =>
  Git.run(directory, [
    "status",
    "--porcelain=v2",
    "--branch",
    "-z",
    `--untracked-files=${every ? "all" : "normal"}`,
  ]).pipe(Effect.map(({ stdout }) => parseStatus(stdout)))

/** Why a folder is not the worktree that its repository knows; undefined where it is. */
export function problemOf(worktree: string, repository: string): string | undefined {
  const pointer = join(worktree, ".git")
  // Without it git would find the repository around it, if there is one.
  if (!existsSync(pointer)) return `${pointer} is gone`
  const registry = registryOf(repository, worktree)
  if (registry === undefined) return `${repository} knows no worktree at this place`
  return standingOf(worktree).gitDir === registry ? undefined : `${pointer} does not lead to ${registry}`
}

/** What is asked about: a worktree or, for a session that shares one, the directory it works in. */
export interface Subject {
  readonly directory: string
  /** The isolated worktree's top, and the git directory it shares with all others. */
  readonly isolated?: { readonly worktree: string; readonly repository: string; readonly tier?: Tier }
  /** The commit it started from. */
  readonly base?: string
}

/** How it is right now. Never fails: what cannot be read is part of the answer. */
export const conditionOf = Effect.fn("Worktree.condition")(function* (subject: Subject): Effect.fn.Return<Condition> {
  const { directory, isolated, base } = subject
  if (!Git.isDirectory(directory)) return { state: "missing", ...NOTHING }
  const problem =
    isolated &&
    (isolated.tier === "clone" ? cloneProblem(isolated.worktree) : problemOf(isolated.worktree, isolated.repository))
  if (problem !== undefined) return { state: "unreadable", problem, ...NOTHING }
  const standing = standingOf(directory)
  if (standing.worktree === undefined) return { state: "plain", ...NOTHING }
  return yield* statusOf(directory).pipe(
    Effect.flatMap((status) => measured(directory, status, base)),
    Effect.map(({ status, against, ahead, behind }): Condition => ({
      state: "present",
      branch: status.branch,
      against,
      ahead,
      behind,
      staged: status.staged,
      unstaged: status.unstaged,
      untracked: status.untracked,
      conflicts: status.conflicts,
      operation: standing.operation,
    })),
    Effect.catch((error) => Effect.succeed<Condition>({ state: "unreadable", problem: error.message, ...NOTHING })),
  )
})

/** How far from the upstream or, without one, from where it started. */
const measured = Effect.fnUntraced(function* (directory: string, status: Status, base: string | undefined) {
  if (status.distance) {
    const [ahead, behind] = status.distance
    return { status, against: status.upstream, ahead, behind }
  }
  if (base === undefined || status.oid === undefined) return { status, against: undefined, ahead: 0, behind: 0 }
  // Most of a long list has just begun: git need not be asked again.
  if (status.oid === base) return { status, against: base, ahead: 0, behind: 0 }
  const { stdout } = yield* Git.run(directory, ["rev-list", "--left-right", "--count", `${base}...HEAD`])
  const [behind = 0, ahead = 0] = stdout.trim().split("\t").map(Number)
  return { status, against: base, ahead, behind }
})
