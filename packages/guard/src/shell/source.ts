/** From text to syntax: here-documents lifted out, bounds held, pieces re-read where the grammar gives up. */
import { parseTree } from "./parser.ts"
import { MAXIMUM_CODE, outlineOf, type Break, type Outline } from "./outline.ts"
import { readPlain } from "./plain.ts"
import type { HereDocument, Sequence, Statement } from "./syntax.ts"
import { syntaxOf, TooDeep, type Lifted } from "./tree.ts"
import type { Span } from "./value.ts"

const MAXIMUM_TEXT = 1024 * 1024
const MAXIMUM_NESTING = 100
const MAXIMUM_PIECES = 1500
const RECOVERY_MILLISECONDS = 500
const SMALL = 1024
const LONG = 16 * 1024

const identity = (offset: number): number => offset
const NO_OFFSETS: ReadonlySet<number> = new Set()
const NO_DOCUMENTS: ReadonlyMap<number, HereDocument> = new Map()

export interface Reading {
  readonly syntax: Sequence
  readonly partial: readonly Span[]
  /** A stretch that the grammar rejects was read piece by piece. */
  readonly guessed?: boolean
  readonly tooLong?: string
}

const empty = (end: number): Sequence => ({ kind: "sequence", items: [], start: 0, end })
const refused = (text: string, tooLong: string): Reading => ({ syntax: empty(text.length), partial: [], tooLong })

/** Reads the syntax of one text. */
export function readSource(text: string): Reading {
  const plain = text.length <= MAXIMUM_CODE ? readPlain(text) : undefined
  return plain ? { syntax: plain, partial: [] } : readWithGrammar(text)
}

/** Reads the syntax of any text as the grammar has it. */
export function readWithGrammar(text: string): Reading {
  if (text.length > MAXIMUM_TEXT) return refused(text, "more than 1 MiB")
  if (text.includes("\0")) return refused(text, "a NUL byte, which no shell can be given")
  const plain =
    text.length < SMALL &&
    !/<[<>]|[<>]&-|;&|\bcoproc\b|\btime\s|!\s+!|(?:^|[\s;&|(!])\{[^\s}]|\b(?:for|select)\s+\w+\s+do\b/.test(text)
  const outline = plain ? undefined : outlineOf(text)
  if (outline && outline.code > MAXIMUM_CODE) return refused(text, "more than 16 KiB of code")
  if (outline && outline.nesting > MAXIMUM_NESTING) return refused(text, "nested too deeply")
  try {
    // What is left open is rejected; for a long text there is no need to ask.
    if (outline?.unclosed !== undefined && text.length > LONG) return recover(text, outline)
    const lifted = outline ? lift(text, outline) : whole(text)
    const tree = parseTree(lifted.code)
    try {
      if (tree && !tree.rootNode.hasError) return { syntax: syntaxOf(tree, lifted), partial: [] }
    } finally {
      tree?.delete()
    }
    return recover(text, outline ?? outlineOf(text))
  } catch (error) {
    if (error instanceof TooDeep) return refused(text, "nested too deeply")
    throw error
  }
}

function whole(code: string): Lifted {
  return {
    text: code,
    code,
    map: identity,
    hereDocuments: NO_DOCUMENTS,
    hereStrings: NO_OFFSETS,
    coprocesses: NO_OFFSETS,
    fallThroughs: NO_OFFSETS,
    closings: NO_OFFSETS,
    readWrites: NO_OFFSETS,
  }
}

/**
 * The stretch of a text for the grammar: here-document bodies cut out, their operators and here-strings turned into plain input redirections,
 * `coproc` and `time` in front of compound commands and assignments blanked, a brace that begins a word made a letter.
 */
function lift(text: string, outline: Outline, from = 0, to = text.length): Lifted {
  const cuts: { start: number; end: number; put: string }[] = []
  const hereDocuments = new Map<number, HereDocument>()
  const coprocesses = new Set<number>()
  for (const document of outline.hereDocuments) {
    hereDocuments.set(document.start, document)
    cuts.push({ start: document.start, end: document.end, put: "<" + "_".repeat(document.end - document.start - 1) })
    cuts.push({ start: document.bodyStart, end: document.after, put: "" })
  }
  for (const start of outline.hereStrings) cuts.push({ start, end: start + 3, put: "<  " })
  for (const start of outline.coprocesses) {
    const end = coprocessBody(text, start)
    coprocesses.add(end)
    cuts.push({ start, end, put: " ".repeat(end - start) })
  }
  for (const { start, end } of outline.times) {
    if (!/^\s*(?:[({]|!\s|(?:if|while|until|for|case|select|\[\[)\s|[A-Za-z_]\w*\+?=)/.test(text.slice(end, end + 80)))
      continue
    cuts.push({ start, end, put: " ".repeat(end - start) })
  }
  for (const start of outline.readWrites) cuts.push({ start, end: start + 2, put: "< " })
  for (const start of outline.closings) cuts.push({ start: start + 2, end: start + 3, put: "0" })
  for (const { start, end } of outline.braceWords)
    cuts.push({ start, end, put: text.slice(start, end).replaceAll(/[{},]/g, "_") })
  for (const { start, end } of outline.idle) cuts.push({ start, end, put: " ".repeat(end - start) })
  for (const start of outline.bareLoops) cuts.push({ start, end: start, put: "; " })
  const fallThroughs = new Set<number>()
  for (const { start, end } of outline.fallThroughs) {
    fallThroughs.add(start)
    cuts.push({ start, end, put: ";;".padEnd(end - start) })
  }
  cuts.sort((a, b) => a.start - b.start)
  return {
    text,
    ...assemble(text, cuts, from, to),
    hereDocuments,
    hereStrings: new Set(outline.hereStrings),
    coprocesses,
    fallThroughs,
    closings: new Set(outline.closings),
    readWrites: new Set(outline.readWrites),
  }
}

function assemble(
  text: string,
  cuts: readonly { start: number; end: number; put: string }[],
  from: number,
  to: number,
): Pick<Lifted, "code" | "map"> {
  const starts: number[] = [0]
  const deltas: number[] = [from]
  let code = ""
  let position = from
  for (const cut of cuts) {
    if (cut.start < position || cut.end > to) continue
    code += text.slice(position, cut.start) + cut.put
    position = cut.end
    if (cut.put.length === cut.end - cut.start) continue
    starts.push(code.length)
    deltas.push(position - code.length)
  }
  code += text.slice(position, to)
  if (starts.length === 1) return { code, map: from === 0 ? identity : (offset) => offset + from }
  const map = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return offset + deltas[low]!
  }
  return { code, map }
}

/** Where the command of `coproc [NAME] command` begins. A name stands only before a compound command. */
function coprocessBody(text: string, start: number): number {
  const named = /^coproc\s+(?:[A-Za-z_]\w*\s+(?=[({]|(?:if|while|until|for|case|select|\[\[)\s))?/.exec(
    text.slice(start, start + 200),
  )
  return start + (named?.[0].length ?? 6)
}

/**
 * The grammar rejects the text. bash reads one complete command after the other, so each is read by itself;
 * one that is rejected again is taken apart at every separator.
 */
function recover(text: string, outline: Outline): Reading {
  const items: Statement[] = []
  const partial: Span[] = []
  let guessed = false
  const limit = outline.unclosed === undefined ? text.length : lastComplete(outline, outline.unclosed)
  if (limit < text.length) partial.push({ start: limit, end: text.length })
  const outer = outline.breaks.filter((each) => each.depth === 0 && SEPARATES.has(each.kind))
  let budget = MAXIMUM_PIECES
  const deadline = performance.now() + RECOVERY_MILLISECONDS
  for (const stretch of stretches(outer, text.length)) {
    if (stretch.start >= limit) break
    if (budget-- <= 0 || performance.now() > deadline) return refused(text, "too many pieces that cannot be read")
    const everything = stretch.start === 0 && stretch.end === text.length
    const statements = everything ? undefined : readStretch(text, outline, stretch.start, stretch.end, true)
    if (statements) {
      const last = statements[statements.length - 1]
      if (last && stretch.kind === "&") statements[statements.length - 1] = { ...last, background: true }
      items.push(...statements)
      continue
    }
    guessed = true
    const inner = outline.breaks.filter((each) => each.start >= stretch.start && each.end <= stretch.end)
    for (const piece of stretches(inner, stretch.end, stretch.start)) {
      if (budget-- <= 0 || performance.now() > deadline) return refused(text, "too many pieces that cannot be read")
      if (piece.kind === "pattern") continue
      const { statements: found, rejected } = readPiece(text, outline, piece, stretch)
      if (rejected) partial.push(rejected)
      items.push(...found)
    }
  }
  return { syntax: { kind: "sequence", items, start: 0, end: text.length }, partial, guessed }
}

/** A piece between two separators: as it is, without the reserved words in front of it, or what the grammar makes of it. */
function readPiece(
  text: string,
  outline: Outline,
  piece: Span,
  whole: Span,
): { statements: readonly Statement[]; rejected?: Span } {
  const first = skipFront(text, piece.start, piece.end, WORDS_IN_FRONT)
  const start = skipFront(text, first, piece.end, ALL_IN_FRONT)
  if (text.slice(start, piece.end).trim() === "") return { statements: [] }
  const known = first === whole.start && piece.end === whole.end
  const statements =
    (known ? undefined : readStretch(text, outline, first, piece.end, true)) ??
    (start === first ? undefined : readStretch(text, outline, start, piece.end, true))
  if (statements) return { statements }
  return { statements: readStretch(text, outline, start, piece.end, false) ?? [], rejected: { start, end: piece.end } }
}

const SEPARATES = new Set<Break["kind"]>(["newline", ";", "&"])

/** Where the command that the open quote or bracket stands in begins. */
function lastComplete(outline: Outline, unclosed: number): number {
  let limit = 0
  for (const each of outline.breaks)
    if (each.kind === "newline" && each.depth === 0 && each.end <= unclosed) limit = each.end
  return limit
}

function stretches(
  breaks: readonly Break[],
  end: number,
  start = 0,
): { start: number; end: number; kind?: Break["kind"] }[] {
  const found: { start: number; end: number; kind?: Break["kind"] }[] = []
  let position = start
  for (const each of breaks) {
    found.push({ start: position, end: each.start, kind: each.kind })
    position = each.end
  }
  found.push({ start: position, end })
  return found
}

const RESERVED = "if|then|else|elif|fi|while|until|do|done|esac|!|\\{|\\}|time|coproc"
const WORDS_IN_FRONT = new RegExp(`^(?:\\s|(?:${RESERVED})(?=[\\s;]|$))+`)
const ALL_IN_FRONT = new RegExp(`^(?:\\s|(?:${RESERVED})(?=[\\s;]|$)|[()](?!\\())+`)

/** Where what stands in front of a command ends. */
function skipFront(text: string, start: number, end: number, front: RegExp): number {
  return start + (front.exec(text.slice(start, end))?.[0].length ?? 0)
}

/** The statements of a stretch, or undefined where the grammar rejects it (and `strict` is asked for). */
function readStretch(
  text: string,
  outline: Outline,
  start: number,
  end: number,
  strict: boolean,
): Statement[] | undefined {
  const lifted = lift(text, outline, start, end)
  const tree = parseTree(lifted.code)
  if (!tree) return undefined
  try {
    if (strict && tree.rootNode.hasError && !onlySeparatorsMissing(tree.rootNode)) return undefined
    return [...syntaxOf(tree, lifted).items]
  } finally {
    tree.delete()
  }
}

type TreeNode = NonNullable<ReturnType<typeof parseTree>>["rootNode"]

/** `while case … esac do`: all the grammar asks for is a `;` that bash does not need. */
function onlySeparatorsMissing(node: TreeNode): boolean {
  if (!node.hasError) return true
  if (node.isError) return false
  if (node.isMissing) return node.type === ";" || node.type === "\n"
  return node.children.every((child) => onlySeparatorsMissing(child))
}
