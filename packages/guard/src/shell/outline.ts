/**
 * The outline of a text: where its here-documents, quotes and nested commands begin and end. The grammar
 * attributes what follows a here-document's operator wrongly, so bodies are lifted out before it is asked;
 * the outline also bounds what it is asked for, and says where a text it rejects can be taken apart.
 */
import { isBlank, isEnd, readBody, readOperator, type Announced } from "./here-document.ts"
import type { Break, Outline } from "./landmarks.ts"
import type { HereDocument } from "./syntax.ts"

export type { Break, Outline } from "./landmarks.ts"

type Frame = {
  readonly kind: "code" | "double" | "parameter" | "arithmetic" | "backquote"
  readonly start: number
  /** Open `case` commands, whose patterns end with `)`. */
  cases: number
  parentheses: number
  quotes: boolean
}

const OPENS = new Set(["if", "for", "while", "until", "select", "case", "{"])
const CLOSES = new Set(["fi", "done", "esac", "}"])
const DESCRIPTOR = /^\{[A-Za-z_]\w*(?:\[\w+\])?\}[<>]$/
const PLAIN_IN_QUOTES = /[^"\\$`]+/y
const KEEPS_START = new Set(["if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "coproc"])
const CONTINUED = new Set<Break["kind"]>(["&&", "||", "|"])

export const MAXIMUM_CODE = 16 * 1024

interface Options {
  /** Stop where the frame opened at the start of the text is closed. */
  readonly untilClosed?: boolean
  readonly from?: number
}

/** The end of `$(…)`, `${…}`, backquotes or `<(…)` that begins at `start`, or undefined where it is left open. */
export function closingOf(text: string, start: number): number | undefined {
  const scan = new Scan(text, { from: start, untilClosed: true })
  scan.run()
  return scan.closedAt
}

/** Reads the outline of a whole text. */
export function outlineOf(text: string): Outline {
  const scan = new Scan(text, {})
  scan.run()
  return scan
}

class Scan implements Outline {
  readonly hereDocuments: HereDocument[] = []
  readonly hereStrings: number[] = []
  readonly breaks: Break[] = []
  readonly coprocesses: number[] = []
  readonly times: { start: number; end: number }[] = []
  readonly braceWords: { start: number; end: number }[] = []
  readonly bareLoops: number[] = []
  readonly closings: number[] = []
  readonly readWrites: number[] = []
  readonly fallThroughs: { start: number; end: number }[] = []
  readonly idle: { start: number; end: number }[] = []
  code = 0
  nesting = 0
  unclosed: number | undefined
  closedAt: number | undefined
  private position: number
  private readonly frames: Frame[] = []
  private readonly pending: Announced[] = []
  private commandStart = true
  private lastWord = ""
  /** Where the `!` of this command stands that no other one has undone. */
  private negated: number | undefined
  private depth = 0

  constructor(
    private readonly text: string,
    private readonly options: Options,
  ) {
    this.position = options.from ?? 0
    this.push("code")
  }

  run(): void {
    const { text } = this
    while (this.position < text.length) {
      const frame = this.frames[this.frames.length - 1]!
      if (frame.kind === "code" || frame.kind === "backquote") this.inCode(frame)
      else if (frame.kind === "double") this.inDouble()
      else if (frame.kind === "parameter") this.inParameter(frame)
      else this.inArithmetic(frame)
      if (this.closedAt !== undefined || this.code > MAXIMUM_CODE) return
    }
    this.readBodies()
    if (this.frames.length > 1) this.unclosed ??= this.frames[1]!.start
  }

  private push(kind: Frame["kind"], length = 0, quotes = true): void {
    this.frames.push({ kind, start: this.position, cases: 0, parentheses: 0, quotes })
    this.nesting = Math.max(this.nesting, this.frames.length)
    this.position += length
    this.negated = undefined
    if (kind === "code" || kind === "backquote") this.commandStart = true
  }

  private pop(length: number): void {
    this.position += length
    this.frames.pop()
    this.commandStart = false
    if (this.options.untilClosed && this.frames.length === 1) this.closedAt = this.position
  }

  /** Skips a stretch that ends with an unescaped or plain closing character. */
  private skipQuoted(close: string, escapes: boolean): void {
    const start = this.position
    let end = this.text.indexOf(close, start)
    if (escapes)
      for (end = start; end < this.text.length && this.text[end] !== close;) end += this.text[end] === "\\" ? 2 : 1
    if (end < 0 || end >= this.text.length) this.unclosed ??= start
    this.position = end < 0 ? this.text.length : Math.min(end + 1, this.text.length)
  }

  /** What begins a nested stretch in code, double quotes, parameters and arithmetic alike. */
  private opens(inQuotes: boolean): boolean {
    const { text, position } = this
    const character = text[position]
    if (character === "\\") this.position += 2
    else if (character === "`") {
      const open = this.frames.findLastIndex((frame) => frame.kind === "backquote")
      if (open < 0) this.push("backquote", 1)
      else {
        this.frames.length = open + 1
        this.pop(1)
      }
    } else if (character === '"') this.push("double", 1)
    else if (character === "$") {
      const next = text[position + 1]
      if (next === "(")
        this.push(text[position + 2] === "(" ? "arithmetic" : "code", text[position + 2] === "(" ? 3 : 2)
      else if (next === "{") this.push("parameter", 2, !inQuotes)
      else if (next === "'" && !inQuotes) {
        this.position += 2
        this.skipQuoted("'", true)
      } else this.position += 1
    } else return false
    return true
  }

  private inDouble(): void {
    const character = this.text[this.position]
    if (character === '"') {
      this.code++
      this.pop(1)
    } else if (!this.opens(true)) {
      PLAIN_IN_QUOTES.lastIndex = this.position
      this.position += PLAIN_IN_QUOTES.exec(this.text)?.[0].length ?? 1
    }
  }

  private inParameter(frame: Frame): void {
    const character = this.text[this.position]
    this.code++
    if (character === "}") this.pop(1)
    else if (character === "'" && frame.quotes) {
      this.position++
      this.skipQuoted("'", false)
    } else if (!this.opens(!frame.quotes)) this.position++
  }

  private inArithmetic(frame: Frame): void {
    const { text, position } = this
    const character = text[position]
    this.code++
    if (character === "(") {
      frame.parentheses++
      this.position++
    } else if (character === ")") {
      if (frame.parentheses > 0) {
        frame.parentheses--
        this.position++
      } else if (text[position + 1] === ")") this.pop(2)
      else {
        // Two nested parentheses after all: the inner one ends here.
        this.frames[this.frames.length - 1] = { ...frame, kind: "code" }
        this.position++
      }
    } else if (character === "'") {
      this.position++
      this.skipQuoted("'", false)
    } else if (!this.opens(false)) this.position++
  }

  private inCode(frame: Frame): void {
    const { text, position } = this
    const character = text[position]!
    this.code++
    switch (character) {
      case " ":
      case "\t":
        this.position++
        return
      case "\n":
        this.separator("newline", 1, frame)
        this.readBodies()
        return
      case ";":
        this.semicolon(frame)
        return
      case "&":
        if (text[position + 1] === "&") this.separator("&&", 2, frame)
        else if (text[position + 1] === ">" || text[position - 1] === ">" || text[position - 1] === "<") this.position++
        else this.separator("&", 1, frame)
        return
      case "|":
        if (text[position - 1] === ">") this.position++
        else if (text[position + 1] === "|") this.separator("||", 2, frame)
        else this.separator("|", text[position + 1] === "&" ? 2 : 1, frame)
        return
      case "#": {
        const before = text[position - 1]
        if (before !== undefined && !isEnd(before)) this.position++
        else {
          const end = text.indexOf("\n", position)
          this.position = end < 0 ? text.length : end
        }
        return
      }
      case "'":
        this.position++
        this.skipQuoted("'", false)
        this.commandStart = false
        return
      case "<":
        this.lessThan()
        return
      case ">":
        if (text[position + 1] === "(") this.push("code", 2)
        else this.closing()
        return
      case "(":
        this.openParenthesis()
        return
      case ")":
        if (frame.cases > 0) this.separator("pattern", 1, frame)
        else if (this.frames.length > 1 && frame.kind === "code") this.pop(1)
        else this.position++
        return
      default:
        if (this.opens(false))
          this.commandStart = this.commandStart && text[position] === "\\" && text[position + 1] === "\n"
        else this.word(frame)
    }
  }

  /** An operator of one character, unless it closes a descriptor. */
  private closing(): void {
    const { text, position } = this
    if (text[position + 1] === "&" && text[position + 2] === "-") {
      this.closings.push(position)
      this.position += 3
    } else if (text[position] === "<" && text[position + 1] === ">") {
      this.readWrites.push(position)
      this.position += 2
    } else this.position++
  }

  private openParenthesis(): void {
    const { text, position } = this
    const close = this.commandStart ? undefined : /^\([ \t]*\)\s*/.exec(text.slice(position, position + 40))?.[0]
    if (text[position + 1] === "(" && (this.commandStart || this.lastWord === "for")) this.push("arithmetic", 2)
    else if (close) {
      // `name ()`: the body may stand on a line of its own.
      this.position += close.length
      this.code += close.length
      this.commandStart = true
    } else this.push("code", 1)
  }

  private semicolon(frame: Frame): void {
    const { text, position } = this
    const operator = /^;;?&|^;;?/.exec(text.slice(position, position + 3))![0]
    if (operator.endsWith("&")) this.fallThroughs.push({ start: position, end: position + operator.length })
    this.separator(";", operator.length, frame)
  }

  private separator(kind: Break["kind"], length: number, frame: Frame): void {
    // After `&&`, `||` and `|` the command goes on in the next line.
    const continues =
      kind === "newline" && this.commandStart && CONTINUED.has(this.breaks[this.breaks.length - 1]?.kind ?? ";")
    if (this.frames.length === 1 && !continues) {
      this.breaks.push({ start: this.position, end: this.position + length, kind, depth: this.depth + frame.cases })
    }
    this.position += length
    this.commandStart = true
    this.negated = undefined
  }

  private word(frame: Frame): void {
    const { text, position } = this
    let end = position + 1
    const limit = Math.min(text.length, position + MAXIMUM_CODE + 1)
    while (end < limit && !isEnd(text[end]!) && !"'\"\\$`".includes(text[end]!)) end++
    this.position = end
    this.code += end - position - 1
    if (DESCRIPTOR.test(text.slice(position, end + 1))) return void this.idle.push({ start: position, end })
    if (this.commandStart && text[position] === "{" && end > position + 1)
      this.braceWords.push({ start: position, end })
    if (!this.commandStart && this.lastWord === "" && text[position] !== "i" && text[position] !== "e") return
    const whole = (end === text.length || isEnd(text[end]!)) && (position === 0 || isEnd(text[position - 1]!))
    const word = whole && end - position <= 8 ? text.slice(position, end) : ""
    if (word === "in" && this.lastWord === "case-subject") {
      this.separator("pattern", 0, frame)
      this.lastWord = ""
      return
    }
    if (word === "do" && this.lastWord === "for-name") {
      this.bareLoops.push(position)
      this.commandStart = true
      this.lastWord = ""
    } else if (this.lastWord === "function-name" && word === "{") this.reserved(word, position, frame)
    else if (this.commandStart) this.reserved(word, position, frame)
    else if (this.lastWord === "for" || this.lastWord === "select") this.lastWord = "for-name"
    else if (this.lastWord === "function") this.lastWord = "function-name"
    else if (frame.cases > 0) this.lastWord = "case-subject"
    else this.lastWord = ""
  }

  private reserved(word: string, start: number, frame: Frame): void {
    if (word === "!") this.negate(start)
    else if (word !== "time") this.negated = undefined
    if (word === "case") frame.cases++
    else if (word === "esac" && frame.cases > 0) frame.cases--
    else if (this.frames.length === 1) {
      if (OPENS.has(word)) this.depth++
      else if (CLOSES.has(word)) this.depth = Math.max(0, this.depth - 1)
    }
    if (word === "coproc") this.coprocesses.push(start)
    if (word === "time") this.time(start)
    this.commandStart = KEEPS_START.has(word)
    this.lastWord = word === "case" ? "case-subject" : word
  }

  private negate(start: number): void {
    if (this.negated !== undefined) for (const at of [this.negated, start]) this.idle.push({ start: at, end: at + 1 })
    this.negated = this.negated === undefined ? start : undefined
  }

  private time(start: number): void {
    const { text } = this
    let end = start + 4
    while (isBlank(text[end] ?? "") && text[end + 1] === "-" && text[end + 2] === "p" && isBlank(text[end + 3] ?? ""))
      end += 3
    this.position = end
    this.times.push({ start, end })
  }

  private lessThan(): void {
    const { text, position } = this
    this.commandStart = false
    if (text[position + 1] === "(") this.push("code", 2)
    else if (text[position + 1] !== "<") this.closing()
    else if (text[position + 2] === "<") {
      this.hereStrings.push(position)
      this.position += 3
    } else this.hereDocument()
  }

  private hereDocument(): void {
    const announced = readOperator(this.text, this.position)
    this.position = announced.end
    if (announced.delimiter !== undefined) this.pending.push({ ...announced, delimiter: announced.delimiter })
  }

  /** At the beginning of a line: the bodies of the here-documents that the line before has announced. */
  private readBodies(): void {
    for (const announced of this.pending.splice(0)) {
      const document = readBody(this.text, this.position, announced)
      this.hereDocuments.push(document)
      this.position = document.after
    }
  }
}
