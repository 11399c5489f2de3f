/** Where paths lead, and whether that is inside the workspace. */
import { posix } from "node:path"
import type { Files } from "../../state/state.ts"

export interface Bounds {
  /** The only door to the disk. */
  readonly files: Pick<Files, "stat" | "realpath" | "list" | "read">
  /** Absolute: everything a request names lies in here. */
  readonly root: string
  /** Absolute: where the request runs. */
  readonly cwd: string
  /** Absolute: a second folder whose repositories may be cloned and fetched from. */
  readonly readable?: string
}

/** Reads as nothing and keeps nothing: git's manual names it to switch files off. */
export const NOTHING = "/dev/null"

/** Whether the path leads into the workspace, however it is read: `..` before links are followed, and after. */
export function isInside(bounds: Bounds, path: string, settings: PathSettings = {}): boolean {
  if (path === NOTHING) return true
  const roots = [bounds.root, ...(settings.readable && bounds.readable !== undefined ? [bounds.readable] : [])]
  const places = placesOf(bounds, path, settings)
  return roots.some((root) => places.every((place) => isWithin(place, bounds.files.realpath(root))))
}

/** Where the path leads by either reading of `..`, as real paths. */
export function placesOf(
  bounds: Bounds,
  path: string,
  { base = bounds.cwd, link = false }: PathSettings = {},
): readonly string[] {
  const typed = posix.isAbsolute(path) ? path : `${base}/${path}`
  return [typed, posix.normalize(typed)].map((each) => canonical(bounds, each, link))
}

export interface PathSettings {
  /** What relative paths start from; the directory of the request unless given. */
  readonly base?: string
  /** The path stands for what lies there itself: a link is not followed. */
  readonly link?: boolean
  /** The second folder counts as inside. */
  readonly readable?: boolean
}

function canonical({ files }: Bounds, path: string, link: boolean): string {
  const name = posix.basename(path)
  if (!link || path.endsWith("/") || name === "." || name === "..") return files.realpath(path)
  return posix.join(files.realpath(posix.dirname(path)), name)
}

/** Both are real paths. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/** The folder git goes to before it reads the address of a repository: the top of the worktree, or a bare repository. */
export function topOf({ files, cwd }: Bounds): string {
  const start = files.realpath(cwd)
  for (let folder = start; ; folder = posix.dirname(folder)) {
    const bare = files.stat(`${folder}/objects`) === "directory" && files.stat(`${folder}/HEAD`) === "file"
    if (bare || files.stat(`${folder}/.git`) !== undefined) return folder
    if (folder === posix.dirname(folder)) return start
  }
}

/** A pathspec without its magic, and whether it starts at the top. */
export function plainPathspec(pathspec: string): { readonly path: string; readonly top: boolean } {
  const long = /^:\(([^)]*)\)/.exec(pathspec)
  if (long) return { path: pathspec.slice(long[0].length), top: long[1]!.split(",").includes("top") }
  const short = /^:([/!^]*):?/.exec(pathspec)
  return short
    ? { path: pathspec.slice(short[0].length), top: short[1]!.includes("/") }
    : { path: pathspec, top: false }
}
