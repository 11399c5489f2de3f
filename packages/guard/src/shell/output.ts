/** What a command prints, for the programs whose output follows from their arguments and their input. */
import { posix } from "node:path"
import { directoryValue, physicalPath, resolveDirectory } from "./directory.ts"
import { printed } from "./expand/quote.ts"
import { awkLines, cutLines, grepLines, sedLines, type Filter } from "./filter.ts"
import { foundByFind, foundByGrep } from "./found.ts"
import { listed, lookedUp } from "./listing.ts"
import type { Command } from "./program.ts"
import { concatenated, type Run } from "./run.ts"
import { known, mapValue, oneOf, textOf, textsOf, unknown, type Value, type Word } from "./value.ts"

type Printer = (call: Call) => Value | undefined

interface Call {
  readonly words: readonly Word[]
  /** All the words as texts, or undefined where one is not known. */
  readonly texts: readonly string[] | undefined
  readonly command: Command
  readonly run: Run
  readonly stdin: Value
  readonly variable: (name: string) => Value | undefined
}

const UNREAD = unknown("input that is not known")

/** Standard output, last newline included. */
export function outputOf(command: Command, run: Run, variable: (name: string) => Value | undefined): Value {
  if (command.redirections.some((each) => /^(?:&?>|>)/.test(each.operator) && (each.fd ?? 1) === 1)) return known("")
  const name = posix.basename(textOf(command.argv[0]?.value) ?? "")
  const words = command.argv.slice(1)
  const texts = words.map((word) => textOf(word.value))
  const call: Call = {
    words,
    texts: texts.every((text) => text !== undefined) ? texts : undefined,
    command,
    run,
    stdin: command.stdin ?? UNREAD,
    variable,
  }
  const printer = PRINTERS.get(name)
  if (printer) return printer(call) ?? unknown(`the output of ${name}`)
  const told = run.host.output(command)
  return told
    ? mapValue(told, (text) => (text === "" ? "" : text + "\n"))
    : unknown(`the output of ${name || "a command"}`)
}

/** Values joined by a text. */
function joinValues(values: readonly Value[], separator: string): Value {
  return values.reduce<Value>(
    (all, value, index) => concatenated(index ? concatenated(all, known(separator)) : all, value),
    known(""),
  )
}

const line = (text: string): string => text + "\n"

/** What `echo` and `printf` print, whatever it is printed to; undefined for all other programs. */
export function literalOutput({ argv }: Pick<Command, "argv">): Value | undefined {
  const words = argv.slice(1)
  switch (textOf(argv[0]?.value)) {
    case "echo":
      return echo({ words })
    case "printf":
      return printf({ words })
    default:
      return undefined
  }
}

function echo({ words }: Pick<Call, "words">): Value {
  let index = 0
  let newline = true
  let escapes = false
  for (; index < words.length; index++) {
    const text = textOf(words[index]!.value)
    if (text === undefined || !/^-[neE]+$/.test(text)) break
    if (text.includes("n")) newline = false
    if (/[eE]/.test(text)) escapes = text.lastIndexOf("e") > text.lastIndexOf("E")
  }
  const all = joinValues(
    words.slice(index).map((word) => word.value),
    " ",
  )
  const text = escapes ? mapValue(all, (each) => printed(each.replace(/\\0([0-7]{1,3})/g, "\\$1"))) : all
  return newline ? concatenated(text, known("\n")) : text
}

function printf({ words }: Pick<Call, "words">): Value | undefined {
  const rest = textOf(words[0]?.value) === "--" ? words.slice(1) : words
  const format = textOf(rest[0]?.value)
  if (format === undefined || textOf(words[0]?.value) === "-v") return undefined
  const values = rest.slice(1).map((word) => word.value)
  let result: Value = known("")
  let used = 0
  do {
    const before = used
    for (const [part] of format.matchAll(/%%|%[-0-9.+ #]*[a-zA-Z]|\\?[^%\\]+|\\[^]|[^]/g)) {
      if (!/^%[^%]/.test(part)) result = concatenated(result, known(part === "%%" ? "%" : printed(part)))
      else if (/^%[sbqdiu]$/.test(part)) {
        const value = values[used++] ?? known(/[diu]/.test(part) ? "0" : "")
        result = concatenated(result, part === "%b" ? mapValue(value, printed) : value)
      } else return undefined
    }
    if (used === before) break
  } while (used < values.length)
  return result
}

/** Options without a value, and the operands. */
function operandsOf({ texts }: Call): string[] | undefined {
  return texts?.filter((text) => !/^-./.test(text))
}

/** The input where it is standard input that is read. */
function inputOf(call: Call, operands: readonly string[] | undefined): Value | undefined {
  const files = operands?.filter((each) => each !== "-") ?? [""]
  if (files.length === 0) return call.stdin
  const texts = files.map((file) => call.run.descriptors.get(file))
  return texts.every((text) => text !== undefined) ? joinValues(texts, "") : undefined
}

function onLines(value: Value | undefined, change: (lines: string[]) => readonly string[]): Value | undefined {
  const texts = value && textsOf(value)
  if (!texts) return undefined
  return oneOf(
    texts.map((text) =>
      change(text === "" ? [] : text.replace(/\n$/, "").split("\n"))
        .map(line)
        .join(""),
    ),
  )
}

function ends(
  call: Call,
  take: (lines: readonly string[], count: number, sign: string) => readonly string[],
): Value | undefined {
  const { texts } = call
  if (!texts) return undefined
  let count = "10"
  const operands: string[] = []
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index]!
    if (text === "-n" || text === "--lines") count = texts[++index] ?? "10"
    else if (/^(?:-n|--lines=)/.test(text)) count = text.replace(/^(?:-n|--lines=)/, "")
    else if (/^-\d+$/.test(text)) count = text.slice(1)
    else if (/^-[qs]$/.test(text)) continue
    else if (/^-./.test(text)) return undefined
    else operands.push(text)
  }
  const match = /^([+-]?)(\d+)$/.exec(count)
  return match ? onLines(inputOf(call, operands), (lines) => take(lines, Number(match[2]), match[1]!)) : undefined
}

/** A program that changes or chooses the lines of its input. */
const filter =
  (reading: (texts: readonly string[]) => Filter | undefined): Printer =>
  (call) => {
    const found = call.texts && reading(call.texts)
    return found && onLines(inputOf(call, found.files ?? []), found.change)
  }

const grep: Printer = (call) => foundByGrep(call.words, call.command.directory, false) ?? filter(grepLines)(call)

/** A path of its own below TMPDIR or its template's folder, which exists from now on. */
function mktemp(call: Call): Value | undefined {
  const { texts, variable } = call
  if (!texts) return undefined
  let folder: string | undefined
  let template: string | undefined
  let inTemporary = false
  let makesDirectory = false
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index]!
    if (text === "-p" || text === "--tmpdir") {
      inTemporary = true
      if (text === "-p") folder = texts[++index]
    } else if (text.startsWith("--tmpdir=")) folder = text.slice("--tmpdir=".length)
    else if (text === "--suffix") index++
    else if (text === "-t") inTemporary = true
    else if (text === "--directory" || /^-[a-z]*d[a-z]*$/.test(text)) {
      makesDirectory = true
      if (/t/.test(text.slice(1)) && !text.startsWith("--")) inTemporary = true
    } else if (!text.startsWith("-")) template = text
  }
  const temporary = folder ?? textOf(variable("TMPDIR")) ?? "/tmp"
  if (template?.startsWith("/")) return made(call, template, makesDirectory)
  const base = template === undefined || inTemporary || folder !== undefined ? temporary : "."
  return made(call, `${base}/${template ?? "tmp.XXXXXXXXXX"}`, makesDirectory)
}

function made({ command, run }: Call, template: string, makesDirectory: boolean): Value {
  const path = resolveDirectory(
    command.directory,
    known(template.replace(/X{3,}(?=[^/]*$)|$/, `ringfence${run.next()}`)),
  )
  if (path.kind !== "at") return unknown("a temporary path")
  if (makesDirectory) run.makes(path.path)
  return known(line(path.path))
}

function onOperands(call: Call, change: (text: string) => string | undefined): Value | undefined {
  const operands = call.words.filter((word) => !(textOf(word.value) ?? "").startsWith("-"))
  const values = operands.map((word): Value | undefined => {
    const texts = textsOf(word.value)?.map(change)
    return texts?.every((text) => text !== undefined) ? oneOf(texts) : undefined
  })
  return values.length && values.every((value) => value !== undefined)
    ? concatenated(joinValues(values, "\n"), known("\n"))
    : undefined
}

/** dirname and basename keep what is known of a path below a directory. */
const dirname: Printer = (call) => onOperands(call, (text) => posix.dirname(text))

const basename: Printer = (call) => {
  const operands = operandsOf(call)
  if (!operands || call.texts!.some((text) => text === "-s" || text === "-a")) return undefined
  return operands[0] === undefined ? undefined : known(line(posix.basename(operands[0], operands[1] ?? "")))
}

function canonical(call: Call): Value | undefined {
  const { command, run } = call
  if (call.texts?.some((text) => text.startsWith("--relative"))) return undefined
  return onOperands(call, (text) => {
    const { directory } = command
    if (!text.startsWith("/") && directory.kind !== "at") return undefined
    return physicalPath(directory.kind === "at" ? directory.path : "/", text, run.host)
  })
}

const cat: Printer = (call) => inputOf(call, operandsOf(call))
const nothing: Printer = () => known("")

const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ["echo", echo],
  ["printf", printf],
  ["cat", cat],
  ["tee", (call) => call.stdin],
  [
    "head",
    (call) =>
      ends(call, (lines, count, sign) =>
        sign === "-" ? lines.slice(0, Math.max(0, lines.length - count)) : lines.slice(0, count),
      ),
  ],
  [
    "tail",
    (call) =>
      ends(call, (lines, count, sign) =>
        sign === "+" ? lines.slice(Math.max(0, count - 1)) : count === 0 ? [] : lines.slice(-count),
      ),
  ],
  ["sort", (call) => (call.words.length === 0 ? onLines(call.stdin, (lines) => lines.toSorted()) : undefined)],
  [
    "uniq",
    (call) =>
      call.words.length === 0
        ? onLines(call.stdin, (lines) => lines.filter((each, index) => each !== lines[index - 1]))
        : undefined,
  ],
  ["tac", (call) => (call.words.length === 0 ? onLines(call.stdin, (lines) => lines.toReversed()) : undefined)],
  ["awk", filter(awkLines)],
  ["cut", filter(cutLines)],
  ["grep", grep],
  ["rg", ({ words, command }) => foundByGrep(words, command.directory, true)],
  ["find", ({ words, command }) => foundByFind(words, command.directory)],
  ["sed", filter(sedLines)],
  [
    "xargs",
    (call) =>
      call.words.length === 0 ? mapValue(call.stdin, (text) => line(text.trim().split(/\s+/).join(" "))) : undefined,
  ],
  [
    "pwd",
    ({ command, run, texts }) => {
      const value = mapValue(directoryValue(command.directory), line)
      return texts?.includes("-P") ? mapValue(value, (text) => line(run.host.realpath(text.trimEnd()))) : value
    },
  ],
  ["ls", (call) => call.texts && listed(call.texts, call.command, call.run)],
  ...["which", "command", "type", "hash"].map(
    (name) => [name, (call: Call) => call.texts && lookedUp(name, call.texts, call.run, call.variable)] as const,
  ),
  ["mktemp", mktemp],
  ["dirname", dirname],
  ["basename", basename],
  ["realpath", canonical],
  [
    "readlink",
    (call) =>
      call.texts?.some((text) => /^-[a-z]*[fem]/.test(text) || text === "--canonicalize") ? canonical(call) : undefined,
  ],
  [
    "seq",
    ({ texts }) =>
      texts?.length === 1 && /^\d{1,2}$/.test(texts[0]!)
        ? known(Array.from({ length: Number(texts[0]) }, (_, index) => line(String(index + 1))).join(""))
        : undefined,
  ],
  ...[
    "true",
    ":",
    "cd",
    "export",
    "set",
    "mkdir",
    "rm",
    "touch",
    "cp",
    "mv",
    "test",
    "[",
    "false",
    "sleep",
    "exit",
    "read",
    "local",
    "declare",
    "shopt",
    "unset",
    "trap",
  ].map((name) => [name, nothing] as const),
])
