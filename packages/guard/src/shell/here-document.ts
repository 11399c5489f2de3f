/** Here-documents: their operators and their bodies. */
import type { HereDocument } from "./syntax.ts"

/** A space or a tab. */
export const isBlank = (character: string): boolean => character === " " || character === "\t"

/** Whether a character ends a word. */
export const isEnd = (character: string): boolean => " \t\n;&|()<>".includes(character)

/** A here-document whose body is still to come. */
export type Announced = Omit<HereDocument, "bodyStart" | "bodyEnd" | "after">

/** `<<` and the word behind it, with its quotes taken off; there may be none. */
export function readOperator(text: string, start: number): Omit<Announced, "delimiter"> & { delimiter?: string } {
  let position = start + 2
  const stripTabs = text[position] === "-"
  if (stripTabs) position++
  while (isBlank(text[position] ?? "")) position++
  const begin = position
  let delimiter = ""
  let quoted = false
  for (; position < text.length && !isEnd(text[position]!); position++) {
    const character = text[position]!
    if (character === "\\") {
      quoted = true
      delimiter += text[++position] ?? ""
    } else if (character === "'" || character === '"') {
      quoted = true
      const end = text.indexOf(character, position + 1)
      if (end < 0) break
      delimiter += text.slice(position + 1, end)
      position = end
    } else delimiter += character
  }
  const end = Math.min(position, text.length)
  return { start, end, quoted, stripTabs, ...(end > begin && { delimiter }) }
}

/** The body that begins at `bodyStart`: up to the line of the delimiter, or to the end of the text. */
export function readBody(text: string, bodyStart: number, announced: Announced): HereDocument {
  const { delimiter, stripTabs } = announced
  for (let line = bodyStart; line < text.length;) {
    const newline = text.indexOf("\n", line)
    const end = newline < 0 ? text.length : newline
    let begin = line
    if (stripTabs) while (text[begin] === "\t") begin++
    if (end - begin === delimiter.length && text.startsWith(delimiter, begin)) {
      return { ...announced, bodyStart, bodyEnd: line, after: newline < 0 ? end : newline + 1 }
    }
    line = newline < 0 ? text.length : newline + 1
  }
  return { ...announced, bodyStart, bodyEnd: text.length, after: text.length }
}
