/** Wrappers that run a command for the items of a list: xargs and parallel. */
import { known, textOf, textsOf, unknown, type Value, type Word } from "../value.ts"
import type { Inner, Wrapper, WrapperCall } from "../wrapper.ts"
import { unwrapFd, unwrapFind } from "./find.ts"
import { shellQuoted, unknownItem, withUnknownItem, withVariable } from "./item.ts"
import { read, rules, type Reading } from "./options.ts"
import { itemLines } from "./split.ts"
import { joined, literal, replaceIn, run, runText, unreadable } from "./words.ts"

const MOST_RUNS = 64
const NOBODY_KNOWS = "an item read from input"
const UNREAD = unknown(NOBODY_KNOWS)

const XARGS = rules([
  "-0 --null",
  "-a --arg-file <file>",
  "-d --delimiter <character>",
  "-E <text>",
  "-e --eof[=<text>]",
  "-I <text>",
  "-i --replace[=<text>]",
  "-J <text>",
  "-L <n>",
  "-l --max-lines[=<n>]",
  "-n --max-args <n>",
  "-o --open-tty",
  "-P --max-procs <n>",
  "-p --interactive",
  "-R <n>",
  "-r --no-run-if-empty",
  "-S <n>",
  "-s --max-chars <n>",
  "-t --verbose",
  "-x --exit",
  "--process-slot-var <name>",
  "--show-limits",
])

function unwrapXargs(call: WrapperCall): readonly Inner[] {
  const reading = read(XARGS, call.argv.slice(1))
  if (reading.quits || reading.rest.length === 0) return []
  const placeholder = placeholderOf(reading)
  const texts = !reading.has("arg-file") && call.stdin ? textsOf(call.stdin) : undefined
  const item = !reading.has("arg-file") && call.stdin?.kind === "below" ? call.stdin : UNREAD
  if (!texts) return unknownItems(reading, placeholder, item)
  return texts.flatMap((text) => {
    const groups = groupsOf(text, reading, placeholder !== undefined)
    if (!groups || groups.length > MOST_RUNS) return unknownItems(reading, placeholder, UNREAD)
    return groups.flatMap((items) => withItems(reading.rest, items, placeholder))
  })
}

/** What `-I` replaces, unless a later `-L` or `-n` turns it off. */
function placeholderOf(reading: Reading): string | undefined {
  const exclusive = reading.uses.filter((use) => ["I", "replace", "L", "max-lines", "max-args"].includes(use.name))
  const counts = exclusive.filter((use) => !(use.name === "max-args" && textOf(use.values[0]?.value) === "1"))
  const last = counts.at(-1)
  if (last?.name === "I" || last?.name === "replace") return textOf(last.values[0]?.value) ?? "{}"
  return textOf(reading.value("J")?.value)
}

/** `item` is what is known of each item. */
function unknownItems(reading: Reading, placeholder: string | undefined, item: Value): readonly Inner[] {
  const how: Partial<Inner> = { stdin: known(""), ...(reading.has("no-run-if-empty") ? { conditional: true } : {}) }
  if (placeholder === undefined)
    return run([...reading.rest, { ...unreadable(NOBODY_KNOWS, reading.rest.at(-1)!), value: item }], how)
  const { argv, sets } = withUnknownItem(reading.rest.slice(1), placeholder, item)
  return run([reading.rest[0]!, ...argv!], { ...how, ...(sets ? { sets } : {}) })
}

function withItems(
  words: readonly Word[],
  items: readonly string[],
  placeholder: string | undefined,
): readonly Inner[] {
  const how: Partial<Inner> = { stdin: known("") }
  if (placeholder === undefined) return run([...words, ...items.map((item) => literal(item, words.at(-1)!))], how)
  const [utility, ...others] = words
  return run([utility!, ...others.map((word) => replaceIn(word, placeholder, known(items.join(" "))))], how)
}

/** The items of each run, or undefined where the options cannot be read. */
function groupsOf(text: string, reading: Reading, whole: boolean): readonly (readonly string[])[] | undefined {
  const lines = linesOf(text, reading, whole)
  if (!lines) return undefined
  const items = lines.flatMap((line) => line.items)
  if (whole) return items.map((item) => [item])
  if (items.length === 0) return reading.has("no-run-if-empty") ? [] : [[]]
  const perRun = reading.value("max-args")
  const linesPerRun = reading.has("L", "max-lines") ? (reading.value("L", "max-lines") ?? "1") : undefined
  const last = reading.uses.findLast((use) => ["L", "max-lines", "max-args"].includes(use.name))?.name
  if (perRun && last === "max-args") return chunks(items, countOf(perRun))
  if (linesPerRun) return lineGroups(lines, countOf(linesPerRun))
  return [items]
}

const countOf = (word: Word | "1"): number => (word === "1" ? 1 : Number(textOf(word.value)))

function linesOf(text: string, reading: Reading, whole: boolean): ReturnType<typeof itemLines> | undefined {
  const separator = reading.uses.findLast((use) => use.name === "null" || use.name === "delimiter")
  const end = textOf(reading.value("E", "eof")?.value)
  if (!separator) {
    const lines = itemLines(text, whole)
    if (!end) return lines
    const stop = lines.findIndex((line) => line.items.includes(end))
    if (stop < 0) return lines
    const items = lines[stop]!.items
    return [...lines.slice(0, stop), { items: items.slice(0, items.indexOf(end)), continues: false }]
  }
  const character = separator.name === "null" ? "\0" : delimiter(textOf(separator.values[0]?.value))
  if (character === undefined) return undefined
  const parts = text.split(character)
  if (parts.at(-1) === "") parts.pop()
  return parts.map((item) => ({ items: [item], continues: false }))
}

const ESCAPES: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "\\0": "\0", "\\r": "\r", "\\\\": "\\" }

const delimiter = (text: string | undefined): string | undefined => (text?.length === 1 ? text : text && ESCAPES[text])

function chunks(items: readonly string[], size: number): readonly (readonly string[])[] | undefined {
  if (!(size >= 1)) return undefined
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

function lineGroups(lines: ReturnType<typeof itemLines>, size: number): readonly (readonly string[])[] | undefined {
  if (!(size >= 1)) return undefined
  const groups: string[][] = []
  let room = 0
  for (const line of lines) {
    if (room === 0) {
      groups.push([])
      room = size
    }
    groups.at(-1)!.push(...line.items)
    if (!line.continues) room--
  }
  return groups
}

const PARALLEL = rules([
  "-0 --null",
  "-a --arg-file <file>",
  "--arg-sep <text>",
  "-C --colsep <expression>",
  "-d --delimiter <text>",
  "-E <text>",
  "-I <text>",
  "-i",
  "-j --jobs --max-procs -P <n>",
  "-k --keep-order",
  "-L <n>",
  "-l <n>",
  "-n --max-args <n>",
  "-N --max-replace-args <n>",
  "-q --quote",
  "-r --no-run-if-empty",
  "-s --max-chars <n>",
  "-S --sshlogin <host>",
  "-X",
  "-m",
  "-t --verbose",
  "-u --ungroup",
  "--block <size>",
  "--delay <s>",
  "--env <name>",
  "--halt <when>",
  "--joblog <file>",
  "--load <n>",
  "--memfree <size>",
  "--nice <n>",
  "--recstart <text>",
  "--recend <text>",
  "--results <name>",
  "--retries <n>",
  "--rpl <text>",
  "--tagstring <text>",
  "--timeout <s>",
  "--tmpdir <dir>",
  "--wd --workdir <dir>",
  "-h!",
  "-V!",
])

/** GNU parallel joins its words into one text, puts an item in, and hands it to a shell. */
function unwrapParallel(call: WrapperCall): readonly Inner[] {
  const words = call.argv.slice(1)
  const separator = words.findIndex(
    (word) => /^:::?:?\+?$/.test(textOf(word.value) ?? "") && textOf(word.value)!.length >= 3,
  )
  const reading = read(PARALLEL, separator < 0 ? words : words.slice(0, separator))
  if (reading.quits) return []
  const dashes = reading.rest.findIndex((word) => textOf(word.value) === "--")
  const command = dashes < 0 ? reading.rest : reading.rest.slice(0, dashes)
  const items =
    separator >= 0
      ? combinations(words.slice(separator))
      : dashes >= 0
        ? reading.rest.slice(dashes + 1).map((word) => [textOf(word.value)])
        : fed(call, reading)
  const directory = reading.value("wd")?.value
  const how: Partial<Inner> = { stdin: known(""), ...(directory ? { directory } : {}) }
  const template = joined(
    command.map((word) => word.value),
    " ",
  )
  const placeholder = textOf(reading.value("I")?.value) ?? "{}"
  return items.flatMap((values) => runText(filled(template, placeholder, values), { ...how, sets: unknownItem() }))
}

/** One group of items a line of known input; without it, one that nobody knows. */
function fed(call: WrapperCall, reading: Reading): readonly (readonly (string | undefined)[])[] {
  const text = call.stdin && !reading.has("arg-file") ? textOf(call.stdin) : undefined
  const lines = text?.split("\n").filter((line) => line !== "")
  return lines && lines.length <= MOST_RUNS ? lines.map((line) => [line]) : [[undefined]]
}

/** Every combination of the lists that `:::` begins; `::::` reads a file, whose items nobody knows. */
function combinations(words: readonly Word[]): readonly (readonly (string | undefined)[])[] {
  let all: (string | undefined)[][] = [[]]
  let list: (string | undefined)[] = []
  let linked = false
  const close = (): void => {
    if (list.length === 0) return
    const items = list
    all = linked
      ? all.map((each, index) => [...each, items[index % items.length]])
      : all.flatMap((each) => items.map((item) => [...each, item]))
    if (all.length > MOST_RUNS) all = [all[0]!.map(() => undefined)]
    list = []
  }
  for (const word of words) {
    const text = textOf(word.value)
    if (text !== undefined && /^::::?\+?$/.test(text)) {
      close()
      linked = text.endsWith("+")
      if (text.startsWith("::::")) list = [undefined]
    } else if (list[0] !== undefined || list.length === 0) {
      list.push(...(textsOf(word.value) ?? [undefined]))
    }
  }
  close()
  return all
}

const SHAPES: Readonly<Record<string, (item: string) => string>> = {
  "": (item) => item,
  ".": (item) => item.replace(/\.[^./]*$/, ""),
  "/": (item) => item.replace(/^.*\//, ""),
  "//": (item) => (item.includes("/") ? item.replace(/\/[^/]*$/, "") || "/" : "."),
  "/.": (item) => item.replace(/^.*\//, "").replace(/\.[^.]*$/, ""),
}

/** The command text with its items in: at the placeholders, else at the end. Without a command an item is one. */
function filled(template: Value, placeholder: string, items: readonly (string | undefined)[]): Value {
  const text = textOf(template)
  if (text === undefined) return template
  if (text === "")
    return items.length === 1 && items[0] !== undefined ? known(items[0]) : { kind: "unknown", why: NOBODY_KNOWS }
  const whole = text.replaceAll(placeholder, "{}")
  const pattern = /\{(\d*)(\/\/|\/\.|\/|\.|)\}/g
  const complete = pattern.test(whole) ? whole : `${whole} {}`
  const marked = complete.replace(pattern, (_, position: string, shape: string) => {
    const chosen = position === "" ? items : [items[Number(position) - 1]]
    return chosen.map((item) => (item === undefined ? "\0" : shellQuoted(SHAPES[shape]!(item)))).join(" ")
  })
  return known(marked.includes("\0") ? withVariable(marked, "\0") : marked)
}

export const lists: readonly Wrapper[] = [
  { names: ["xargs", "gxargs"], unwrap: unwrapXargs },
  { names: ["find", "gfind"], unwrap: unwrapFind },
  { names: ["fd", "fdfind"], unwrap: unwrapFd },
  { names: ["parallel"], unwrap: unwrapParallel },
]
