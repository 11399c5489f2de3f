/** Putting the items of a list (`xargs -I`, `find {}`, `parallel`) into a command. */
import { known, textOf, unknown, type Value, type Word } from "../value.ts"
import type { Inner } from "../wrapper.ts"
import { replaceIn } from "./words.ts"

/** Stands in text for a shell where an item that nobody can read is spliced in. */
const VARIABLE = "RINGFENCE_ITEM"

/** The words with an unreadable item in every place of `placeholder`; text for a shell gets a variable nobody knows. */
export function withUnknownItem(
  words: readonly Word[],
  placeholder: string,
  item: Value,
): Pick<Inner, "argv" | "sets"> {
  let spliced = false
  const argv = words.map((word, index) => {
    const text = textOf(word.value)
    if (text?.includes(placeholder) && isShellText(text, words[index - 1])) {
      spliced = true
      return { ...word, value: known(withVariable(text, placeholder)) }
    }
    return replaceIn(word, placeholder, item)
  })
  return { argv, ...(spliced ? { sets: { [VARIABLE]: unknown("an item of a list") } } : {}) }
}

const isShellText = (text: string, before: Word | undefined): boolean =>
  /\s/.test(text) && /^(-\w*c|--command|eval)$/.test(textOf(before?.value) ?? "")

/** The text with the placeholder turned into an expansion, out of single quotes where it stands in some. */
export function withVariable(text: string, placeholder: string): string {
  return text.split(placeholder).reduce((before, after) => {
    const expansion = `\${${VARIABLE}}`
    return before + (inSingleQuotes(before) ? `'"${expansion}"'` : expansion) + after
  })
}

/** The variables that make an expansion put in by `withVariable` unreadable. */
export const unknownItem = (): Record<string, Value> => ({ [VARIABLE]: unknown("an item of a list") })

function inSingleQuotes(text: string): boolean {
  let quote = ""
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if (character === "\\" && quote !== "'") index++
    else if (quote === "") quote = character === "'" || character === '"' ? character : ""
    else if (character === quote) quote = ""
  }
  return quote === "'"
}

/** A text as one word of a shell command. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
