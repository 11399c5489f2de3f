/**
 * JSON with comments, read and changed in place: what is not asked for stays as it is, byte for byte.
 * Trailing commas are taken, as the clients take them.
 */
import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser"

export type { Node }

/** Where a text is no JSON, counted from 1. */
export interface Fault {
  readonly line: number
  readonly column: number
  readonly what: string
}

/** Part of a text: from `start` up to, but without, `end`. */
interface Range {
  readonly start: number
  readonly end: number
}

/** Those of the scanner's kinds that matter here. It declares them in a way that cannot be imported. */
const SyntaxKind = { CommaToken: 5, LineCommentTrivia: 12, BlockCommentTrivia: 13, Trivia: 15 } as const

const INDENT = "  "

/** The root of a text, undefined where it is blank, or what is wrong with it first. */
export function parse(text: string): { readonly root?: Node } | { readonly fault: Fault } {
  if (text.trim() === "") return {}
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const first = errors[0]
  if (first) return { fault: { ...placeOf(text, first.offset), what: inWords(printParseErrorCode(first.error)) } }
  return root ? { root } : { fault: { line: 1, column: 1, what: "there is no value" } }
}

/** Line and column of an offset, counted from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") }
}

/** `CommaExpected` as "comma expected". */
const inWords = (code: string): string => code.replace(/(?<!^)([A-Z])/g, " $1").toLowerCase()

/** The property of an object that counts: the last of its name. */
export function propertyOf(object: Node | undefined, name: string): Node | undefined {
  if (object?.type !== "object") return undefined
  return object.children?.findLast((property) => property.children?.[0]?.value === name)
}

/** The value of a property. */
export const valueOf = (property: Node | undefined): Node | undefined => property?.children?.[1]

/** The text with one more child at the end of an array or object. `child` is JSON text. */
export function append(text: string, container: Node, child: string): string {
  const last = container.children?.at(-1)
  return last ? appendAfter(text, container, last, child) : fill(text, container, child)
}

function appendAfter(text: string, container: Node, last: Node, child: string): string {
  const end = endOf(last)
  const comma = commaAfter(text, end, endOf(container) - 1)
  const tail = restOfLine(text, comma === undefined ? end : comma + 1)
  const ownLine = isBlank(text.slice(lineStart(text, last.offset), last.offset))
  const trailing = comma === undefined ? "" : ","
  if (!ownLine && !tail.endsLine) {
    const lead = comma === undefined ? ", " : " "
    return splice(text, { start: tail.end, end: tail.end }, lead + child + trailing)
  }
  const indent = indentAt(text, last.offset) + (ownLine ? "" : INDENT)
  const added = splice(text, { start: tail.end, end: tail.end }, eolOf(text) + indent + child + trailing)
  return comma === undefined ? splice(added, { start: end, end }, ",") : added
}

/** The first child of an empty container, which may hold comments. */
function fill(text: string, container: Node, child: string): string {
  const inside = { start: container.offset + 1, end: endOf(container) - 1 }
  const held = text.slice(inside.start, inside.end)
  const outer = indentAt(text, container.offset)
  const eol = eolOf(text)
  const below = (kept: string): string => `${kept}${eol}${outer}${INDENT}${child}${eol}${outer}`
  if (held.includes("\n")) return splice(text, inside, below(held.trimEnd()))
  if (!isBlank(held)) return splice(text, inside, `${held.trimEnd()} ${child} `)
  return splice(text, inside, container.type === "object" ? below("") : child)
}

/** The text with another value in the place of a node. `value` is JSON text. */
export const replace = (text: string, node: Node, value: string): string =>
  splice(text, { start: node.offset, end: endOf(node) }, value)

/** The text without a child of an array or object. */
export function remove(text: string, container: Node, child: Node): string {
  const children = container.children ?? []
  const before = children[children.indexOf(child) - 1]
  const after = commaAfter(text, endOf(child), endOf(container) - 1)
  const cut = { start: child.offset, end: after === undefined ? endOf(child) : after + 1 }
  const lead = after === undefined && before ? commaAfter(text, endOf(before), child.offset) : undefined
  const line = { start: lineStart(text, cut.start), end: lineEnd(text, cut.end) }
  const alone = isBlank(text.slice(line.start, cut.start)) && isBlank(text.slice(cut.end, line.end))
  const begins = before === undefined || isBlank(text.slice(line.start, cut.start))
  const gone = alone ? line : withSpace(text, cut, begins)
  const rest = splice(text, gone, "")
  return lead === undefined ? rest : splice(rest, { start: lead, end: lead + 1 }, "")
}

/** A cut in a line with the blanks that set it apart: those behind it where it comes first, else those before it. */
function withSpace(text: string, { start, end }: Range, begins: boolean): Range {
  const before = /[ \t]*$/.exec(text.slice(0, start))![0].length
  const after = /^[ \t]*/.exec(text.slice(end))![0].length
  return begins ? { start, end: end + after } : { start: start - before, end }
}

/** The offset of the comma that comes next, before anything but blanks and comments. */
function commaAfter(text: string, from: number, until: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  const found = (scanner.scan() as number) === SyntaxKind.CommaToken && scanner.getTokenOffset() < until
  return found ? scanner.getTokenOffset() : undefined
}

/** Where the comments that stand behind an offset in its line end, and whether one of them goes on to the line's end. */
function restOfLine(text: string, from: number): { readonly end: number; readonly endsLine: boolean } {
  const scanner = createScanner(text, false)
  scanner.setPosition(from)
  let end = from
  for (;;) {
    const token: number = scanner.scan()
    const after = scanner.getTokenOffset() + scanner.getTokenLength()
    if (token === SyntaxKind.LineCommentTrivia) return { end: after, endsLine: true }
    if (token === SyntaxKind.BlockCommentTrivia && !text.slice(from, after).includes("\n")) end = after
    else if (token !== SyntaxKind.Trivia) return { end, endsLine: false }
  }
}

const endOf = (node: Node): number => node.offset + node.length
const isBlank = (text: string): boolean => text.trim() === ""
const splice = (text: string, { start, end }: Range, by: string): string => text.slice(0, start) + by + text.slice(end)
const eolOf = (text: string): string => (/\r?\n/.exec(text) ?? ["\n"])[0]
const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1

/** Behind the line's end. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset)
  return end < 0 ? text.length : end + 1
}

/** The blanks that the line of an offset begins with. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0]
