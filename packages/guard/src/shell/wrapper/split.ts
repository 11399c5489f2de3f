/** Splitting text into words as programs do that are not shells: `env -S` and `xargs`. */
import { known, type Value } from "../value.ts"
import type { WrapperCall } from "../wrapper.ts"
import { concat } from "./words.ts"

const SPLIT_ESCAPES: Readonly<Record<string, string>> = { f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

/** The words of an `env -S` text; undefined where env would refuse it. */
export function splitString(text: string, variable: WrapperCall["variable"]): readonly Value[] | undefined {
  const words: Value[] = []
  let word: Value | undefined
  let quote = ""
  const add = (more: Value): void => {
    word = concat(word ?? known(""), more)
  }
  const end = (): void => {
    if (word) words.push(word)
    word = undefined
  }
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if (character === "\\") {
      const next = text[++index]
      if (next === undefined) return undefined
      if (quote === "'" && next !== "\\" && next !== "'") add(known(`\\${next}`))
      else if (next === "c" && quote !== '"') return (end(), words)
      else if (next === "_" && quote === "") end()
      else if (next === "_") add(known(" "))
      else add(known(SPLIT_ESCAPES[next] ?? next))
    } else if (character === quote) {
      quote = ""
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character
      add(known(""))
    } else if (quote === "" && /\s/.test(character)) {
      end()
    } else if (quote === "" && character === "#" && !word) {
      break
    } else if (quote !== "'" && character === "$") {
      const name = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}/.exec(text.slice(index))
      if (!name) return undefined
      add(variable(name[1]!) ?? known(""))
      index += name[0].length - 1
    } else {
      add(known(character))
    }
  }
  if (quote !== "") return undefined
  end()
  return words
}

/** One input line of `xargs`: the items on it, and whether it goes on in the next line (`-L`). */
interface ItemLine {
  readonly items: readonly string[]
  readonly continues: boolean
}

/**
 * The items `xargs` reads without `-0` and `-d`: blanks and newlines separate, quotes and backslashes
 * protect. With `whole`, a line is one item (`-I`), without its leading blanks.
 */
export function itemLines(text: string, whole: boolean): readonly ItemLine[] {
  const lines: ItemLine[] = []
  let items: string[] = []
  let item: string | undefined
  let quote = ""
  const endItem = (): void => {
    if (item !== undefined) items.push(item)
    item = undefined
  }
  const endLine = (before: string): void => {
    endItem()
    if (items.length > 0) lines.push({ items, continues: /[ \t]/.test(before) })
    items = []
  }
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if (quote !== "") {
      if (character === quote) quote = ""
      else item = (item ?? "") + character
    } else if (character === "\n") {
      endLine(text[index - 1] ?? "")
    } else if (/[ \t]/.test(character) && (!whole || item === undefined)) {
      endItem()
    } else if (character === "\\") {
      item = (item ?? "") + (text[++index] ?? "")
    } else if (character === '"' || character === "'") {
      quote = character
      item ??= ""
    } else {
      item = (item ?? "") + character
    }
  }
  endLine("")
  return lines
}
