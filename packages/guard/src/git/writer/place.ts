/** Where plain writes land: from the words of a command to effects on whatever owns the path. */
import { posix } from "node:path"
import { directoryAt, resolvePath } from "../../shell/path.ts"
import { directoriesOf, type Command } from "../../shell/program.ts"
import { mapValue, textOf, textsOf, type Value, type Word } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { writeTo, type How } from "./target.ts"

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
  return words.flatMap((word) => {
    const value = "value" in word ? word.value : word
    const through = how.link && FOLLOWS.test(textOf(value) ?? "") ? { ...how, link: false } : how
    return pathsOf(command, value).flatMap((path) => writeTo(path, state, through))
  })
}

/** With a slash behind it a link is what it leads to, also for commands that act on links themselves. */
const FOLLOWS = /\/\.?$/

/** The command as if it ran where these folders lead, each seen from the one before. */
export function afterMoves(command: Command, folders: readonly Value[]): Command {
  return folders.reduce(
    (moved, folder) => ({ ...moved, directory: directoryAt(resolvePath(moved.directory, folder)) }),
    command,
  )
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

/** Examples that only make a folder: git, and so our snapshots, know no empty ones. */
export const EMPTY_FOLDER = { notRun: "an empty folder is in no snapshot" }
