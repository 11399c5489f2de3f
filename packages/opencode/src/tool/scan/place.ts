/** Where paths lie: in the session's own folders, in a temporary one, or outside. */
import { tmpdir } from "node:os"
import { basename, dirname, isAbsolute, join } from "node:path"
import { directoriesOf, resolvePath, textsOf, type Command, type Files, type Value } from "@ringfence/guard"

/** What the scan must know of the session and the machine. All folders are absolute. */
export interface Facts {
  /** The session's own directory. */
  readonly directory: string
  /** The top of the worktree it lies in; the directory itself outside a repository. */
  readonly worktree: string
  /** The session is isolated: what lies in its worktree is nobody else's. */
  readonly isolated: boolean
  /** Folders for what may be lost at any time. */
  readonly temporary: readonly string[]
  /** Further folders that a session may use without being asked: its git directory, the whole outputs. */
  readonly open: readonly string[]
  readonly files: Pick<Files, "stat" | "realpath">
}

const DEVICES = /^\/dev\/(?:null|zero|full|random|urandom|tty|std(?:in|out|err)|fd(?:\/.*)?)$/

/** Whether a path is the folder or lies in it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/**
 * Folders for what may be lost. One that the session itself lies in is none: there, the work of others could not be told
 * from what was made to be lost.
 *
 * @param env of the command
 * @param directory the session's own
 */
export function temporaryFolders(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): readonly string[] {
  const named = [env["TMPDIR"], tmpdir(), "/tmp", "/var/tmp"].filter((path) => path !== undefined && isAbsolute(path))
  return [...new Set(named)].filter((path): path is string => !isWithin(directory, path!))
}

/** The path a command acts on: what it leads to, or with `link` the name itself, where a link may stand. */
function realOf({ files }: Facts, path: string, link: boolean): string {
  return link && !path.endsWith("/") ? join(files.realpath(dirname(path)), basename(path)) : files.realpath(path)
}

const lies = (facts: Facts, real: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isWithin(real, folder) || isWithin(real, facts.files.realpath(folder)))

/** The folder that a session must be allowed to use for this path; undefined where it may anyway. */
export function outside(facts: Facts, path: string, link: boolean): string | undefined {
  if (DEVICES.test(path)) return undefined
  const real = realOf(facts, path, link)
  if (lies(facts, real, [facts.directory, facts.worktree, ...facts.temporary, ...facts.open])) return undefined
  return facts.files.stat(real) === "directory" ? real : dirname(real)
}

/** Whether what stands at this path may go without being asked for. A folder itself is more than what lies in it. */
export function mayGo(facts: Facts, path: string, link: boolean): boolean {
  const real = realOf(facts, path, link)
  const folders = facts.isolated ? [facts.worktree, ...facts.temporary] : facts.temporary
  return lies(facts, real, folders) && !folders.some((folder) => isWithin(facts.files.realpath(folder), real))
}

/** Absolute paths that a word may mean to a command; `known` is false where there may be others. */
export interface Paths {
  readonly paths: readonly string[]
  readonly known: boolean
}

/** The paths of an absolute value: those it may be, or the folder that all of them lie in. */
export function pathsIn(value: Value): Paths {
  const texts = textsOf(value)
  if (texts) return { paths: texts, known: true }
  if (value.kind === "below") return { paths: [join(value.directory, "*")], known: true }
  if (value.kind === "startsWith") return { paths: [`${dirname(`${value.text}x`)}/*`], known: false }
  return { paths: [], known: false }
}

/** The absolute paths a word of a command means, in each directory that the command may run in. */
export const pathsOf = (command: Command, value: Value): readonly string[] =>
  directoriesOf(command.directory).flatMap((directory) => pathsIn(resolvePath(directory, value)).paths)
