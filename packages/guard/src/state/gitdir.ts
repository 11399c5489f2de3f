/** Which git directory, common directory and worktree git would use from a folder. */
import { dirname, join, resolve, sep } from "node:path"
import { ancestors, type Disk } from "./files.ts"
import { gitFileTarget } from "./gitconfig-file.ts"

/** The folders of one repository as seen from one of its worktrees. All are real paths. */
export interface Layout {
  readonly gitDir: string
  readonly commonDir: string
  /** The top-level folder; undefined for bare repositories and inside git directories. */
  readonly worktree?: string
}

/** What the nearest `.git` above a folder is. */
type Nearest =
  | { readonly kind: "file"; readonly top: string; readonly gitDir: string | undefined }
  | { readonly kind: "directory"; readonly top: string; readonly gitDir: string }
  | { readonly kind: "none" }

/** The folder a `.git` file points at, or undefined where it is no such file. */
export function readGitFile(disk: Disk, path: string): string | undefined {
  const target = gitFileTarget(disk.read(path) ?? "")
  return target === undefined ? undefined : disk.realpath(resolve(dirname(path), target))
}

/** The common directory of a git directory: what `commondir` names (written once, when that is made), else itself. */
export function commonDirOf(disk: Disk, gitDir: string): string {
  const pointer = disk.unwatched.read(join(gitDir, "commondir"))?.trimEnd()
  return pointer ? disk.realpath(resolve(gitDir, pointer)) : gitDir
}

/** As git tells a git directory: a HEAD, and objects and refs where they are shared. */
export function isGitDirectory(disk: Disk, path: string, commonDir = commonDirOf(disk, path)): boolean {
  const head = join(path, "HEAD")
  return (
    (disk.stat(head) === "file" || disk.link(head) !== undefined) &&
    disk.unwatched.stat(join(commonDir, "objects")) === "directory" &&
    disk.unwatched.stat(join(commonDir, "refs")) === "directory"
  )
}

/** The nearest `.git` at or above a folder (which need not exist), whatever its state. */
export function nearestGit(disk: Disk, directory: string): Nearest {
  for (const top of ancestors(disk.realpath(directory))) {
    const path = join(top, ".git")
    const kind = disk.stat(path)
    if (kind === "directory") return { kind, top, gitDir: disk.realpath(path) }
    if (kind === "file" || disk.link(path) !== undefined) return { kind: "file", top, gitDir: readGitFile(disk, path) }
  }
  return { kind: "none" }
}

export interface DiscoveryOptions {
  /** GIT_DIR or --git-dir, absolute. */
  readonly gitDir?: string
  /** GIT_WORK_TREE or --work-tree, absolute. */
  readonly workTree?: string
  /** GIT_COMMON_DIR, absolute. */
  readonly commonDir?: string
  /** GIT_CEILING_DIRECTORIES as it is written. */
  readonly ceilings?: string
  /** core.bare and core.worktree of a git directory, as its own configuration says. */
  readonly core: (layout: Layout) => { readonly bare?: boolean; readonly worktree?: string }
}

/** The repository git would use from `directory`, or undefined where it would find none or refuse. */
export function discover(disk: Disk, directory: string, options: DiscoveryOptions): Layout | undefined {
  return options.gitDir === undefined
    ? search(disk, directory, options)
    : explicit(disk, directory, options, options.gitDir)
}

function explicit(disk: Disk, directory: string, options: DiscoveryOptions, named: string): Layout | undefined {
  const gitDir = disk.stat(named) === "file" ? readGitFile(disk, named) : disk.realpath(named)
  if (gitDir === undefined) return undefined
  const commonDir = options.commonDir === undefined ? commonDirOf(disk, gitDir) : disk.realpath(options.commonDir)
  if (!isGitDirectory(disk, gitDir, commonDir)) return undefined
  const core = options.core({ gitDir, commonDir })
  const worktree = options.workTree ?? (core.worktree && resolve(gitDir, core.worktree))
  if (worktree === undefined && core.bare) return { gitDir, commonDir }
  return { gitDir, commonDir, worktree: disk.realpath(worktree ?? directory) }
}

function search(disk: Disk, directory: string, options: DiscoveryOptions): Layout | undefined {
  const start = disk.realpath(directory)
  const ceilings = (options.ceilings ?? "")
    .split(":")
    .filter((path) => path.startsWith(sep))
    .map((path) => disk.realpath(path))
  for (const folder of ancestors(start)) {
    if (folder !== start && ceilings.includes(folder)) return undefined
    const path = join(folder, ".git")
    const kind = disk.stat(path)
    if (kind === "file") {
      const gitDir = readGitFile(disk, path)
      return gitDir !== undefined && isGitDirectory(disk, gitDir) ? arrange(disk, gitDir, folder, options) : undefined
    }
    if (kind === "directory" && isGitDirectory(disk, path)) return arrange(disk, disk.realpath(path), folder, options)
    if (isGitDirectory(disk, folder)) return arrange(disk, folder, undefined, options)
  }
  return undefined
}

function arrange(disk: Disk, gitDir: string, top: string | undefined, options: DiscoveryOptions): Layout {
  const commonDir = options.commonDir === undefined ? commonDirOf(disk, gitDir) : disk.realpath(options.commonDir)
  const core = options.core({ gitDir, commonDir })
  const chosen = options.workTree ?? (core.worktree && resolve(gitDir, core.worktree))
  if (chosen !== undefined) return { gitDir, commonDir, worktree: disk.realpath(chosen) }
  return top === undefined || core.bare ? { gitDir, commonDir } : { gitDir, commonDir, worktree: top }
}
