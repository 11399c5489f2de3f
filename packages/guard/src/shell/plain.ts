/**
 * Most texts are bare words, quotes without expansions, and `&&`, `||`, `|`, `;`. There is nothing in them for the
 * grammar to find out, and asking it costs more than everything else the reader does. Whatever else a text holds,
 * it is left to the grammar; where both can read a text, they agree (`test/shell/plain.test.ts`).
 */
import type { Node, Piece, Sequence, Simple, Statement } from "./syntax.ts"

/** Characters that stand for themselves, or that only the expansion of a word has to do with. */
const BARE = classOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+,-=~*?^")
const BLANK = classOf(" \t")
/** What a single command name can begin with; anything else may be an assignment, a number or syntax. */
const COMMAND_NAME = /^[A-Za-z_./~][A-Za-z0-9_./:@%+,~-]*$/
/** In front of a command the grammar makes something else of these. */
const SPECIAL = new Set(
  (
    "if then else elif fi for while until do done case esac select function time coproc in test " +
    "declare typeset export readonly local unset unsetenv"
  ).split(" "),
)

function classOf(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

const [NEWLINE, QUOTE, DOUBLE, HASH, SEMICOLON, AMPERSAND, BAR] = [..."\n'\"#;&|"].map((each) => each.charCodeAt(0))
const ENDS_DOUBLE = /["$`\\!]/g

/** The syntax of a plain text; undefined where it holds anything that the grammar must be asked about. */
export function readPlain(text: string): Sequence | undefined {
  const reader = new Reader(text)
  const items = reader.statements()
  return items && { kind: "sequence", items, start: 0, end: text.length }
}

class Reader {
  private position = 0

  constructor(private readonly text: string) {}

  statements(): readonly Statement[] | undefined {
    const items: Statement[] = []
    for (;;) {
      this.skipLines()
      if (this.position >= this.text.length) return items
      const node = this.list()
      if (!node) return undefined
      items.push({ node, background: false })
      const next = this.code()
      if (next !== SEMICOLON && next !== NEWLINE && !Number.isNaN(next)) return undefined
      this.position++
    }
  }

  private code(): number {
    return this.text.charCodeAt(this.position)
  }

  private skipBlanks(): void {
    while (BLANK[this.code()]) this.position++
    if (this.code() !== HASH) return
    const before = this.text.charCodeAt(this.position - 1)
    if (this.position > 0 && !BLANK[before] && before !== NEWLINE && before !== SEMICOLON) return
    const end = this.text.indexOf("\n", this.position)
    this.position = end < 0 ? this.text.length : end
  }

  private skipLines(): void {
    this.skipBlanks()
    while (this.code() === NEWLINE) {
      this.position++
      this.skipBlanks()
    }
  }

  private list(): Node | undefined {
    let left = this.pipeline()
    while (left) {
      const code = this.code()
      if ((code !== AMPERSAND && code !== BAR) || this.text.charCodeAt(this.position + 1) !== code) return left
      this.position += 2
      this.skipLines()
      const right = this.pipeline()
      if (!right) return undefined
      left = { kind: code === BAR ? "or" : "and", left, right, start: left.start, end: right.end }
    }
    return undefined
  }

  private pipeline(): Node | undefined {
    const first = this.simple()
    if (!first || !this.atPipe()) return first
    const stages = [first]
    while (this.atPipe()) {
      this.position++
      this.skipLines()
      const stage = this.simple()
      if (!stage) return undefined
      stages.push(stage)
    }
    return { kind: "pipeline", stages, start: first.start, end: stages[stages.length - 1]!.end }
  }

  private atPipe(): boolean {
    const next = this.text.charCodeAt(this.position + 1)
    return this.code() === BAR && next !== BAR && next !== AMPERSAND
  }

  private simple(): Simple | undefined {
    const words: Piece[] = []
    for (let word = this.word(); word; word = this.word()) {
      words.push(word)
      this.skipBlanks()
    }
    const first = words[0]
    if (!first) return undefined
    const name = this.text.slice(first.start, first.end)
    if (!COMMAND_NAME.test(name) || SPECIAL.has(name)) return undefined
    return { kind: "simple", assignments: [], words, redirects: [], start: first.start, end: words.at(-1)!.end }
  }

  /** A word that begins here, with its quotes; undefined at anything else. */
  private word(): Piece | undefined {
    const start = this.position
    for (;;) {
      const code = this.code()
      if (BARE[code]) this.position++
      else if (code === QUOTE || code === DOUBLE) {
        const end = code === QUOTE ? this.text.indexOf("'", this.position + 1) : this.endOfDouble()
        if (end < 0) break
        this.position = end + 1
      } else break
    }
    return this.position > start ? { start, end: this.position } : undefined
  }

  /** The closing quote of a string without expansions, else -1. */
  private endOfDouble(): number {
    ENDS_DOUBLE.lastIndex = this.position + 1
    const end = ENDS_DOUBLE.exec(this.text)
    return end?.[0] === '"' ? end.index : -1
  }
}
