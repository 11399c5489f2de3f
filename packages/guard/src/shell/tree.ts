/**
 * From the grammar's tree to our syntax, with the grammar's silent mis-parses put right:
 * - words after a redirection's target are the command's (`git >log rebase main`, `>log git rebase main`);
 * - a redirection after a list or pipeline belongs to its last command (`a && b > c`, `a | b > c`);
 * - `!` in front of a pipeline negates all of it;
 * - a command ends with its line, even where only assignments and redirections stand in it;
 * - word nodes that touch are one word.
 */
import type { Tree } from "web-tree-sitter"
import { Pieces } from "./pieces.ts"
import { readRaw, WORDS, type Lifted, type Raw } from "./raw.ts"
import type { AssignmentSyntax, Case, If, Node, Piece, RedirectSyntax, Sequence, Simple, Statement } from "./syntax.ts"

export { TooDeep, type Lifted } from "./raw.ts"

/** The syntax of a tree. Statements inside an ERROR node are kept. */
export function syntaxOf(tree: Tree, lifted: Lifted): Sequence {
  const cursor = tree.walk()
  try {
    const raw = readRaw(cursor, lifted.code, 0)
    return new Builder(lifted).sequence(raw.children, raw.start, raw.end)
  } finally {
    cursor.delete()
  }
}

class Builder extends Pieces {
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
    return this.piped(stages, { start: this.start(raw), end: this.end(raw) })
  }

  /** In `a && b >c | d` the grammar pipes the whole list; only its last command is piped. */
  private piped(stages: readonly Node[], span: { start: number; end: number }): Node | undefined {
    const [first, ...rest] = stages
    if (!first || rest.length === 0) return first
    if (first.kind === "negated") return { kind: "negated", body: this.piped([first.body, ...rest], span)!, ...span }
    if (first.kind !== "and" && first.kind !== "or") return { kind: "pipeline", stages, ...span }
    const right = this.piped([first.right, ...rest], { start: first.right.start, end: span.end })!
    return { ...first, right, end: span.end }
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
