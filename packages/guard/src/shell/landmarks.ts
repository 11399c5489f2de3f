/** What the outline of a text holds. */
import type { HereDocument } from "./syntax.ts"

export interface Break {
  readonly start: number
  readonly end: number
  readonly kind: "newline" | ";" | "&" | "&&" | "||" | "|" | "pattern"
  /** How many compound commands are open here. */
  readonly depth: number
}

export interface Outline {
  readonly hereDocuments: readonly HereDocument[]
  /** Offsets of `<<<`. */
  readonly hereStrings: readonly number[]
  /** Characters outside of here-documents and quotes, of which a text may hold MAXIMUM_CODE. */
  readonly code: number
  readonly nesting: number
  /** Separators that are in no quotes, parentheses or substitution. */
  readonly breaks: readonly Break[]
  /** Offsets of `coproc` where it begins a command. */
  readonly coprocesses: readonly number[]
  /** Offsets of `time` where it begins a command, with the end of its options. */
  readonly times: readonly { readonly start: number; readonly end: number }[]
  /** Words that begin a command with a brace: with no blank behind it, it opens no group. */
  readonly braceWords: readonly { readonly start: number; readonly end: number }[]
  /** Offsets of `>&-` and `<&-`. */
  readonly closings: readonly number[]
  /** Offsets of `<>`. */
  readonly readWrites: readonly number[]
  /** Offsets of `do` in `for name do`. */
  readonly bareLoops: readonly number[]
  /** Offsets of `;&` and `;;&`. */
  readonly fallThroughs: readonly { readonly start: number; readonly end: number }[]
  /** `{name}` that a redirection touches, and every `!` that another one undoes: the grammar takes them for words. */
  readonly idle: readonly { readonly start: number; readonly end: number }[]
  /** Where a quote or bracket is left open: bash refuses what it stands in. */
  readonly unclosed?: number
}
