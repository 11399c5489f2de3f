/** Word expansion, in the order bash does it: braces, tildes, parameters and commands, splitting, patterns. */
import { closingOf } from "../outline.ts"
import type { Piece } from "../syntax.ts"
import { known, textOf, textsOf, unknown, unset, type Value } from "../value.ts"
import { evaluate } from "./arithmetic.ts"
import { expandBraces, type Segment } from "./brace.ts"
import type { Expansion } from "./expansion.ts"
import { Field } from "./field.ts"
import { ansiEnd, closing, skipNested, substitutionEnd } from "./nested.ts"
import { activate, mark, pathsMatching } from "./pattern.ts"
import { expandParameter, type Parameter } from "./parameter.ts"
import { ansiC } from "./quote.ts"

/** One word of the result. */
interface Expanded {
  readonly value: Value
  readonly splits: boolean
}

const PLAIN_WORD = /^[A-Za-z0-9_./:@%+,=^\-\u0080-\uD7FF]*$/
const MAXIMUM_LIST = 1000
/** Parameters that are numbers, which are never split. */
const NUMBERS = /^(?:[?$#]|S?RANDOM|SECONDS|PPID|BASHPID|LINENO|EPOCHSECONDS|E?UID)$/
const PLAIN_QUOTED = /^(?:"[^"\\$`]*"|'[^']*')$/
const BLANKS = " \t\n"
const NAME = /^[A-Za-z_]\w*\+?$/
/** The inside of double quotes that vanishes where the list is empty. */
const LIST_ONLY = /^\$(?:@|\{(?:@|[A-Za-z_]\w*\[@\])[^}]*\})$/

/** The words that a piece expands to: none, one or several. */
export function expandWord(shell: Expansion, piece: Piece): readonly Expanded[] {
  const text = shell.text.slice(piece.start, piece.end)
  if (PLAIN_WORD.test(text)) return [{ value: known(text), splits: false }]
  if (PLAIN_QUOTED.test(text)) return [{ value: known(text.slice(1, -1)), splits: false }]
  const fields: Field[] = []
  for (const segments of bracesOf(shell, piece, text)) {
    if (!segments) return [{ value: unknown("too many brace alternatives"), splits: true }]
    const scan = new Scan(shell, piece, "words")
    for (const segment of segments) scan.segment(segment)
    for (const field of scan.finish()) fields.push(field)
    if (fields.length > MAXIMUM_LIST) return [{ value: unknown("very many words"), splits: true }]
  }
  return fields.flatMap((field) => finished(shell, field))
}

/** A piece where bash neither splits nor matches paths: an assignment, a redirection's target, a `case` subject. */
export function expandText(shell: Expansion, piece: Piece, kind: Exclude<Mode, "words"> = "text"): Value {
  const field = expandField(shell, piece, kind)
  return field.value()
}

/** The same, with the pattern characters that are active marked. */
export function expandPattern(shell: Expansion, piece: Piece): readonly string[] | undefined {
  const field = expandField(shell, piece, "pattern")
  return field.rest ? undefined : field.texts
}

function expandField(shell: Expansion, piece: Piece, kind: Mode): Field {
  const scan = new Scan(shell, piece, kind)
  scan.segment(piece)
  return scan.single()
}

function bracesOf(shell: Expansion, piece: Piece, text: string): readonly (readonly Segment[] | undefined)[] {
  if (!text.includes("{")) return [[piece]]
  const skip = (index: number): number => skipNested(shell.text, index, piece)
  return expandBraces(shell.text, piece.start, piece.end, skip) ?? [undefined]
}

function finished(shell: Expansion, field: Field): readonly Expanded[] {
  if (!field.isPattern) return [{ value: field.value(), splits: field.splits }]
  if (field.rest || field.texts.length > 1)
    return [{ value: field.rest ? field.value() : field.unlisted(), splits: true }]
  const pattern = field.texts[0]!
  if (!pattern.startsWith("/") && shell.directory === undefined) return [{ value: field.unlisted(), splits: true }]
  const paths = pathsMatching(pattern, shell.directory ?? "/", shell.host)
  if (!paths) return [{ value: field.unlisted(), splits: true }]
  if (paths.length === 0) return [{ value: field.value(), splits: field.splits }]
  return paths.map((path) => ({ value: known(path), splits: false }))
}

/** "quoted" is the inside of double quotes, "document" the body of a here-document. */
type Mode = "words" | "text" | "assignment" | "pattern" | "quoted" | "document"

class Scan {
  private readonly fields: Field[] = []
  private field: Field | undefined
  private readonly splitting: boolean
  private readonly marking: boolean
  private first = true
  /** Inside `${x:-word}`, where even plain text is split. */
  private inWord = false

  constructor(
    private readonly shell: Expansion,
    private readonly piece: Piece,
    private readonly mode: Mode,
  ) {
    this.splitting = mode === "words"
    this.marking = mode === "words" || mode === "pattern"
  }

  finish(): Field[] {
    if (this.field && (this.field.quoted || !this.field.isEmpty)) this.fields.push(this.field)
    return this.fields
  }

  single(): Field {
    return this.field ?? new Field()
  }

  private get open(): Field {
    return (this.field ??= new Field())
  }

  segment(segment: Segment): void {
    if (typeof segment === "string") this.open.add(segment)
    else if (this.mode === "quoted" || this.mode === "document") this.doubleQuoted(segment.start, segment.end)
    else this.unquoted(segment.start, segment.end)
    this.first = false
  }

  private unquoted(start: number, end: number): void {
    const { text } = this.shell
    let index = start
    if (this.first) index = this.tilde(index, end)
    while (index < end) {
      const character = text[index]!
      switch (character) {
        case "\\":
          if (text[index + 1] !== "\n") {
            this.open.add(index + 1 < end ? text[index + 1]! : "\\")
            this.open.quoted = true
          }
          index += 2
          break
        case "'": {
          const close = Math.min(closing(text.indexOf("'", index + 1), end), end)
          this.open.add(text.slice(index + 1, close - (text[close - 1] === "'" && close - 1 > index ? 1 : 0)))
          this.open.quoted = true
          index = close
          break
        }
        case '"': {
          const close = Math.min(closingOf(text, index) ?? end + 1, end + 1)
          if (!LIST_ONLY.test(text.slice(index + 1, Math.min(close - 1, end)))) this.open.quoted = true
          this.doubleQuoted(index + 1, Math.min(close - 1, end))
          index = close
          break
        }
        case "$":
          index = this.dollar(index, end, false)
          break
        case "`":
          index = this.substitution("`", index, end, false)
          break
        case "<":
        case ">":
          if (text[index + 1] === "(") index = this.substitution(character === "<" ? "<(" : ">(", index, end, false)
          else index = this.literal(character, index)
          break
        case "*":
        case "?":
        case "[":
          this.open.add(this.marking ? mark(character) : character)
          index++
          break
        case ":":
          index = this.literal(character, index)
          if (this.mode === "assignment") index = this.tilde(index, end)
          break
        case "=":
          index = this.literal(character, index)
          if (NAME.test(text.slice(this.piece.start, index - 1)) && this.mode !== "text") index = this.tilde(index, end)
          break
        default:
          index = this.plainRun(index, end)
      }
    }
  }

  private literal(character: string, index: number): number {
    this.open.add(character)
    return index + 1
  }

  private plainRun(index: number, end: number): number {
    const { text } = this.shell
    const start = index++
    while (index < end && !"\\'\"$`<>*?[:=".includes(text[index]!)) index++
    if (this.inWord) this.split(text.slice(start, index))
    else this.open.add(text.slice(start, index))
    return index
  }

  private tilde(start: number, end: number): number {
    const { text } = this.shell
    if (text[start] !== "~") return start
    let index = start + 1
    while (index < end && /[A-Za-z0-9._+-]/.test(text[index]!)) index++
    const ends = index === end || text[index] === "/" || (this.mode === "assignment" && text[index] === ":")
    if (!ends) return start
    this.open.addValue(this.tildeValue(text.slice(start + 1, index)), (each) => each)
    this.open.quoted = true
    return index
  }

  private tildeValue(name: string): Value {
    const variable = (of: string): Value => this.shell.variable(of) ?? unknown(`$${of}, which is not set`)
    if (name === "") return variable("HOME")
    if (name === "+") return variable("PWD")
    if (name === "-") return variable("OLDPWD")
    return name === "root" ? known("/root") : unknown(`the home of ${name}`)
  }

  private doubleQuoted(start: number, end: number): void {
    const { text } = this.shell
    let index = start
    let run = start
    const flush = (): void => {
      if (index > run) this.open.add(text.slice(run, index))
    }
    while (index < end) {
      const character = text[index]
      if (
        character === "\\" &&
        index + 1 < end &&
        '$`"\\\n'.includes(text[index + 1]!) &&
        !(this.mode === "document" && text[index + 1] === '"')
      ) {
        flush()
        if (text[index + 1] !== "\n") this.open.add(text[index + 1]!)
        index += 2
        run = index
      } else if (character === "$" || character === "`") {
        flush()
        index = character === "$" ? this.dollar(index, end, true) : this.substitution("`", index, end, true)
        run = index
      } else if (character === '"' && this.mode === "quoted") {
        flush()
        run = ++index
      } else index++
    }
    flush()
  }

  private dollar(index: number, end: number, quoted: boolean): number {
    const { text } = this.shell
    const next = index + 1 < end ? text[index + 1]! : ""
    if (next === "(") {
      if (text[index + 2] === "(") {
        const close = Math.min(substitutionEnd(text, index, this.piece), end)
        if (text[close - 2] === ")" && !this.piece.substitutions?.some((each) => each.start === index))
          return this.arithmetic(index + 3, close - 2, close)
      }
      return this.substitution("$(", index, end, quoted)
    }
    if (next === "{") {
      const close = Math.min(substitutionEnd(text, index, this.piece), end)
      this.parameter(expandParameter(this.shell, this.piece, index + 2, close - 1, quoted), quoted)
      return close
    }
    if (next === "[") {
      const close = text.indexOf("]", index)
      if (close > 0 && close < end) return this.arithmetic(index + 2, close, close + 1)
    }
    if (next === "'" && !quoted) {
      const close = Math.min(ansiEnd(text, index + 2), end)
      this.open.add(ansiC(text.slice(index + 2, close)))
      this.open.quoted = true
      return close + 1
    }
    if (next === '"' && !quoted) return index + 1
    const name = /^(?:[A-Za-z_]\w*|[0-9@*#?$!-])/.exec(text.slice(index + 1, Math.min(end, index + 120)))?.[0]
    if (!name) return this.literal("$", index)
    this.parameter(this.simple(name), quoted || NUMBERS.test(name))
    return index + 1 + name.length
  }

  private simple(name: string): Parameter {
    if (name !== "@" && name !== "*") return { value: this.shell.variable(name) ?? unset(name) }
    const list = this.shell.list("@")
    if (list) return { list, joined: name === "*" }
    return name === "@"
      ? { list: this.shell.begun, joined: false, open: true }
      : { value: unknown(`$${name}`), several: true }
  }

  private parameter(parameter: Parameter, quoted: boolean): void {
    if (parameter.list && parameter.list.length > MAXIMUM_LIST) {
      this.value(unknown("a very long list"), false)
      this.open.splits = true
    } else if (parameter.word) {
      this.first = true
      this.inWord = this.splitting
      this.unquoted(parameter.word.start, parameter.word.end)
      this.inWord = false
    } else if (!parameter.list) {
      this.value(parameter.value, quoted && !parameter.several)
      if (parameter.several) this.open.splits = true
    } else if (parameter.open && !this.splitting) {
      this.value(unknown("$@"), true)
    } else if (!this.splitting || (quoted && parameter.joined)) {
      const joined = new Field()
      parameter.list.forEach((each, position) => {
        if (position > 0) joined.add(" ")
        joined.addValue(each, (text) => text)
      })
      this.value(joined.value(), true)
    } else {
      parameter.list.forEach((each, position) => {
        if (position > 0) this.next()
        if (quoted) this.open.quoted = true
        this.value(each, quoted)
      })
      if (!parameter.open) return
      if (parameter.list.length > 0) this.next()
      this.value(unknown("$@"), false)
    }
  }

  private next(): void {
    if (this.field && (this.field.quoted || !this.field.isEmpty)) this.fields.push(this.field)
    this.field = undefined
  }

  /** Adds the value of an expansion; an unquoted one is split. */
  private value(value: Value, quoted: boolean): void {
    if (quoted || !this.splitting) {
      if (quoted) this.open.quoted = true
      this.open.addValue(value, this.mode === "pattern" && !quoted ? activate : (text) => text)
      return
    }
    if (value.kind === "known") this.split(value.text)
    else if (value.kind === "oneOf" && value.texts.every((text) => text !== "" && this.separators(text) === 0))
      this.open.addValue(value, activate)
    else {
      this.open.addValue(
        value.kind === "oneOf" ? unknown("words that are not the same each time") : value,
        (text) => text,
      )
      this.open.splits = true
    }
  }

  private ifs(): string {
    const value = this.shell.variable("IFS")
    return value === undefined ? BLANKS : (textOf(value) ?? BLANKS)
  }

  private separators(text: string): number {
    const ifs = this.ifs()
    let count = 0
    for (const character of text) if (ifs.includes(character)) count++
    return count
  }

  private split(text: string): void {
    const ifs = this.ifs()
    let run = ""
    let hard = false
    for (const character of text) {
      if (!ifs.includes(character)) {
        run += character
        hard = false
        continue
      }
      if (run !== "") this.open.add(activate(run))
      run = ""
      if (BLANKS.includes(character)) {
        if (this.field && (this.field.quoted || !this.field.isEmpty)) this.next()
      } else {
        // Two separators that are no blanks have an empty word between them.
        if (!this.field && (hard || this.fields.length === 0)) this.open.quoted = true
        this.next()
        hard = true
      }
    }
    if (run !== "") this.open.add(activate(run))
  }

  private substitution(kind: "$(" | "`" | "<(" | ">(", start: number, end: number, quoted: boolean): number {
    const close = Math.min(substitutionEnd(this.shell.text, start, this.piece), end)
    const value = this.shell.substitute(kind, start, close, this.piece)
    this.value(value, quoted || kind === "<(" || kind === ">(")
    return close
  }

  private arithmetic(start: number, end: number, after: number): number {
    const inner = expandText(this.shell, { ...this.piece, start, end }, "quoted")
    const variable = (name: string): string | undefined => textOf(this.shell.variable(name) ?? known("0"))
    const values = textsOf(inner)?.map((text) => evaluate(text, variable))
    const value =
      values?.length === 1 && values[0] !== undefined ? known(String(values[0])) : unknown("a computed number")
    this.value(value, true)
    return after
  }
}
