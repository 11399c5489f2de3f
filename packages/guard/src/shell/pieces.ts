/** Words, assignments and redirections out of the grammar's nodes. */
import type { Lifted, Raw } from "./raw.ts"
import type { AssignmentSyntax, Piece, RedirectSyntax, Sequence, Substitution } from "./syntax.ts"

const BLANK_IN_BRACKETS = /^[^\s"'`$\\(]*[[{]\s[^"'`$\\(]*$/
const isSpace = (character: string): boolean => character === " " || character === "\t" || character === "\n"

/** What builds the parts of commands; what builds commands goes on from it. */
export abstract class Pieces {
  /** A bracket before a blank, which may have become a part of a word. */
  private readonly brackets: boolean

  constructor(protected readonly lifted: Lifted) {
    this.brackets = /[[{]\s/.test(lifted.code)
  }

  abstract sequence(children: readonly Raw[], start: number, end: number): Sequence

  protected start(raw: Raw): number {
    return this.lifted.map(raw.start)
  }

  protected end(raw: Raw): number {
    return raw.end > raw.start ? this.lifted.map(raw.end - 1) + 1 : this.lifted.map(raw.end)
  }

  /** Adds a word, or to the last one where there is nothing between them. */
  protected addWord(words: Piece[], raw: Raw): void {
    for (const piece of this.splitAtBlanks(raw)) {
      const last = words[words.length - 1]
      if (last && this.touches(last, piece)) words[words.length - 1] = joined(last, piece)
      else words.push(piece)
    }
  }

  /** Nothing but continued lines lies between them. */
  protected touches(first: Piece, second: Piece): boolean {
    if (first.end === second.start) return true
    return second.start - first.end < 80 && /^(?:\\\n)+$/.test(this.lifted.text.slice(first.end, second.start))
  }

  /** `[ ]` and `{ }` as arguments are one node to the grammar. */
  protected splitAtBlanks(raw: Raw): readonly Piece[] {
    const piece = this.piece(raw)
    if (!this.brackets || !BLANK_IN_BRACKETS.test(this.lifted.code.slice(raw.start, raw.end))) return [piece]
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

  protected piece(raw: Raw): Piece {
    const start = this.start(raw)
    const end = this.end(raw)
    if (raw.children.length === 0) return { start, end }
    const substitutions: Substitution[] = []
    this.substitutions(raw, substitutions)
    return substitutions.length ? { start, end, substitutions } : { start, end }
  }

  protected substitutions(raw: Raw, found: Substitution[]): void {
    if (raw.type === "command_substitution" || raw.type === "process_substitution") {
      if (this.lifted.code[raw.start] === "`") return
      const body = this.sequence(raw.children, raw.start, raw.end)
      found.push({ start: this.start(raw), end: this.end(raw), body })
    } else for (const child of raw.children) this.substitutions(child, found)
  }

  protected between(raw: Raw, before: number, after: number): Piece {
    const whole = this.piece(raw)
    return { ...whole, start: whole.start + before, end: whole.end - after }
  }

  protected assignment(raw: Raw): AssignmentSyntax {
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

  protected redirect(raw: Raw, redirects: RedirectSyntax[], words: Piece[]): void {
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
    if (this.lifted.readWrites.has(operatorStart)) operator = "<>"
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
}

function joined(first: Piece, second: Piece): Piece {
  const substitutions = [...(first.substitutions ?? []), ...(second.substitutions ?? [])]
  return { start: first.start, end: second.end, ...(substitutions.length && { substitutions }) }
}
