/** What lies in the workspace and is git's own: where its folders are, and what they point to. */
import { posix } from "node:path"
import { gitFileTarget } from "../../state/gitconfig-file.ts"
import { isInside, isWithin, placesOf, topOf, type Bounds } from "./place.ts"

/** Files of a git directory whose every line is a setting, which is judged as such. */
const SETTINGS_FILES = new Set(["config", "config.worktree"])

/**
 * Whether the path is git's own: a `.git`, or something in a git directory. Hooks, settings, alternates and legacy
 * remotes lie there, so that whoever writes it decides what git runs and where it reads.
 */
export function isGitsOwn(bounds: Bounds, path: string, settings: { readonly except?: "settings" } = {}): boolean {
  const root = bounds.files.realpath(bounds.root)
  return placesOf(bounds, path).some((place) => {
    if (isDotGit(place)) return true
    for (let folder = posix.dirname(place); isWithin(folder, root); folder = posix.dirname(folder)) {
      if (isDotGit(folder) || isGitDirectory(bounds, folder))
        return settings.except === undefined || !SETTINGS_FILES.has(posix.basename(place))
      if (folder === posix.dirname(folder)) break
    }
    return false
  })
}

/** Some disks fold case. */
const isDotGit = (path: string): boolean => posix.basename(path).toLowerCase() === ".git"

const isGitDirectory = ({ files }: Bounds, folder: string): boolean =>
  files.stat(`${folder}/objects`) === "directory" && files.stat(`${folder}/HEAD`) === "file"

/** Whether the file, where it is a `.git` file, points to a repository inside, with all that is shared by it. */
export function pointsInside(bounds: Bounds, path: string): boolean {
  const gitDir = pointedBy(bounds, path)
  if (gitDir === undefined) return true
  return [gitDir, sharedBy(bounds, gitDir)].every((each) => isInside(bounds, each, { readable: true }))
}

/**
 * Whether git would take the word for a worktree outside: it goes by the last parts of the paths that are registered,
 * before it goes by the directory.
 */
export function namesWorktreeOutside(bounds: Bounds, word: string): boolean {
  const name = word.replace(/\/+$/, "").toLowerCase()
  return worktrees(bounds).some(
    (path) => `/${path.toLowerCase()}`.endsWith(`/${name}`) && !isInside(bounds, path, { link: true }),
  )
}

function worktrees(bounds: Bounds): readonly string[] {
  const { files } = bounds
  const top = topOf(bounds)
  const dotGit = `${top}/.git`
  const gitDir = pointedBy(bounds, dotGit) ?? (files.stat(dotGit) === "directory" ? dotGit : top)
  const registry = `${sharedBy(bounds, gitDir)}/worktrees`
  return files.list(registry).flatMap((entry) => {
    const pointer = files.read(`${registry}/${entry}/gitdir`)?.trimEnd()
    return pointer ? [posix.dirname(posix.resolve(`${registry}/${entry}`, pointer))] : []
  })
}

/** The folder that a `.git` file names; undefined where the path is none. */
function pointedBy({ files }: Bounds, path: string): string | undefined {
  const target = files.stat(path) === "file" ? gitFileTarget(files.read(path) ?? "") : undefined
  return target === undefined ? undefined : posix.resolve(posix.dirname(path), target)
}

function sharedBy({ files }: Bounds, gitDir: string): string {
  const pointer = files.read(`${gitDir}/commondir`)?.trimEnd()
  return pointer ? posix.resolve(gitDir, pointer) : gitDir
}
