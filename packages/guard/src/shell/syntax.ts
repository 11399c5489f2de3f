/** The syntax of a shell text, freed of the grammar's node names and of its mis-parses. */

/** A text that is read as a program: the outermost one, or one that a command hands to a shell. */
export interface Source {
  readonly text: string
  /** Where the text stands in the outermost one: an offset, or the span of what it was made from. */
  readonly origin: number | { readonly start: number; readonly end: number }
}

/** `$(…)`, backquotes or a process substitution inside a word. */
export interface Substitution {
  readonly start: number
  readonly end: number
  readonly body: Sequence
}

/** A word before expansion: a stretch of its source. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly substitutions?: readonly Substitution[]
}

export interface AssignmentSyntax {
  readonly name: string
  readonly append: boolean
  readonly index?: Piece
  readonly value?: Piece
  /** The elements of `name=(…)`. */
  readonly elements?: readonly Piece[]
  readonly start: number
  readonly end: number
}

export interface HereDocument {
  readonly start: number
  readonly end: number
  /** The body without the line of the delimiter. */
  readonly bodyStart: number
  readonly bodyEnd: number
  /** Where the text goes on. */
  readonly after: number
  readonly delimiter: string
  readonly quoted: boolean
  readonly stripTabs: boolean
}

export interface RedirectSyntax {
  readonly operator: string
  readonly fd?: number
  readonly target?: Piece
  readonly hereDocument?: HereDocument
  readonly start: number
  readonly end: number
}

interface Located {
  readonly start: number
  readonly end: number
}

export interface Simple extends Located {
  readonly kind: "simple"
  readonly assignments: AssignmentSyntax[]
  readonly words: Piece[]
  readonly redirects: RedirectSyntax[]
}

export interface Sequence extends Located {
  readonly kind: "sequence"
  readonly items: readonly Statement[]
}

export interface Statement {
  readonly node: Node
  readonly background: boolean
}

export interface AndOr extends Located {
  readonly kind: "and" | "or"
  readonly left: Node
  readonly right: Node
}

export interface Pipeline extends Located {
  readonly kind: "pipeline"
  readonly stages: readonly Node[]
}

interface Negated extends Located {
  readonly kind: "negated"
  readonly body: Node
}

/** `( … )` and `{ … }`. */
interface Group extends Located {
  readonly kind: "subshell" | "group"
  readonly body: Sequence
}

export interface Redirected extends Located {
  readonly kind: "redirected"
  readonly body: Node
  readonly redirects: readonly RedirectSyntax[]
}

export interface If extends Located {
  readonly kind: "if"
  readonly branches: readonly { readonly condition: Sequence; readonly body: Sequence }[]
  readonly otherwise?: Sequence
}

export interface While extends Located {
  readonly kind: "while" | "until"
  readonly condition: Sequence
  readonly body: Sequence
}

export interface For extends Located {
  readonly kind: "for" | "select"
  readonly name: string
  /** Undefined where the loop runs over the positional parameters. */
  readonly words?: readonly Piece[]
  readonly body: Sequence
}

/** `((…))`, and `for ((…))` which has a body. */
export interface Arithmetic extends Located {
  readonly kind: "arithmetic"
  readonly expressions: readonly Piece[]
  readonly body?: Sequence
}

export interface Case extends Located {
  readonly kind: "case"
  readonly subject: Piece
  readonly items: readonly { readonly patterns: readonly Piece[]; readonly body: Sequence; readonly falls: boolean }[]
}

/** `[[ … ]]`: its words are only expanded. */
interface Test extends Located {
  readonly kind: "test"
  readonly words: readonly Piece[]
}

interface FunctionDefinition extends Located {
  readonly kind: "function"
  readonly name: string
  readonly body: Node
}

/** `coproc …`. */
interface Coprocess extends Located {
  readonly kind: "coprocess"
  readonly body: Node
}

export type Node =
  | Simple
  | Sequence
  | AndOr
  | Pipeline
  | Negated
  | Group
  | Redirected
  | If
  | While
  | For
  | Arithmetic
  | Case
  | Test
  | FunctionDefinition
  | Coprocess
