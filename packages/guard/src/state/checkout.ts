/** The plain checkout a session stands in, where it carries the entries that mark it as one whose shell stays put. */
import { join } from "node:path"
import type { Disk } from "./files.ts"
import type { Session } from "./isolation.ts"

/** A folder where it is written with a slash, as in a .gitignore; anything else of that name. Links are followed. */
function carries(disk: Disk, top: string, marker: string): boolean {
  const kind = disk.stat(join(top, marker))
  return marker.endsWith("/") ? kind === "directory" : kind !== undefined
}

/**
 * The top of the session's checkout, where that is no linked worktree and carries every marker of the user's
 * settings. Undefined in linked worktrees, bare repositories and git directories, outside of repositories, and
 * where any of it cannot be read. A submodule has a git directory of its own and counts as plain.
 */
export function markedCheckout(disk: Disk, { layout, readable, settings }: Session): string | undefined {
  if (!readable || layout?.worktree === undefined || layout.gitDir !== layout.commonDir) return undefined
  const { worktree } = layout
  const { markers } = settings
  const marked = (): boolean => markers.every((marker) => carries(disk, worktree, marker))
  return disk.memo(["markers", worktree, ...markers].join("\0"), marked) ? worktree : undefined
}
