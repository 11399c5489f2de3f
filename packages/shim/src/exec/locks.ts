/** Lock files that a killed git has left behind. A git that is asked to end takes its own away. */
import { readdirSync, readlinkSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { standingOf } from "@ringfence/guard"
import { statuses } from "./group.ts"

/** Clocks of files are coarser than those of processes. */
const COARSE = 50

/**
 * Removes the lock files of a repository that came while a run of git was there that is gone, unless another git is
 * at work in it: then they may be that one's.
 *
 * @param directory where git ran
 * @param since when it began, in milliseconds since the epoch
 * @returns the files that were removed
 */
export function removeLocks(directory: string, since: number): readonly string[] {
  const { gitDir, commonDir = gitDir, worktree } = standingOf(directory, {})
  if (gitDir === undefined || commonDir === undefined) return []
  const places = [gitDir, commonDir, ...(worktree === undefined ? [] : [worktree])]
  if (othersIn(places)) return []
  const found = [...locksIn(gitDir), ...locksIn(commonDir), ...locksBelow(join(commonDir, "refs"))]
  const left = [...new Set(found)].filter((path) => isSince(path, since - COARSE))
  for (const path of left) rmSync(path, { force: true })
  return left
}

const locksIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".lock"))
    .map((name) => join(folder, name))

const locksBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".lock"))
    .map((name) => join(folder, name))

function isSince(path: string, since: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && Math.max(stat.birthtimeMs, stat.ctimeMs) >= since
}

/** Whether some git runs in one of the folders. Where the system does not tell, there is one. */
function othersIn(folders: readonly string[]): boolean {
  const processes = statuses()
  if (processes === undefined) return true
  return processes.some(({ pid, name, state }) => {
    if (!name.startsWith("git") || state === "Z") return false
    const cwd = folderOf(pid)
    return cwd !== undefined && folders.some((folder) => cwd === folder || cwd.startsWith(`${folder}/`))
  })
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It is gone, or somebody else's.
    return undefined
  }
}
