/**
 * The option reader of wrappers. A table is written as usage lines: `"-u --unset <name>"` takes a value,
 * `"--signal[=<n>]"` an attached one, `"-P --scan <a> <b>"` two. A line that ends in `!` runs nothing
 * (`--help`, `command -v`). A single-dash name of several letters (`"-dm"`) is met as a whole word only.
 * Unknown options are taken to have no value: a wrapper's options never decide a verdict by themselves.
 */
import { textOf, type Word } from "../value.ts"
import { piece, readable } from "./words.ts"

interface Rule {
  readonly name: string
  /** How many words it takes; "attached" is only `--name=value` or `-nvalue`. */
  readonly values: number | "attached"
  readonly quits: boolean
}

export interface Rules {
  readonly byName: ReadonlyMap<string, Rule>
  readonly longs: readonly string[]
  /** Options are also read after operands. */
  readonly permutes: boolean
}

export interface Reading {
  readonly uses: readonly { readonly name: string; readonly values: readonly Word[] }[]
  /** The operands; where options are not permuted, everything from the first one on. */
  readonly rest: readonly Word[]
  /** An option that makes the wrapper run nothing was given. */
  readonly quits: boolean
  has(...names: readonly string[]): boolean
  /** The last value of the option. */
  value(...names: readonly string[]): Word | undefined
  /** All values of the option, in order. */
  values(...names: readonly string[]): readonly Word[]
}

/** Builds a table from usage lines. Every table knows `--help` and `--version`. */
export function rules(lines: readonly string[], settings: { readonly permutes?: boolean } = {}): Rules {
  const byName = new Map<string, Rule>()
  for (const line of ["--help!", "--version!", ...lines]) {
    const text = line.replace(/!$/, "")
    const names = text
      .replace(/ ?\[?=?<[^>]*>\]?/g, " ")
      .split(/\s+/)
      .filter(Boolean)
    const rule: Rule = {
      name: (names.find((name) => name.startsWith("--")) ?? names[0]!).replace(/^--?/, ""),
      values: text.includes("[=<") ? "attached" : (text.match(/</g)?.length ?? 0),
      quits: line.endsWith("!"),
    }
    for (const name of names) byName.set(name, rule)
  }
  return {
    byName,
    longs: [...byName.keys()].filter((name) => name.startsWith("--")),
    permutes: settings.permutes ?? false,
  }
}

/** Reads the words after the wrapper's name. */
export function read(table: Rules, words: readonly Word[]): Reading {
  const uses: { name: string; values: readonly Word[] }[] = []
  const rest: Word[] = []
  let quits = false
  let index = 0

  const use = (rule: Rule, attached: Word | undefined): void => {
    quits ||= rule.quits
    const wanted = rule.values === "attached" ? 0 : attached ? rule.values - 1 : rule.values
    const following = words.slice(index, index + Math.max(0, wanted))
    index += following.length
    uses.push({ name: rule.name, values: attached ? [attached, ...following] : following })
  }
  const readLong = (word: Word, text: string): void => {
    const equals = text.indexOf("=")
    const name = equals < 0 ? text : text.slice(0, equals)
    const rule = findLong(table, name) ?? { name: name.slice(2), values: "attached", quits: false }
    use(rule, equals < 0 ? undefined : piece(word, text.slice(equals + 1)))
  }
  const readCluster = (word: Word, text: string): void => {
    for (let place = 1; place < text.length; place++) {
      const rule = table.byName.get(`-${text[place]}`) ?? { name: text[place]!, values: 0, quits: false }
      const after = text.slice(place + 1)
      if (rule.values === 0) use(rule, undefined)
      else return use(rule, after === "" ? undefined : piece(word, after))
    }
  }

  while (index < words.length) {
    const word = words[index]!
    const text = readable(word)
    if (textOf(word.value) === "--") {
      index++
      break
    }
    if (text === undefined || !text.startsWith("-") || text === "-") {
      if (!table.permutes) break
      rest.push(word)
      index++
      continue
    }
    index++
    const whole = text.startsWith("--") ? undefined : text.length > 2 ? table.byName.get(text) : undefined
    if (whole) use(whole, undefined)
    else if (text.startsWith("--")) readLong(word, text)
    else readCluster(word, text)
  }
  rest.push(...words.slice(index))

  const values = (...names: readonly string[]): readonly Word[] =>
    uses.filter((each) => names.includes(each.name)).flatMap((each) => each.values)
  return {
    uses,
    rest,
    quits,
    has: (...names) => uses.some((each) => names.includes(each.name)),
    value: (...names) => values(...names).at(-1),
    values,
  }
}

/** By exact name, then by unique prefix, as getopt_long does. */
function findLong(table: Rules, name: string): Rule | undefined {
  const exact = table.byName.get(name)
  if (exact) return exact
  const candidates = new Set(table.longs.filter((long) => long.startsWith(name)).map((long) => table.byName.get(long)!))
  return candidates.size === 1 ? [...candidates][0] : undefined
}
