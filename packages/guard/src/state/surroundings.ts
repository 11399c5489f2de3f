/**
 * What lies around a session that it could disturb: other checkouts, and other ref stores. For a session in a clone
 * that is the repository the clone was made from too, by the record; for anybody, the clones of other sessions.
 */
import { join } from "node:path"
import { isWithin, type Disk } from "./files.ts"
import { nearestGit, type Layout } from "./gitdir.ts"
import { readRecord, sessionFile } from "./record.ts"
import type { OtherWorktree } from "./state.ts"
import { checkoutsOf } from "./worktrees.ts"

export interface Surroundings {
  /** Every other worktree that an isolated session could disturb. */
  readonly others: readonly OtherWorktree[]
  /** The git directories of the repositories that the session's was cloned from, nearest first. */
  readonly stores: readonly string[]
}

/** Nobody clones clones more often; it ends a circle of records. */
const DEPTH = 8

/** The repository a clone was made from, the one that was made from, and so on. A clone's worktrees go by its record. */
function storesOf(disk: Disk, { gitDir, commonDir }: Layout): readonly string[] {
  const found: string[] = []
  const originOf = (dir: string): string | undefined => readRecord(disk, dir).session?.origin
  // A clone has its record before it has worktrees: that is not looked at again in a folder where much changes.
  const isLinked = gitDir !== commonDir && disk.unwatched.stat(sessionFile(commonDir)) === "file"
  let next = originOf(isLinked ? commonDir : gitDir)
  while (next !== undefined && found.length < DEPTH) {
    const store = disk.realpath(next)
    if (store === commonDir || found.includes(store)) break
    found.push(store)
    next = originOf(store)
  }
  return found
}

/** The surroundings of the checkout with this layout. */
export function surroundingsOf(disk: Disk, layout: Layout): Surroundings {
  const stores = storesOf(disk, layout)
  const siblings = checkoutsOf(disk, layout.commonDir, layout.gitDir).filter(({ gitDir }) => gitDir !== layout.gitDir)
  const beyond = stores.flatMap((store) => checkoutsOf(disk, store).map((other) => ({ ...other, store })))
  return { others: [...siblings, ...beyond], stores }
}

/** The clone of another session that this git directory is. */
export function cloneWith(disk: Disk, gitDir: string, worktree: string): OtherWorktree | undefined {
  const { session } = readRecord(disk, gitDir)
  if (session?.kind !== "clone") return undefined
  return { path: worktree, gitDir, branch: session.branch, isMain: true, store: gitDir }
}

/** The clone of another session that a path (real already) lies in, where it lies below the folder they are made in. */
export function cloneAround(disk: Disk, path: string, root: string): OtherWorktree | undefined {
  if (path === root || !isWithin(path, root)) return undefined
  const nearest = nearestGit(disk, path)
  const inside = nearest.kind === "directory" && isWithin(nearest.top, root) && nearest.top !== root
  return inside ? cloneWith(disk, nearest.gitDir, nearest.top) : undefined
}

/** Where sessions of ours are made, in the data folder. */
export const sessionsFolder = (disk: Disk, data: string): string => disk.realpath(join(data, "worktree"))
