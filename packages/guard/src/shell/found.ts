/** Paths that programs print which walk through folders: every one of them lies below the folder they start at. */
import { posix } from "node:path"
import { resolvePath } from "./path.ts"
import type { Directory } from "./program.ts"
import { known, textOf, type Value, type Word } from "./value.ts"

/** Filters by more than names and properties: which of the folders are walked through is then anybody's guess. */
const BY_PATH = /^-(?:i?path|i?wholename|i?regex|prune|maxdepth|quit|samefile|inum)$/

/**
 * Each path at or below a folder.
 *
 * @param start where the walk begins, as it is typed
 * @param every whether all folders below are walked through, so that a command for each path reaches all of them
 */
export function belowFolder(start: Value, directory: Directory, every: boolean): Value | undefined {
  const path = resolvePath(directory, start)
  const text = textOf(path)
  if (text !== undefined) return { kind: "below", directory: posix.resolve("/", text), ...(every && { each: true }) }
  return path.kind === "below" ? path : undefined
}

/** Whether a find expression comes by every folder below its starts. */
export const walksEverywhere = (expression: readonly Word[]): boolean =>
  !expression.some((word) => BY_PATH.test(textOf(word.value) ?? ""))

/** What `find` prints, where it starts at one folder. */
export function foundByFind(words: readonly Word[], directory: Directory): Value | undefined {
  const operands = words.filter((word) => !/^-[HLP]$/.test(textOf(word.value) ?? ""))
  const end = operands.findIndex((word) => /^(-.|[(!,]$)/.test(textOf(word.value) ?? ""))
  const starts = end < 0 ? operands : operands.slice(0, end)
  if (starts.length > 1) return undefined
  const expression = end < 0 ? [] : operands.slice(end)
  if (expression.some((word) => /^-(?:printf|ls|fprint|exec)/.test(textOf(word.value) ?? ""))) return undefined
  return belowFolder(starts[0]?.value ?? known("."), directory, walksEverywhere(expression))
}

/** What `grep -rl PATTERN folder` and `rg -l PATTERN folder` print. */
export function foundByGrep(words: readonly Word[], directory: Directory, recurses: boolean): Value | undefined {
  const texts = words.map((word) => textOf(word.value))
  if (texts.some((text) => text === undefined)) return undefined
  const flags = texts.filter((text) => /^-[A-Za-z]+$/.test(text!)).join("")
  const long = texts.filter((text) => text!.startsWith("--"))
  const lists = flags.includes("l") || long.includes("--files-with-matches")
  const walks = recurses || /[rR]/.test(flags) || long.some((text) => text!.endsWith("recursive"))
  const operands = texts.filter((text) => !text!.startsWith("-"))
  if (!lists || !walks || /[efmABC]/.test(flags) || operands.length > 2 || operands.length === 0) return undefined
  return belowFolder(known(operands[1] ?? "."), directory, true)
}
