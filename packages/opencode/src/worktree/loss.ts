/** What would be gone with a worktree. */
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { standingOf } from "@ringfence/guard"
import { Effect } from "effect"
import { Git } from "../git/index.ts"
import { problemOf, statusOf } from "./condition.ts"
import { NAMED, one, unreadable, type Loss } from "./error.ts"
import type { Place } from "./place.ts"
import { commitAt, inRepository, lockOf, registryOf, wasMadeFor } from "./registry.ts"

/** Why it was locked when it was made. */
export const lockReason = (session: string): string => `ringfence session ${session}`

/** Everything that removing the worktree and its own branch would lose, in the order a person would mind. */
export const lossesOf = Effect.fn("Worktree.losses")(function* (
  place: Place,
): Effect.fn.Return<readonly Loss[], Git.Failed> {
  const there = Git.isDirectory(place.worktree)
  if (!Git.isDirectory(place.repository)) return there ? [gone(place)] : []
  const registry = registryOf(place.repository, place.worktree)
  const files = there ? yield* fileLosses(place) : []
  const commits = yield* commitLosses(place, registry)
  return [...files, ...commits, ...(registry === undefined ? [] : lockLosses(place, registry))]
})

const gone = ({ repository, worktree }: Place): Loss =>
  unreadable(`whatever lies in ${worktree}: its repository ${repository} is gone, so nothing can be compared`)

const fileLosses = Effect.fnUntraced(function* ({ worktree, repository }: Place) {
  const problem = problemOf(worktree, repository)
  if (problem !== undefined) {
    if (readdirSync(worktree).length === 0) return []
    return [unreadable(`whatever lies in ${worktree}: ${problem}, so nothing can be compared`)]
  }
  const losses: Loss[] = []
  const { paths } = yield* statusOf(worktree, true)
  if (paths.length > 0)
    losses.push({ kind: "files", message: `${one(paths.length, "uncommitted file")}`, items: paths.slice(0, NAMED) })
  const { operation, gitDir } = standingOf(worktree)
  if (operation !== undefined) losses.push({ kind: "operation", message: `a ${operation} in progress`, items: [] })
  const submodules = yield* submoduleLosses(worktree, gitDir)
  return [...losses, ...submodules]
})

/** Repositories of submodules lie in the worktree's git directory and go with it. */
const submoduleLosses = Effect.fnUntraced(function* (worktree: string, gitDir: string | undefined) {
  if (gitDir === undefined || !existsSync(join(gitDir, "modules"))) return []
  const script = 'git rev-list --all HEAD --not --remotes | wc -l | tr -d " " | sed "s|$| $sm_path|"'
  const told = yield* Git.lines(worktree, ["submodule", "--quiet", "foreach", "--recursive", script])
  const items = told
    .map((line) => [Number(line.split(" ")[0]), line.slice(line.indexOf(" ") + 1)] as const)
    .filter(([count]) => count > 0)
    .map(([count, path]) => `${path}: ${one(count, "commit")}`)
  if (items.length === 0) return []
  return [{ kind: "submodule", message: "commits in submodules that no remote has", items } satisfies Loss]
})

/** Commits that only this worktree's HEAD, or the branch that would go with it, leads to. */
const commitLosses = Effect.fnUntraced(function* (place: Place, registry: string | undefined) {
  const { repository, branch, session } = place
  const goes = yield* wasMadeFor(repository, branch, session)
  const head = registry && (yield* commitAt(registry, "HEAD"))
  const tip = goes ? yield* commitAt(repository, `refs/heads/${branch}`) : undefined
  const tips = [...new Set([head, tip])].filter((oid) => oid !== undefined && oid !== "")
  if (tips.length === 0) return []
  const items = yield* onlyFrom(repository, tips as string[], goes ? branch : undefined)
  if (items.length === 0) return []
  const count = items.length > NAMED ? `more than ${NAMED} commits` : one(items.length, "commit")
  const message = `${count} that no other branch, tag or remote has`
  return [{ kind: "commits", message, items: items.slice(0, NAMED) } satisfies Loss]
})

/** Commits that these lead to and no branch (but one), tag or remote branch does: `abc1234 subject`, newest first. */
const onlyFrom = (
  repository: string,
  tips: readonly string[],
  but: string | undefined,
): Effect.Effect<readonly string[], Git.Failed> =>
  inRepository(repository, [
    "log",
    `--max-count=${NAMED + 1}`,
    "--no-show-signature",
    "--no-color",
    "--format=%h %s",
    ...tips,
    "--not",
    ...(but === undefined ? [] : [`--exclude=${but}`]),
    "--branches",
    "--tags",
    "--remotes",
    "--",
  ]).pipe(Effect.map(({ stdout }) => stdout.split("\n").filter((line) => line !== "")))

/** Somebody locked it again, for a reason of their own. */
function lockLosses({ session }: Place, registry: string): readonly Loss[] {
  const reason = lockOf(registry)
  if (reason === undefined || reason === lockReason(session)) return []
  return [{ kind: "lock", message: `it is locked by somebody else${reason && `: ${reason}`}`, items: [] }]
}
