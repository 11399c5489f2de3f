/**
 * Where opencode (1.18) looks for plugins. What holds was measured with the program itself:
 * - of the user's own files only the last one that has a `plugin` list counts; all other lists add up, so that an
 *   empty list of a project takes nothing away
 * - OPENCODE_PURE and --pure drop every plugin, OPENCODE_DISABLE_PROJECT_CONFIG the files of the project
 * - a file that does not parse, or holds a value of a wrong type, keeps the program from starting
 */
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Failure } from "../../failure.ts"
import type { Env } from "../client.ts"
import { heldBy, readList } from "../list.ts"

/** One of opencode's two kinds of plugins, each with configuration files of its own. */
export interface Kind {
  /** What ours does in it. */
  readonly part: string
  readonly schema: string
  /** The user's files, a later one before an earlier one. */
  readonly user: readonly string[]
  /** The file names elsewhere; the first is the one that is made. */
  readonly local: readonly string[]
  /** Of the user's files only the last list counts. */
  readonly replaces: boolean
  /** The variable that names a further file. */
  readonly variable: string
}

export const GUARD: Kind = {
  part: "guard",
  schema: "https://opencode.ai/config.json",
  user: ["config.json", "opencode.json", "opencode.jsonc"],
  local: ["opencode.json", "opencode.jsonc"],
  replaces: true,
  variable: "OPENCODE_CONFIG",
}

export const TUI: Kind = {
  part: "tui",
  schema: "https://opencode.ai/tui.json",
  user: ["tui.json", "tui.jsonc"],
  local: ["tui.json", "tui.jsonc"],
  replaces: false,
  variable: "OPENCODE_TUI_CONFIG",
}

export const KINDS: readonly Kind[] = [GUARD, TUI]

export const KEY = "plugin"

const home = (env: Env): string => env["HOME"] || homedir()

/** The user's folder of opencode: by XDG on every platform. */
export const userFolder = (env: Env): string => join(env["XDG_CONFIG_HOME"] || join(home(env), ".config"), "opencode")

/** The file of a folder that a line goes into: where a list is that counts, else where anything is, else a new one. */
export function fileIn(folder: string, { local }: Kind, names: readonly string[]): string {
  const there = names.map((name) => join(folder, name)).filter((path) => existsSync(path))
  const withList = there.filter((file) => readList({ file, key: KEY }).listed)
  return withList.at(-1) ?? there.at(-1) ?? join(folder, local[0]!)
}

/** A plugin that opencode would load, as it is named, and where that is; nowhere for a package of a registry. */
export interface Named {
  readonly spec: string
  readonly path?: string
  readonly source: string
}

/** What holds for sessions in a directory. */
export interface Effective {
  readonly named: readonly Named[]
  /** Files that opencode would not start with, in words. */
  readonly faults: readonly string[]
}

/** The path that an entry of a list names; undefined for a package of a registry. */
export function pathOf(spec: string, folder: string): string | undefined {
  try {
    if (spec.startsWith("file://")) return fileURLToPath(spec)
  } catch {
    return undefined
  }
  return isAbsolute(spec) || spec.startsWith(".") ? resolve(folder, spec) : undefined
}

/**
 * What opencode would load for sessions in a directory.
 *
 * @param top where it stops looking upwards: the top of the worktree, the root folder outside of any
 */
export function effective(kind: Kind, directory: string, top: string, env: Env): Effective {
  const faults: string[] = []
  const held = (source: string, read: () => ReturnType<typeof readList>) => {
    try {
      const { listed, entries } = read()
      const folder = source.includes("/") || source.includes("\\") ? dirname(source) : directory
      return { listed, named: entries.map(({ spec }) => ({ spec, source, path: pathOf(spec, folder) })) }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      faults.push(error.message)
      return { listed: false, named: [] }
    }
  }
  const inFile = (file: string) => held(file, () => readList({ file, key: KEY }))
  const user = kind.user.map((name) => inFile(join(userFolder(env), name))).filter(({ listed }) => listed)
  const content = kind === GUARD ? env["OPENCODE_CONFIG_CONTENT"] : undefined
  const lists = [
    ...(kind.replaces ? user.slice(-1) : user),
    ...furtherFiles(kind, directory, top, env).map(inFile),
    ...(content ? [held("OPENCODE_CONFIG_CONTENT", () => heldBy(content, KEY, "OPENCODE_CONFIG_CONTENT"))] : []),
  ]
  return { named: lists.flatMap(({ named }) => named), faults }
}

function furtherFiles(kind: Kind, directory: string, top: string, env: Env): readonly string[] {
  const within = isOn(env["OPENCODE_DISABLE_PROJECT_CONFIG"]) ? [] : foldersUp(directory, top)
  const folders = [
    ...within,
    ...within.map((folder) => join(folder, ".opencode")),
    join(home(env), ".opencode"),
    ...(env["OPENCODE_CONFIG_DIR"] ? [env["OPENCODE_CONFIG_DIR"]] : []),
    ...(kind === GUARD ? [managedFolder(env)] : []),
  ]
  const named = env[kind.variable]
  return [
    ...(named ? [resolve(directory, named)] : []),
    ...new Set(folders.flatMap((folder) => kind.local.map((name) => join(folder, name)))),
  ]
}

/** What an administrator lays down for everybody. */
function managedFolder(env: Env): string {
  if (process.platform === "darwin") return "/Library/Application Support/opencode"
  if (process.platform === "win32") return join(env["ProgramData"] || "C:\\ProgramData", "opencode")
  return "/etc/opencode"
}

/** The folders from a directory up to `top`, both included. */
function foldersUp(directory: string, top: string): readonly string[] {
  const parent = dirname(directory)
  return directory === top || parent === directory ? [directory] : [directory, ...foldersUp(parent, top)]
}

/** As opencode reads its switches. */
export const isOn = (value: string | undefined): boolean => ["1", "true"].includes(value?.toLowerCase() ?? "")
