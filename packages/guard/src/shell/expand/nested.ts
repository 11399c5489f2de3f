/** Where nested stretches of a word end. */
import { closingOf } from "../outline.ts"
import type { Piece } from "../syntax.ts"

/** Where the quote, escape or nested expansion at `index` ends; `index` where there is none. */
export function skipNested(text: string, index: number, piece: Piece): number {
  const character = text[index]
  if (character === "\\") return Math.min(index + 2, piece.end)
  if (character === "'") return closing(text.indexOf("'", index + 1), piece.end)
  if (character === "$" && text[index + 1] === "'") return closing(ansiEnd(text, index + 2), piece.end)
  const nested =
    character === '"' ||
    character === "`" ||
    (character === "$" && (text[index + 1] === "(" || text[index + 1] === "{")) ||
    ((character === "<" || character === ">") && text[index + 1] === "(")
  return nested ? Math.min(substitutionEnd(text, index, piece), piece.end) : index
}

/** The end of a quoted stretch whose closing character was found at `index`, or not. */
export const closing = (index: number, end: number): number => (index < 0 || index >= end ? end : index + 1)

/** Where the quote that closes `$'…` stands. */
export function ansiEnd(text: string, index: number): number {
  while (index < text.length && text[index] !== "'") index += text[index] === "\\" ? 2 : 1
  return index
}

/** The end of a substitution or parameter that begins at `start`. */
export function substitutionEnd(text: string, start: number, piece: Piece): number {
  return piece.substitutions?.find((each) => each.start === start)?.end ?? closingOf(text, start) ?? piece.end
}
