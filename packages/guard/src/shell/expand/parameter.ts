/** `${…}` in its many forms. */
import type { Piece } from "../syntax.ts"
import { known, mapValue, oneOf, textOf, textsOf, unknown, unset, type Value } from "../value.ts"
import { evaluate } from "./arithmetic.ts"
import type { Expansion } from "./expansion.ts"
import { plain, replaced, trimmed } from "./pattern.ts"
import { expandPattern, expandText } from "./word.ts"

/** What a parameter expands to: a text, or a list of texts. */
export type Parameter =
  | { readonly value: Value; readonly list?: undefined; readonly word?: undefined; readonly several?: boolean }
  /** What stands here in the source takes its place, quotes and all. */
  | { readonly word: { readonly start: number; readonly end: number }; readonly list?: undefined }
  | {
      readonly list: readonly Value[]
      readonly joined: boolean
      /** Others follow that are not known. */
      readonly open?: boolean
      readonly word?: undefined
    }

const NAME = /^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])/

interface Form {
  readonly shell: Expansion
  readonly piece: Piece
  readonly name: string
  readonly quoted: boolean
  /** Where what follows the name begins, and where the whole ends. */
  readonly start: number
  readonly end: number
}

/** Expands what stands between the braces. */
export function expandParameter(
  shell: Expansion,
  piece: Piece,
  start: number,
  end: number,
  quoted: boolean,
): Parameter {
  const { text } = shell
  const inner = text.slice(start, end)
  if (inner.startsWith("#") && inner.length > 1) return { value: lengthOf(shell, inner.slice(1)) }
  if (inner.startsWith("!") && inner.length > 1) return { value: indirect(shell, inner.slice(1)) }
  const name = NAME.exec(inner)?.[0]
  if (!name) return { value: unknown(`\${${inner.slice(0, 40)}}`) }
  let position = start + name.length
  let list: readonly Value[] | "unknown" | undefined =
    name === "@" || name === "*" ? (shell.list("@") ?? "unknown") : undefined
  let joined = name === "*"
  let element: Value | undefined
  if (text[position] === "[") {
    const close = text.indexOf("]", position)
    if (close < 0 || close >= end) return { value: unknown(`\${${inner.slice(0, 40)}}`) }
    const index = text.slice(position + 1, close)
    if (index === "@" || index === "*") {
      list = shell.list(name) ?? "unknown"
      joined = index === "*"
    } else element = elementOf(shell, piece, name, position + 1, close)
    position = close + 1
  }
  const form: Form = { shell, piece, name, quoted, start: position, end }
  if (list === "unknown") return (name === "@" && begunForm(form)) || { value: unknown(`$${name}`), several: true }
  if (list) return listForm(form, list, joined)
  const value = element ?? shell.variable(name)
  const word = quoted ? undefined : wordInPlace(form, value)
  return word ? { word } : { value: scalarForm(form, value) }
}

/** The word of `${x:-word}` or `${x:+word}`, where it is certain that it is used. */
function wordInPlace(
  { shell, start, end }: Form,
  value: Value | undefined,
): { start: number; end: number } | undefined {
  const operator = /^:?[-+]/.exec(shell.text.slice(start, Math.min(end, start + 2)))?.[0]
  if (!operator) return undefined
  const empty = value === undefined || (operator.startsWith(":") && textOf(value) === "")
  const filled =
    value !== undefined && (!operator.startsWith(":") || textsOf(value)?.every((text) => text !== "") === true)
  const used = operator.endsWith("-") ? empty : filled
  return used ? { start: start + operator.length, end } : undefined
}

function elementOf(shell: Expansion, piece: Piece, name: string, start: number, end: number): Value {
  const list = shell.list(name)
  const index = textOf(expandText(shell, { ...piece, start, end }, "quoted"))
  const number = index === undefined ? undefined : evaluate(index, (of) => textOf(shell.variable(of) ?? known("0")))
  if (!list || number === undefined) return unknown(`an element of ${name}`)
  return list.at(number) ?? known("")
}

function lengthOf(shell: Expansion, inner: string): Value {
  const name = NAME.exec(inner)?.[0]
  const array = name && /^\[[@*]\]$/.test(inner.slice(name.length))
  if (name && (array || inner === "@" || inner === "*")) {
    const list = shell.list(array ? name : "@")
    return list ? known(String(list.length)) : unknown(`the length of ${name}`)
  }
  if (!name || name !== inner) return unknown("a length")
  const value = shell.variable(name)
  return value
    ? textsOf(value)
      ? mapValue(value, (text) => String([...text].length))
      : unknown(`the length of $${name}`)
    : known("0")
}

function indirect(shell: Expansion, inner: string): Value {
  const name = NAME.exec(inner)?.[0]
  const target = name === inner ? textOf(shell.variable(name)) : undefined
  return (target !== undefined && shell.variable(target)) || unknown(`\${!${inner.slice(0, 40)}}`)
}

/** `$@` and `${@:n}`, of which only the first elements are known. */
function begunForm({ shell, start, end }: Form): Parameter | undefined {
  const slice = /^(?::\s*([1-9]\d*))?$/.exec(shell.text.slice(start, end))
  return slice ? { list: shell.begun.slice(Number(slice[1] ?? 1) - 1), joined: false, open: true } : undefined
}

function listForm(form: Form, list: readonly Value[], joined: boolean): Parameter {
  const { shell, start, end } = form
  const rest = shell.text.slice(start, end)
  if (rest === "") return { list, joined }
  const slice = /^:(-?\s*\d+)(?::(\d+))?$/.exec(rest.replace(/^:\s+-/, ":-"))
  if (slice) {
    // `${@:0}` begins with the name of the shell; positions count from one.
    const offset = form.name === "@" || form.name === "*" ? Number(slice[1]) - 1 : Number(slice[1])
    if (offset < 0 && !slice[1]!.startsWith("-")) return { value: unknown("all parameters"), several: true }
    const from = slice[1]!.startsWith("-") ? list.length + Number(slice[1]) : offset
    return { list: list.slice(from, slice[2] === undefined ? undefined : from + Number(slice[2])), joined }
  }
  if (/^:?[-=+?]/.test(rest)) {
    const useWord = list.length === 0 ? rest.includes("-") : /^:?\+/.test(rest)
    if (!useWord) return { list: /^:?\+/.test(rest) ? [] : list, joined }
    return { value: operand(form, rest.startsWith(":") ? 2 : 1) }
  }
  return { list: list.map((each) => scalarForm(form, each)), joined }
}

function operand({ shell, piece, start, end, quoted }: Form, skip: number): Value {
  return expandText(shell, { ...piece, start: start + skip, end }, quoted ? "quoted" : "text")
}

function scalarForm(form: Form, value: Value | undefined): Value {
  const { shell, name, start, end } = form
  const rest = shell.text.slice(start, end)
  if (rest === "") return value ?? unset(name)
  const conditional = /^(:?)([-=+?])/.exec(rest)
  if (conditional) return conditionalForm(form, value, conditional[1] === ":", conditional[2]!)
  if (!value) return unset(name)
  switch (rest[0]) {
    case "#":
    case "%": {
      const longest = rest[1] === rest[0]
      return withPattern(form, value, longest ? 2 : 1, (text, pattern) =>
        trimmed(text, pattern, rest[0] === "#" ? "prefix" : "suffix", longest),
      )
    }
    case "/":
      return replaceForm(form, value, rest)
    case ":":
      return substring(form, value, rest)
    case "^":
    case ",": {
      if (!/^(?:\^\^?|,,?)$/.test(rest)) return unknown(`$${name} in another case`)
      const change = (text: string): string => (rest[0] === "^" ? text.toUpperCase() : text.toLowerCase())
      return onTexts(value, (text) => (rest.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1)))
    }
    default:
      return unknown(`$${name}, transformed`)
  }
}

function onTexts(value: Value, change: (text: string) => string | undefined): Value {
  const changed = textsOf(value)?.map(change)
  return changed && changed.every((text) => text !== undefined)
    ? oneOf(changed)
    : value.kind === "unknown"
      ? value
      : unknown("a changed text")
}

function withPattern(
  form: Form,
  value: Value,
  skip: number,
  change: (text: string, pattern: string) => string | undefined,
): Value {
  const patterns = expandPattern(form.shell, { ...form.piece, start: form.start + skip, end: form.end })
  if (patterns?.length !== 1) return unknown(`$${form.name}, cut by a pattern that is not known`)
  return onTexts(value, (text) => change(text, patterns[0]!))
}

function conditionalForm(form: Form, value: Value | undefined, colon: boolean, operator: string): Value {
  const skip = colon ? 2 : 1
  const word = (): Value => {
    const result = operand(form, skip)
    if (operator === "=") form.shell.assign(form.name, result)
    return result
  }
  if (!value) return operator === "+" ? known("") : operator === "?" ? unset(form.name) : word()
  const texts = textsOf(value)
  const empty = colon && (texts === undefined ? value.kind === "unknown" : texts.includes(""))
  const filled = texts === undefined || !colon || texts.some((text) => text !== "")
  if (operator === "+") return empty ? (filled ? either(known(""), word()) : known("")) : word()
  if (!empty || operator === "?") return value
  return filled && texts
    ? either(oneOf(texts.filter((text) => text !== "")), word())
    : filled
      ? (word(), value)
      : word()
}

function either(left: Value, right: Value): Value {
  const texts = [textsOf(left), textsOf(right)]
  return texts[0] && texts[1] ? oneOf([...texts[0], ...texts[1]]) : unknown("one of two texts")
}

function replaceForm(form: Form, value: Value, rest: string): Value {
  const { shell, piece, start, end } = form
  const where = rest[1] === "/" ? "all" : rest[1] === "#" ? "prefix" : rest[1] === "%" ? "suffix" : "first"
  const patternStart = start + (where === "first" ? 1 : 2)
  const slash = unquotedSlash(shell.text, shell.text[patternStart] === "/" ? patternStart + 1 : patternStart, end)
  const patterns = expandPattern(shell, { ...piece, start: patternStart, end: slash })
  const replacement = slash < end ? textOf(expandText(shell, { ...piece, start: slash + 1, end })) : ""
  if (patterns?.length !== 1 || replacement === undefined || /&/.test(replacement))
    return unknown(`$${form.name}, with something replaced`)
  return onTexts(value, (text) => replaced(text, patterns[0]!, plain(replacement), where))
}

function unquotedSlash(text: string, start: number, end: number): number {
  for (let index = start; index < end; index++) {
    if (text[index] === "\\") index++
    else if (text[index] === "/") return index
    else if (text[index] === "'" || text[index] === '"') {
      const close = text.indexOf(text[index]!, index + 1)
      if (close > 0 && close < end) index = close
    }
  }
  return end
}

function substring(form: Form, value: Value, rest: string): Value {
  const { shell, piece, start, end } = form
  const separator = rest.indexOf(":", 1)
  const number = (from: number, to: number): number | undefined => {
    const text = textOf(expandText(shell, { ...piece, start: from, end: to }, "quoted"))
    return text === undefined ? undefined : evaluate(text, (name) => textOf(shell.variable(name) ?? known("0")))
  }
  const offset = number(start + 1, separator < 0 ? end : start + separator)
  const length = separator < 0 ? undefined : number(start + separator + 1, end)
  if (offset === undefined || (separator >= 0 && length === undefined)) return unknown(`a part of $${form.name}`)
  return onTexts(value, (text) => {
    const characters = [...text]
    const from = offset < 0 ? characters.length + offset : offset
    if (from < 0) return ""
    const to = length === undefined ? undefined : length < 0 ? characters.length + length : from + length
    return characters.slice(from, to).join("")
  })
}
