/**
 * What an archive holds that decides something later: the repositories in it. A text that tells them stands for the
 * archive in a pipe.
 */
import { posix } from "node:path"
import { known, textOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { copiedFolder, copiedPointer } from "./copy.ts"

const MARK = "\u0001packed:"

interface Entry {
  /** Its name in the archive. */
  readonly name: string
  /** The folder, or the `.git` file, that it was. */
  readonly from: string
}

/** The text for an archive of these operands, seen from `base`; undefined where no repository is in it. */
export function packed(operands: readonly Value[], base: string, state: State): Value | undefined {
  const entries = operands.flatMap((operand): readonly Entry[] => {
    const name = textOf(operand)
    if (name === undefined) return []
    const from = posix.resolve(base, name)
    const isPointer = posix.basename(from) === ".git" && state.files.stat(from) === "file"
    return isPointer || state.files.stat(posix.join(from, ".git")) !== undefined ? [{ name, from }] : []
  })
  return entries.length === 0 ? undefined : known(MARK + JSON.stringify(entries))
}

/** What unpacking such a text into a folder brings there. */
export function unpacked(archive: string | undefined, folder: string, state: State): readonly Effect[] {
  if (!archive?.startsWith(MARK)) return []
  const entries = JSON.parse(archive.slice(MARK.length)) as readonly Entry[]
  return entries.flatMap(({ name, from }) => {
    const target = posix.resolve(folder, name.replace(/^\/+/, ""))
    return posix.basename(from) === ".git" ? copiedPointer(from, target, state) : copiedFolder(from, target, state)
  })
}
