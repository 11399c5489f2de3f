/** What would be gone with a clone. Only subcommands of the inventory are used. */
import { readdirSync, statSync } from "node:fs"
import { join, relative } from "node:path"
import { standingOf } from "@ringfence/guard"
import { Effect } from "effect"
import { Git } from "../../git/index.ts"
import { statusOf } from "../condition.ts"
import { NAMED, one, unreadable, type Loss } from "../error.ts"
import type { Place } from "../place.ts"
import { cloneProblem } from "./problem.ts"
import { REVIEW, SOURCE } from "./refs.ts"

/**
 * What removing the clone would lose, in the order a person would mind. What git does not answer is a failure, and
 * nothing is taken for absent because of it.
 */
export const cloneLosses = Effect.fn("Worktree.cloneLosses")(function* (
  place: Place,
): Effect.fn.Return<readonly Loss[], Git.Failed> {
  const { worktree, repository } = place
  if (!Git.isDirectory(worktree) || readdirSync(worktree).length === 0) return []
  const problem =
    cloneProblem(worktree) ?? (Git.isDirectory(repository) ? undefined : `the repository ${repository} is gone`)
  if (problem !== undefined) return [unreadable(`whatever lies in ${worktree}: ${problem}, so nothing can be compared`)]
  const { paths } = yield* statusOf(worktree, true)
  const { operation } = standingOf(worktree)
  return [
    ...some("files", paths, (count) => one(count, "uncommitted file")),
    ...(operation === undefined
      ? []
      : [{ kind: "operation" as const, message: `a ${operation} in progress`, items: [] }]),
    ...some("submodule", yield* submoduleCommits(worktree), () => "commits in submodules that no remote has"),
    ...some("commits", yield* uniqueCommits(place), (count) => `${atMost(count)} that no other repository has`),
    ...some("stash", yield* stashed(worktree), (count) => one(count, "stash entry", "stash entries")),
    ...(yield* reviewLosses(worktree)),
    ...some("worktree", linked(worktree), (count) => `${one(count, "worktree")} of the clone`),
  ]
})

function some(kind: Loss["kind"], items: readonly string[], message: (count: number) => string): readonly Loss[] {
  return items.length === 0 ? [] : [{ kind, message: message(items.length), items: items.slice(0, NAMED) }]
}

const atMost = (count: number): string => (count > NAMED ? `more than ${NAMED} commits` : one(count, "commit"))

/** `abc1234 subject`, newest first: what HEAD and the clone's refs lead to, and none of these. */
const commitsBut = (directory: string, known: readonly string[]): Effect.Effect<readonly string[], Git.Failed> =>
  Git.lines(directory, [
    "rev-list",
    `--max-count=${NAMED + 1}`,
    "--oneline",
    "--no-color",
    ...["refs/ringfence/*", "refs/remotes/*", "refs/stash"].map((ref) => `--exclude=${ref}`),
    "--all",
    "--not",
    "--remotes",
    ...known,
  ])

/**
 * Commits that neither a remote nor the repository has that the clone was made from. The refs there are fetched for
 * it where the session has gone on at all: nothing else tells what was merged.
 */
const uniqueCommits = Effect.fnUntraced(function* ({ worktree, repository, base }: Place) {
  if (base !== undefined && (yield* commitsBut(worktree, [base])).length === 0) return []
  const kinds = ["heads", "tags", "remotes"].map((kind) => `+refs/${kind}/*:${SOURCE}/${kind}/*`)
  const fetching = ["fetch", "--quiet", "--no-tags", "--prune", "--no-write-fetch-head", repository, ...kinds]
  yield* Git.run(worktree, fetching, { timeout: 10 * 60_000 })
  return yield* commitsBut(worktree, [`--glob=${SOURCE}/*`])
})

/** git's words for a ref that is not there, as against one that could not be looked for. */
const ABSENT = /not a valid ref/

/**
 * Whether a ref is there. Without `--quiet`, under which git would say nothing of why: an exit code alone may be
 * anybody's, and is not taken for an answer.
 */
export const isThere = Effect.fn("Worktree.isThere")(function* (directory: string, ref: string) {
  const argv = ["show-ref", "--verify", ref]
  const { exitCode, stderr } = yield* Git.run(directory, argv, { answers: [0, 1, 128] })
  if (exitCode === 0) return true
  if (ABSENT.test(stderr)) return false
  return yield* new Git.Failed({
    argv: ["git", ...argv],
    directory,
    reason: "exit",
    exitCode,
    stderr,
    message: `git could not tell whether there is a ref ${ref} in ${directory} (exit ${exitCode}): ${stderr.trim()}`,
  })
})

/** What the entries of the stash are called. */
const stashed = Effect.fnUntraced(function* (clone: string) {
  if (!(yield* isThere(clone, "refs/stash"))) return []
  return yield* Git.lines(clone, ["log", "--walk-reflogs", "--no-show-signature", "--format=%gs", "refs/stash", "--"])
})

const reviewLosses = Effect.fnUntraced(function* (clone: string) {
  if (!(yield* isThere(clone, REVIEW))) return []
  const items = yield* Git.lines(clone, ["rev-list", "--max-count=1", "--oneline", "--no-color", REVIEW])
  return [{ kind: "review", message: `a review in progress (${REVIEW})`, items } satisfies Loss]
})

/** `path: 2 commits` for each submodule with commits that no remote of it has. Their repositories go with the clone. */
const submoduleCommits = Effect.fnUntraced(function* (clone: string) {
  const modules = join(clone, ".git/modules")
  const found: string[] = []
  for (const gitDir of repositoriesBelow(modules)) {
    const argv = ["rev-list", `--max-count=${NAMED + 1}`, "--all", "--not", "--remotes"]
    const { length } = yield* Git.lines(gitDir, argv)
    if (length > 0) found.push(`${relative(modules, gitDir)}: ${atMost(length)}`)
  }
  return found
})

function repositoriesBelow(folder: string): readonly string[] {
  if (!Git.isDirectory(folder)) return []
  const isRepository =
    statSync(join(folder, "HEAD"), { throwIfNoEntry: false }) && Git.isDirectory(join(folder, "objects"))
  if (isRepository) return [folder, ...repositoriesBelow(join(folder, "modules"))]
  return readdirSync(folder).flatMap((name) => repositoriesBelow(join(folder, name)))
}

/** Sessions below this one may have worktrees of the clone. */
function linked(clone: string): readonly string[] {
  const registry = join(clone, ".git/worktrees")
  return Git.isDirectory(registry) ? readdirSync(registry) : []
}
