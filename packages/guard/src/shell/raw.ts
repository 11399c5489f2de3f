/** The grammar's tree as plain objects, without what is inside of words. */
import type { TreeCursor } from "web-tree-sitter"
import type { HereDocument } from "./syntax.ts"

/** What the text was before it was handed to the grammar. */
export interface Lifted {
  /** The source itself. */
  readonly text: string
  readonly code: string
  /** From an offset in `code` to one in the source. */
  readonly map: (offset: number) => number
  readonly hereDocuments: ReadonlyMap<number, HereDocument>
  readonly hereStrings: ReadonlySet<number>
  readonly coprocesses: ReadonlySet<number>
  readonly fallThroughs: ReadonlySet<number>
  readonly closings: ReadonlySet<number>
  readonly readWrites: ReadonlySet<number>
}

export interface Raw {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly children: Raw[]
}

const NONE: Raw[] = []
const LEAVES = new Set([
  "word",
  "number",
  "raw_string",
  "ansi_c_string",
  "variable_name",
  "special_variable_name",
  "comment",
  ..."&& || | |& ; ;; & = += > >> < >& &> ( ) { } $( if then else fi do done for in while case esac".split(" "),
])
/** Nodes that are words or parts of one. */
export const WORDS = new Set([
  "word",
  "number",
  "raw_string",
  "ansi_c_string",
  "string",
  "translated_string",
  "concatenation",
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
  "brace_expression",
  "extglob_pattern",
  "regex",
  "variable_name",
  "special_variable_name",
  "test_operator",
])
const MAXIMUM_DEPTH = 200

/** A tree nested deeper than any command a person writes. */
export class TooDeep extends Error {}

/** Reads the node that the cursor is at, and what is below it. */
export function readRaw(cursor: TreeCursor, code: string, depth: number): Raw {
  if (depth > MAXIMUM_DEPTH) throw new TooDeep()
  const type = cursor.nodeType
  const start = cursor.startIndex
  const end = cursor.endIndex
  if (LEAVES.has(type) || (WORDS.has(type) && !substitutes(code, start, end)))
    return { type, start, end, children: NONE }
  if (!cursor.gotoFirstChild()) return { type, start, end, children: NONE }
  const children: Raw[] = []
  do children.push(readRaw(cursor, code, depth + 1))
  while (cursor.gotoNextSibling())
  cursor.gotoParent()
  return { type, start, end, children }
}

function substitutes(code: string, start: number, end: number): boolean {
  for (let index = start; index < end - 1; index++) {
    if (code.charCodeAt(index + 1) !== 40) continue
    const character = code.charCodeAt(index)
    if (character === 36 || character === 60 || character === 62) return true
  }
  return false
}
