/**
 * git's option parser (parse-options), for every subcommand.
 *
 * A table is written as git's own usage lines are: `"-b <new>"`, `"-f --force"`, `"--track[=<mode>]"`.
 * `<x>` after a space or `=` is a required value; `[=<x>]` or `[<x>]` an optional one, which is only read when attached.
 * A trailing `!` says that the option cannot be negated with `--no-`. `--no-x` may stand in a table as an option of its own.
 */
import { known, textOf, type Word } from "../shell/value.ts"

export interface Option {
  /** The first long name, else the letter: what the option is called in the code. */
  readonly name: string
  readonly letters: readonly string[]
  readonly longs: readonly string[]
  readonly value: "none" | "required" | "optional"
  readonly negatable: boolean
}

export interface OptionTable {
  readonly options: readonly Option[]
  readonly byLetter: ReadonlyMap<string, Option>
  readonly byLong: ReadonlyMap<string, Option>
  /** git reads no option after the first operand (as `git config`'s or wrappers' tables do not permute). */
  readonly stopAtOperand: boolean
  /** `-<number>` is an option (log, cherry-pick …). */
  readonly numbers: boolean
}

/** One use of an option, in the order they were given. */
interface OptionUse {
  readonly name: string
  readonly negated: boolean
  readonly value?: Word
  readonly word: Word
}

export interface Parsed {
  readonly uses: readonly OptionUse[]
  readonly operands: readonly Word[]
  /** How many operands stand before `--`; undefined where there is no `--`. */
  readonly dashDash?: number
  /** Option-like words the table does not know, or ambiguous abbreviations: git would refuse the command. */
  readonly unrecognized: readonly Word[]
  /** True where a word of unknown content stands where git would still read options. */
  readonly opaque: boolean
  /** Whether the option is on at the end: later uses undo earlier ones. Any of the names counts. */
  has(...names: string[]): boolean
  /** The last value given (and not undone), or undefined. */
  value(name: string): Word | undefined
  /** All values given since the option was last undone. */
  values(name: string): readonly Word[]
}

/** A table of usage lines, which are read when it is first asked for: a process needs few of all tables. */
export function optionTable(
  lines: readonly string[],
  settings: { readonly stopAtOperand?: boolean; readonly numbers?: boolean } = {},
): OptionTable {
  let read: Pick<OptionTable, "options" | "byLetter" | "byLong"> | undefined
  const table = () => (read ??= readLines(lines))
  return {
    get options() {
      return table().options
    },
    get byLetter() {
      return table().byLetter
    },
    get byLong() {
      return table().byLong
    },
    stopAtOperand: settings.stopAtOperand ?? false,
    numbers: settings.numbers ?? false,
  }
}

function readLines(lines: readonly string[]): Pick<OptionTable, "options" | "byLetter" | "byLong"> {
  const options = lines.map(parseLine)
  const byLetter = new Map<string, Option>()
  const byLong = new Map<string, Option>()
  for (const option of options) {
    for (const letter of option.letters) byLetter.set(letter, option)
    for (const long of option.longs) byLong.set(long, option)
  }
  return { options, byLetter, byLong }
}

function parseLine(line: string): Option {
  const negatable = !line.endsWith("!")
  const text = negatable ? line : line.slice(0, -1)
  const value = /\[=?</.test(text) ? "optional" : /[ =]</.test(text) ? "required" : "none"
  const names = text
    .replace(/[ =]?\[?=?<[^>]*>\]?/g, " ")
    .split(/\s+/)
    .filter(Boolean)
  const longs = names.filter((name) => name.startsWith("--")).map((name) => name.slice(2))
  const letters = names.filter((name) => !name.startsWith("--")).map((name) => name.slice(1))
  return { name: longs[0] ?? letters[0]!, letters, longs, value, negatable }
}

/** No option follows, though what follows may begin with a dash; `--` behind it still sets paths apart. */
const END_OF_OPTIONS = "--end-of-options"

/** Reads the words after a subcommand as git would. */
export function parseOptions(table: OptionTable, words: readonly Word[]): Parsed {
  const uses: OptionUse[] = []
  const operands: Word[] = []
  const unrecognized: Word[] = []
  let dashDash: number | undefined
  let opaque = false
  let index = 0

  const take = (): Word | undefined => words[index++]
  while (index < words.length) {
    const word = take()!
    const text = readable(word)
    if (text === undefined) {
      if (word.value.kind === "unknown") opaque = true
      operands.push(word)
      if (table.stopAtOperand) break
    } else if (text === "--" && textOf(word.value) !== undefined) {
      dashDash = operands.length
      break
    } else if (text === END_OF_OPTIONS && textOf(word.value) !== undefined) {
      const separator = words.findIndex((each, at) => at >= index && textOf(each.value) === "--")
      if (separator < 0) break
      operands.push(...words.slice(index, separator))
      dashDash = operands.length
      index = separator + 1
      break
    } else if (text.startsWith("--")) {
      readLong(word, text)
    } else if (text.startsWith("-") && text !== "-") {
      if (table.numbers && /^-\d+$/.test(text))
        uses.push({ name: "number", negated: false, value: piece(word, text.slice(1)), word })
      else readCluster(word, text)
    } else {
      operands.push(word)
      if (table.stopAtOperand) break
    }
  }
  operands.push(...words.slice(index))

  function readLong(word: Word, text: string): void {
    const equals = text.indexOf("=")
    const name = text.slice(2, equals < 0 ? undefined : equals)
    const attached = equals < 0 ? undefined : piece(word, text.slice(equals + 1))
    const found = findLong(table, name)
    if (!found) return void unrecognized.push(word)
    const { option, negated } = found
    if (negated || option.value === "none") return void uses.push({ name: option.name, negated, word })
    const value = attached ?? (option.value === "required" ? take() : undefined)
    uses.push({ name: option.name, negated, word, ...(value ? { value } : {}) })
  }

  function readCluster(word: Word, text: string): void {
    for (let at = 1; at < text.length; at++) {
      const option = table.byLetter.get(text[at]!)
      if (!option) return void unrecognized.push(word)
      if (option.value === "none") {
        uses.push({ name: option.name, negated: false, word })
        continue
      }
      const rest = text.slice(at + 1)
      const value =
        rest !== "" || (word.value.kind !== "known" && at + 1 === text.length)
          ? piece(word, rest)
          : option.value === "required"
            ? take()
            : undefined
      return void uses.push({ name: option.name, negated: false, word, ...(value ? { value } : {}) })
    }
  }

  const live = (name: string): OptionUse[] => {
    const own = uses.filter((use) => use.name === name)
    return own.slice(own.findLastIndex((use) => use.negated) + 1)
  }
  return {
    uses,
    operands,
    ...(dashDash === undefined ? {} : { dashDash }),
    unrecognized,
    opaque,
    has: (...names) => names.some((name) => live(name).length > 0),
    value: (name) => live(name).at(-1)?.value,
    values: (name) => live(name).flatMap((use) => (use.value ? [use.value] : [])),
  }
}

/** The text to look for options in: all of it, or the known beginning of a partly known word. */
function readable(word: Word): string | undefined {
  if (word.value.kind === "known") return word.value.text
  if (word.value.kind === "startsWith" && word.value.text.startsWith("-")) return word.value.text
  return undefined
}

/** A part of a word as a word of its own; what was unknown at its end stays unknown. */
function piece(word: Word, text: string): Word {
  const value = word.value.kind === "startsWith" ? ({ kind: "startsWith", text } as const) : known(text)
  return { ...word, value, splits: false }
}

/** By exact name, by `no-`, then by unique prefix, as parse-options does. */
function findLong(table: OptionTable, name: string): { option: Option; negated: boolean } | undefined {
  const exact = table.byLong.get(name)
  if (exact) return { option: exact, negated: false }
  if (name.startsWith("no-")) {
    const undone = table.byLong.get(name.slice(3))
    if (undone?.negatable) return { option: undone, negated: true }
  }
  const candidates = new Map<string, { option: Option; negated: boolean }>()
  for (const [long, option] of table.byLong) {
    if (long.startsWith(name)) candidates.set(`${option.name}+`, { option, negated: false })
    if (!option.negatable) continue
    const negation = long.startsWith("no-") ? long.slice(3) : `no-${long}`
    if (negation.startsWith(name) || (name.startsWith("no-") && negation.startsWith(name))) {
      candidates.set(`${option.name}-`, { option, negated: true })
    }
  }
  return candidates.size === 1 ? [...candidates.values()][0] : undefined
}
