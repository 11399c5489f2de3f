/**
 * From the grammar's tree to our syntax, with the grammar's silent mis-parses put right:
 * - words after a redirection's target are the command's (`git >log rebase main`, `>log git rebase main`);
 * - a redirection after a list or pipeline belongs to its last command (`a && b > c`, `a | b > c`);
 * - `!` in front of a pipeline negates all of it;
 * - a command ends with its line, even where only assignments and redirections stand in it;
 * - word nodes that touch are one word.
 */
import type { Tree, TreeCursor } from "web-tree-sitter"
import type {
  AssignmentSyntax,
  Case,
  HereDocument,
  If,
  Node,
  Piece,
  RedirectSyntax,
  Sequence,
  Simple,
  Statement,
  Substitution,
} from "./syntax.ts"

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
}

interface Raw {
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
])
const WORDS = new Set([
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
const BLANK_IN_BRACKETS = /^[^\s"'`$\\(]*[[{]\s[^"'`$\\(]*$/
const isSpace = (character: string): boolean => character === " " || character === "\t" || character === "\n"
const MAXIMUM_DEPTH = 200

/** A tree nested deeper than any command a person writes. */
export class TooDeep extends Error {}

/** The syntax of a tree. Statements inside an ERROR node are kept. */
export function syntaxOf(tree: Tree, lifted: Lifted): Sequence {
  const cursor = tree.walk()
  try {
    const raw = read(cursor, lifted.code, 0)
    return new Builder(lifted).sequence(raw.children, raw.start, raw.end)
  } finally {
    cursor.delete()
  }
}

function read(cursor: TreeCursor, code: string, depth: number): Raw {
  if (depth > MAXIMUM_DEPTH) throw new TooDeep()
  const type = cursor.nodeType
  const start = cursor.startIndex
  const end = cursor.endIndex
  if (LEAVES.has(type) || (WORDS.has(type) && !substitutes(code, start, end)))
    return { type, start, end, children: NONE }
  if (!cursor.gotoFirstChild()) return { type, start, end, children: NONE }
  const children: Raw[] = []
  do children.push(read(cursor, code, depth + 1))
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

class Builder {
  constructor(private readonly lifted: Lifted) {}

  private start(raw: Raw): number {
    return this.lifted.map(raw.start)
  }

  private end(raw: Raw): number {
    return raw.end > raw.start ? this.lifted.map(raw.end - 1) + 1 : this.lifted.map(raw.end)
  }

  sequence(children: readonly Raw[], start: number, end: number): Sequence {
    const items: Statement[] = []
    this.statements(children, items)
    return { kind: "sequence", items, start: this.lifted.map(start), end: this.lifted.map(end) }
  }

  private statements(children: readonly Raw[], items: Statement[]): void {
    for (const child of children) {
      if (child.type === "&") {
        const last = items[items.length - 1]
        if (last) items[items.length - 1] = { ...last, background: true }
      } else if (child.type === "ERROR") this.statements(child.children, items)
      else {
        const node = this.node(child)
        if (node) items.push({ node, background: false })
      }
    }
  }

  private node(raw: Raw): Node | undefined {
    const node = this.plainNode(raw)
    if (!node || !this.lifted.coprocesses.has(node.start)) return node
    return { kind: "coprocess", body: node, start: node.start, end: node.end }
  }

  private plainNode(raw: Raw): Node | undefined {
    const start = this.start(raw)
    const end = this.end(raw)
    switch (raw.type) {
      case "command":
        return this.oneLine(raw)
      case "declaration_command":
      case "unset_command":
      case "variable_assignment":
      case "variable_assignments":
      case "file_redirect":
        return this.simple(raw)
      case "redirected_statement":
        return this.redirected(raw)
      case "list":
        return this.list(raw)
      case "pipeline":
        return this.pipeline(raw)
      case "negated_command": {
        const body = this.node(raw.children[raw.children.length - 1]!)
        return body && { kind: "negated", body, start, end }
      }
      case "subshell":
        return { kind: "subshell", body: this.sequence(raw.children, raw.start, raw.end), start, end }
      case "compound_statement":
        if (raw.children[0]?.type === "((")
          return { kind: "arithmetic", expressions: [this.between(raw, 2, 2)], start, end }
        return { kind: "group", body: this.sequence(raw.children, raw.start, raw.end), start, end }
      case "do_group":
        return this.sequence(raw.children, raw.start, raw.end)
      case "if_statement":
        return this.ifStatement(raw)
      case "while_statement": {
        const [condition, body] = this.split(raw.children.slice(1), "do_group")
        return {
          kind: raw.children[0]!.type === "until" ? "until" : "while",
          condition: this.sequence(condition, raw.start, raw.end),
          body: this.sequence(body[0]?.children ?? [], raw.start, raw.end),
          start,
          end,
        }
      }
      case "for_statement":
        return this.forStatement(raw)
      case "c_style_for_statement": {
        const body = raw.children[raw.children.length - 1]!
        return {
          kind: "arithmetic",
          expressions: raw.children
            .slice(2, -1)
            .filter((child) => child.children.length || WORDS.has(child.type))
            .map((child) => this.piece(child)),
          body: this.sequence(body.children, body.start, body.end),
          start,
          end,
        }
      }
      case "case_statement":
        return this.caseStatement(raw)
      case "test_command":
        return this.test(raw)
      case "function_definition":
        return this.functionDefinition(raw)
      case "test_operator":
      case "comment":
        return undefined
      default:
        return WORDS.has(raw.type) || raw.type === "command_name"
          ? this.simple({ ...raw, type: "command", children: [raw] })
          : undefined
    }
  }

  private split(children: readonly Raw[], type: string): [Raw[], Raw[]] {
    const index = children.findIndex((child) => child.type === type)
    return index < 0 ? [[...children], []] : [children.slice(0, index), children.slice(index)]
  }

  private list(raw: Raw): Node | undefined {
    const left = raw.children[0] && this.node(raw.children[0])
    const last = raw.children[raw.children.length - 1]
    const right = last && last !== raw.children[0] ? this.node(last) : undefined
    if (!left || !right) return left ?? right
    const kind = raw.children.some((child) => child.type === "||") ? "or" : "and"
    return { kind, left, right, start: left.start, end: right.end }
  }

  private pipeline(raw: Raw): Node | undefined {
    const stages: Node[] = []
    for (const child of raw.children) {
      const node = this.node(child)
      if (node) stages.push(node)
    }
    const span = { start: this.start(raw), end: this.end(raw) }
    const first = stages[0]
    if (first?.kind !== "negated") return stages.length > 1 ? { kind: "pipeline", stages, ...span } : first
    return { kind: "negated", body: { kind: "pipeline", stages: [first.body, ...stages.slice(1)], ...span }, ...span }
  }

  private redirected(raw: Raw): Node | undefined {
    const redirects: RedirectSyntax[] = []
    const words: Piece[] = []
    let body: Node | undefined
    for (const child of raw.children) {
      if (child.type === "file_redirect" || child.type === "herestring_redirect") this.redirect(child, redirects, words)
      else body ??= this.node(child)
    }
    const span = { start: this.start(raw), end: this.end(raw) }
    if (!body) return { kind: "simple", assignments: [], words, redirects, ...span }
    return this.attach(body, redirects, words, span)
  }

  /** Gives redirections (and words that the grammar took for targets) to the command they belong to. */
  private attach(node: Node, redirects: RedirectSyntax[], words: Piece[], span: { start: number; end: number }): Node {
    switch (node.kind) {
      case "simple":
        return {
          ...node,
          words: [...node.words, ...words].sort((a, b) => a.start - b.start),
          redirects: [...node.redirects, ...redirects].sort((a, b) => a.start - b.start),
          end: span.end,
        }
      case "and":
      case "or":
        return { ...node, right: this.attach(node.right, redirects, words, span), end: span.end }
      case "pipeline":
        return {
          ...node,
          stages: [
            ...node.stages.slice(0, -1),
            this.attach(node.stages[node.stages.length - 1]!, redirects, words, span),
          ],
          end: span.end,
        }
      case "negated":
      case "coprocess":
        return { ...node, body: this.attach(node.body, redirects, words, span), end: span.end }
      default:
        return { kind: "redirected", body: node, redirects, ...span }
    }
  }

  /** A command, or several where the grammar has read over the end of a line. */
  private oneLine(raw: Raw): Node {
    const { code } = this.lifted
    const { children } = raw
    const name = children.findIndex((child) => child.type === "command_name")
    const before = children[name - 1]
    if (!before || !/(?:^|[^\\])\n/.test(code.slice(before.end, children[name]!.start))) return this.simple(raw)
    const first = this.simple({ ...raw, end: before.end, children: children.slice(0, name) })
    const second = this.simple({ ...raw, start: children[name]!.start, children: children.slice(name) })
    const items = [first, second].map((node) => ({ node, background: false }))
    return { kind: "sequence", items, start: first.start, end: second.end }
  }

  private simple(raw: Raw): Simple {
    const assignments: AssignmentSyntax[] = []
    const words: Piece[] = []
    const redirects: RedirectSyntax[] = []
    const children = raw.type === "variable_assignment" || raw.type === "file_redirect" ? [raw] : raw.children
    for (const child of children) {
      if (child.type === "variable_assignment" && words.length === 0) assignments.push(this.assignment(child))
      else if (child.type === "file_redirect" || child.type === "herestring_redirect")
        this.redirect(child, redirects, words)
      else if (child.type === "command_name") this.addWord(words, child)
      else if (child.type !== "comment" && child.end > child.start) this.addWord(words, child)
    }
    return { kind: "simple", assignments, words, redirects, start: this.start(raw), end: this.end(raw) }
  }

  /** Adds a word, or to the last one where there is nothing between them. */
  private addWord(words: Piece[], raw: Raw): void {
    for (const piece of this.splitAtBlanks(raw)) {
      const last = words[words.length - 1]
      if (last && this.touches(last, piece)) words[words.length - 1] = joined(last, piece)
      else words.push(piece)
    }
  }

  /** Nothing but continued lines lies between them. */
  private touches(first: Piece, second: Piece): boolean {
    if (first.end === second.start) return true
    return second.start - first.end < 80 && /^(?:\\\n)+$/.test(this.lifted.text.slice(first.end, second.start))
  }

  /** `[ ]` and `{ }` as arguments are one node to the grammar. */
  private splitAtBlanks(raw: Raw): readonly Piece[] {
    const piece = this.piece(raw)
    if (!BLANK_IN_BRACKETS.test(this.lifted.code.slice(raw.start, raw.end))) return [piece]
    const { text } = this.lifted
    const pieces: Piece[] = []
    for (let start = piece.start; start < piece.end;) {
      let end = start
      while (end < piece.end && !isSpace(text[end]!)) end++
      if (end > start) pieces.push({ start, end })
      start = end + 1
    }
    return pieces
  }

  private piece(raw: Raw): Piece {
    const start = this.start(raw)
    const end = this.end(raw)
    if (raw.children.length === 0) return { start, end }
    const substitutions: Substitution[] = []
    this.substitutions(raw, substitutions)
    return substitutions.length ? { start, end, substitutions } : { start, end }
  }

  private substitutions(raw: Raw, found: Substitution[]): void {
    if (raw.type === "command_substitution" || raw.type === "process_substitution") {
      if (this.lifted.code[raw.start] === "`") return
      const body = this.sequence(raw.children, raw.start, raw.end)
      found.push({ start: this.start(raw), end: this.end(raw), body })
    } else for (const child of raw.children) this.substitutions(child, found)
  }

  private between(raw: Raw, before: number, after: number): Piece {
    const whole = this.piece(raw)
    return { ...whole, start: whole.start + before, end: whole.end - after }
  }

  private assignment(raw: Raw): AssignmentSyntax {
    const [target, operator, ...rest] = raw.children
    const span = { start: this.start(raw), end: this.end(raw) }
    const name = target?.type === "subscript" ? target.children[0]! : target!
    const index = target?.type === "subscript" ? target.children[2] : undefined
    const array = rest.find((child) => child.type === "array")
    const values: Piece[] = []
    if (!array) for (const child of rest) this.addWord(values, child)
    const elements: Piece[] = []
    if (array)
      for (const child of array.children.slice(1, -1)) if (child.type !== "comment") this.addWord(elements, child)
    return {
      name: this.lifted.code.slice(name.start, name.end),
      append: operator?.type === "+=",
      ...(index && { index: this.piece(index) }),
      ...(values[0] && { value: values[0] }),
      ...(array && { elements }),
      ...span,
    }
  }

  private redirect(raw: Raw, redirects: RedirectSyntax[], words: Piece[]): void {
    let fd: number | undefined
    let operator = ""
    const targets: Piece[] = []
    for (const child of raw.children) {
      if (child.type === "file_descriptor")
        fd = Number(this.lifted.code.slice(child.start, child.end).replace(/[{}]/g, ""))
      else if (!operator) operator = child.type
      else this.addWord(targets, child)
    }
    const start = this.start(raw)
    const operatorStart = this.start(raw.children.find((child) => child.type === operator) ?? raw)
    const hereDocument = this.lifted.hereDocuments.get(operatorStart)
    if (this.lifted.hereStrings.has(operatorStart)) operator = "<<<"
    const closes = this.lifted.closings.has(operatorStart)
    const target = closes || hereDocument ? undefined : targets[0]
    redirects.push({
      operator: hereDocument ? "<<" : operator,
      ...(fd !== undefined && !Number.isNaN(fd) && { fd }),
      ...(target && { target }),
      ...(hereDocument && { hereDocument }),
      start,
      end: targets[0]?.end ?? this.end(raw),
    })
    words.push(...targets.slice(1))
  }

  private ifStatement(raw: Raw): If {
    const branches: { condition: Sequence; body: Sequence }[] = []
    let otherwise: Sequence | undefined
    const clause = (node: Raw): void => {
      const parts = node.children.filter((child) => child.type !== "elif_clause" && child.type !== "else_clause")
      const [condition, body] = this.split(parts, "then")
      branches.push({
        condition: this.sequence(condition, node.start, node.end),
        body: this.sequence(body, node.start, node.end),
      })
    }
    clause(raw)
    for (const child of raw.children) {
      if (child.type === "elif_clause") clause(child)
      if (child.type === "else_clause") otherwise = this.sequence(child.children, child.start, child.end)
    }
    return { kind: "if", branches, ...(otherwise && { otherwise }), start: this.start(raw), end: this.end(raw) }
  }

  private forStatement(raw: Raw): Node {
    const [kind, name, ...rest] = raw.children
    const words: Piece[] = []
    let hasList = false
    let body: Raw | undefined
    for (const child of rest) {
      if (child.type === "in") hasList = true
      else if (child.type === "do_group" || child.type === "compound_statement") body = child
      else if (hasList && WORDS.has(child.type)) this.addWord(words, child)
    }
    return {
      kind: kind!.type === "select" ? "select" : "for",
      name: name ? this.lifted.code.slice(name.start, name.end) : "",
      ...(hasList && { words }),
      body: this.sequence(body?.children ?? [], raw.start, raw.end),
      start: this.start(raw),
      end: this.end(raw),
    }
  }

  private caseStatement(raw: Raw): Case {
    const items: { patterns: Piece[]; body: Sequence; falls: boolean }[] = []
    const subject: Piece[] = []
    let open = true
    for (const child of raw.children.slice(1)) {
      if (child.type === "in") open = false
      else if (child.type === "case_item") items.push(this.caseItem(child))
      else if (open) this.addWord(subject, child)
    }
    return {
      kind: "case",
      subject: subject[0] ?? { start: 0, end: 0 },
      items,
      start: this.start(raw),
      end: this.end(raw),
    }
  }

  private caseItem(raw: Raw): { patterns: Piece[]; body: Sequence; falls: boolean } {
    const close = raw.children.findIndex((child) => child.type === ")")
    const patterns: Piece[] = []
    for (const child of raw.children.slice(0, close))
      if (child.type !== "|" && child.type !== "(") this.addWord(patterns, child)
    const rest = raw.children.slice(close + 1)
    return {
      patterns,
      body: this.sequence(rest, raw.start, raw.end),
      falls: rest.some((child) => child.type === ";;" && this.lifted.fallThroughs.has(this.start(child))),
    }
  }

  private test(raw: Raw): Node {
    const span = { start: this.start(raw), end: this.end(raw) }
    const words: Piece[] = []
    const open = raw.children[0]?.type
    const visit = (node: Raw): void => {
      if (node.children.length === 0 || WORDS.has(node.type)) this.addWord(words, node)
      else node.children.forEach(visit)
    }
    if (open === "[") {
      raw.children.forEach(visit)
      return { kind: "simple", assignments: [], words, redirects: [], ...span }
    }
    raw.children.slice(1, -1).forEach(visit)
    if (open === "((") return { kind: "arithmetic", expressions: [this.between(raw, 2, 2)], ...span }
    return { kind: "test", words, ...span }
  }

  private functionDefinition(raw: Raw): Node | undefined {
    const name = raw.children.find((child) => child.type === "word")
    const after = raw.children.slice(raw.children.indexOf(name!) + 1)
    const redirects: RedirectSyntax[] = []
    const extra: Piece[] = []
    let body: Node | undefined
    for (const child of after) {
      if (child.type === "file_redirect" || child.type === "herestring_redirect") this.redirect(child, redirects, extra)
      else body ??= this.node(child)
    }
    if (!name || !body) return body
    const span = { start: this.start(raw), end: this.end(raw) }
    if (redirects.length) body = { kind: "redirected", body, redirects, ...span }
    return { kind: "function", name: this.lifted.code.slice(name.start, name.end), body, ...span }
  }
}

function joined(first: Piece, second: Piece): Piece {
  const substitutions = [...(first.substitutions ?? []), ...(second.substitutions ?? [])]
  return { start: first.start, end: second.end, ...(substitutions.length && { substitutions }) }
}
