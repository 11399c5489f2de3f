/** Where plain writes land: from the words of a command to effects on whatever owns the path. */
import { posix } from "node:path"
import { resolvePath } from "../../shell/path.ts"
import { directoriesOf, type Command } from "../../shell/program.ts"
import { known, mapValue, textOf, textsOf, type Value, type Word } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"

export interface How {
  /** The command acts on a symbolic link itself, not on what it points to. */
  readonly link?: boolean
  /** Everything below the path is written too. */
  readonly recursive?: boolean
}

/** The absolute paths a word may mean to a command. */
export function pathsOf(command: Command, value: Value): readonly Value[] {
  return directoriesOf(command.directory).map((directory) => resolvePath(directory, value))
}

/** The effects of writing what the words name. */
export function writes(
  command: Command,
  state: State,
  words: readonly (Word | Value)[],
  how: How = {},
): readonly Effect[] {
  return words.flatMap((word) =>
    pathsOf(command, "value" in word ? word.value : word).flatMap((path) => writeOf(state, path, how)),
  )
}

/** A file of this absolute path is written, replaced or removed. */
export function writeOf(state: State, path: Value, how: How = {}): readonly Effect[] {
  const site = state.siteOf(path, how.link ? { link: true } : {})
  const hooks = site.kind === "shared" && isHook(state, path)
  const effect: Effect = hooks
    ? { kind: "hooks", site, path }
    : { kind: "worktree", site, what: "files", path, destructive: false }
  return how.recursive ? [effect, ...contained(state, path)] : [effect]
}

function isHook(state: State, path: Value): boolean {
  const hooks = state.home && state.files.realpath(posix.join(state.home.commonDir, "hooks"))
  return hooks !== undefined && (textsOf(path) ?? []).some((text) => isBelow(realParent(state, text), hooks))
}

const realParent = (state: State, path: string): string =>
  posix.join(state.files.realpath(posix.dirname(path)), posix.basename(path))

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`)

/** The worktrees of others, and the shared git directory, in a folder that goes as a whole. */
function contained(state: State, path: Value): readonly Effect[] {
  const text = textOf(path)
  if (text === undefined || !state.own) return []
  const folder = realParent(state, text)
  const places = [...state.own.others.map((other) => other.path), state.own.commonDir]
  return places
    .filter((place) => place !== folder && isBelow(state.files.realpath(place), folder))
    .map((place) => ({
      kind: "worktree",
      site: state.siteOf(known(place)),
      what: "files",
      path: known(place),
      destructive: false,
    }))
}

/** Where a copy of `source` lands: in the target where that is a folder, else at the target. */
export function landing(
  command: Command,
  state: State,
  source: Word,
  target: Word,
  intoFolder: boolean | undefined,
): readonly Value[] {
  return pathsOf(command, target.value).map((path) => {
    const text = textOf(path)
    const folder =
      intoFolder ??
      (text !== undefined && (state.files.stat(text) === "directory" || textOf(target.value)?.endsWith("/") === true))
    return folder ? inside(path, source.value) : path
  })
}

/** The last part of `source` in a folder; the folder itself where either cannot be told. */
export function inside(folder: Value, source: Value): Value {
  const name = textOf(source)
  const base = name === undefined ? undefined : posix.basename(name)
  if (base === undefined || base === "" || base === "." || base === "..") return folder
  return textsOf(folder) ? mapValue(folder, (text) => posix.join(text, base)) : folder
}
