/** What `ls` lists, and where programs are found. */
import { posix } from "node:path"
import { resolveDirectory } from "./directory.ts"
import type { Command } from "./program.ts"
import type { Run } from "./run.ts"
import { known, textOf, type Value } from "./value.ts"

/** The letters of `ls` that neither change what is on a line nor their order. */
const PLAIN = /^-[1dp]+$/
/** Those that only change the order. */
const ORDERED = /^-[1dtrSUXvf]+$/

/** What `ls` prints for paths, one a line: those that are there, and the names in a single folder. */
export function listed(texts: readonly string[], command: Command, run: Run): Value | undefined {
  const flags = texts.filter((text) => /^-./.test(text) && text !== "--")
  const operands = texts.filter((text) => !/^-./.test(text))
  const inOrder = flags.every((flag) => PLAIN.test(flag))
  if (!inOrder && !flags.every((flag) => ORDERED.test(flag))) return undefined
  const itself = flags.some((flag) => flag.includes("d"))
  const lines: string[] = []
  for (const operand of operands) {
    const path = resolveDirectory(command.directory, known(operand))
    if (path.kind !== "at") return undefined
    const kind = run.host.stat(path.path)
    if (kind === "directory" && !itself) return undefined
    if (kind !== undefined || run.made(path.path) !== "no") lines.push(operand)
  }
  if (operands.length === 0) return undefined
  if (inOrder || lines.length < 2)
    return known(
      lines
        .toSorted()
        .map((line) => line + "\n")
        .join(""),
    )
  return belowAll(lines, command)
}

/** Some of these paths, nobody knows which. */
function belowAll(lines: readonly string[], { directory }: Command): Value | undefined {
  const folders = new Set(lines.map((line) => posix.dirname(line)))
  const folder = folders.size === 1 ? resolveDirectory(directory, known([...folders][0]!)) : undefined
  return folder?.kind === "at" ? { kind: "below", directory: folder.path } : undefined
}

const ASKS: Readonly<Record<string, RegExp>> = {
  which: /^(?!-)/,
  command: /^-v$/,
  type: /^-[pP]$/,
  hash: /^-t$/,
}

/** The path of the one program that `which`, `command -v`, `type -p` or `hash -t` is asked for. */
export function lookedUp(
  asked: string,
  texts: readonly string[],
  { host }: Run,
  variable: (name: string) => Value | undefined,
): Value | undefined {
  const name = texts.at(-1)
  if (name === undefined || !ASKS[asked]!.test(texts[0]!) || texts.length !== (asked === "which" ? 1 : 2))
    return undefined
  const folders = textOf(variable("PATH"))?.split(":") ?? []
  const found = folders
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => posix.join(folder, name))
    .find((path) => host.stat(path) === "file")
  return found === undefined ? undefined : known(found + "\n")
}
