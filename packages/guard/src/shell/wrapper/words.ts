/** Making words out of words: what a wrapper hands to the command it runs. */
import { known, mapValue, oneOf, textOf, textsOf, unknown, type Value, type Word } from "../value.ts"
import type { Inner } from "../wrapper.ts"

const MOST_ALTERNATIVES = 32

/** A word of this text that stands where `like` stands. */
export const literal = (text: string, like: Word): Word => ({
  value: known(text),
  text,
  span: like.span,
  splits: false,
})

/** A word with this value that stands where `like` stands. */
const valued = (value: Value, like: Word): Word => ({ ...like, value, splits: false })

/** Words that nobody can read: none, one or several. */
export const unreadable = (why: string, like: Word): Word => ({
  value: unknown(why),
  text: "…",
  span: like.span,
  splits: true,
})

/** A part of a word as a word of its own; what was unknown at its end stays unknown. */
export function piece(word: Word, text: string): Word {
  const value = word.value.kind === "startsWith" ? ({ kind: "startsWith", text } as const) : known(text)
  return { ...word, value, splits: false }
}

/** The text to look for options in: all of it, or the known beginning of a partly known word. */
export function readable(word: Word): string | undefined {
  return word.value.kind === "known" || word.value.kind === "startsWith" ? word.value.text : undefined
}

/** One text after the other. */
export function concat(first: Value, second: Value): Value {
  const firsts = textsOf(first)
  if (!firsts) return first.kind === "startsWith" ? first : unknown("text that begins with something unknown")
  const seconds = textsOf(second)
  if (seconds && firsts.length * seconds.length <= MOST_ALTERNATIVES) {
    return oneOf(firsts.flatMap((head) => seconds.map((tail) => head + tail)))
  }
  const head = textOf(first)
  if (head === undefined) return unknown("too many alternatives")
  if (head === "") return second
  return { kind: "startsWith", text: second.kind === "startsWith" ? head + second.text : head }
}

/** The values joined, as `eval` and `watch` join their arguments. */
export function joined(values: readonly Value[], separator: string): Value {
  return values.reduce<Value>(
    (text, value, index) => concat(concat(text, known(index === 0 ? "" : separator)), value),
    known(""),
  )
}

/** The last part of a path, as far as it is known. */
export const baseName = (word: Word | undefined): string | undefined =>
  (word && textOf(word.value))?.replace(/^.*\//, "")

/** The word with every `placeholder` in it replaced. */
export function replaceIn(word: Word, placeholder: string, by: Value): Word {
  const text = textOf(word.value)
  if (text === undefined || !text.includes(placeholder)) return word
  return valued(text === placeholder ? by : spliced(text.split(placeholder), by), word)
}

function spliced(parts: readonly string[], by: Value): Value {
  const text = textOf(by)
  if (text !== undefined) return known(parts.join(text))
  const texts = textsOf(by)
  if (texts) return oneOf(texts.map((item) => parts.join(item)))
  return parts.slice(1).reduce<Value>((value, part) => concat(concat(value, by), known(part)), known(parts[0]!))
}

/** What a variable assignment word sets, or undefined where the word is none. */
export function assignment(word: Word): { readonly name: string; readonly value: Value } | undefined {
  const first = textsOf(word.value)?.[0] ?? readable(word)
  const name = first && /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(first)?.[1]
  if (!name) return undefined
  if (textsOf(word.value)?.some((text) => !text.startsWith(`${name}=`))) return undefined
  const value = mapValue(word.value, (text) => text.slice(name.length + 1))
  return { name, value: value.kind === "startsWith" && value.text === "" ? unknown("the value of " + name) : value }
}

/** Takes the assignments off the front of a list of words. */
export function takeAssignments(words: readonly Word[]): {
  readonly sets: Record<string, Value>
  readonly rest: readonly Word[]
} {
  const sets: Record<string, Value> = {}
  let index = 0
  for (; index < words.length; index++) {
    const found = assignment(words[index]!)
    if (!found) break
    sets[found.name] = found.value
  }
  return { sets, rest: words.slice(index) }
}

/** What the assignment words among these set, or undefined where there are none. */
export function settings(words: readonly Word[]): Record<string, Value> | undefined {
  const found = words.flatMap((word) => assignment(word) ?? [])
  return found.length > 0 ? Object.fromEntries(found.map(({ name, value }) => [name, value])) : undefined
}

/**
 * The inner command made of the words that are left; none where there are none. An unknown word that may
 * vanish (`nice $OPTIONS git …`) is read both ways.
 */
export function run(words: readonly Word[], how: Partial<Inner> = {}): readonly Inner[] {
  const [first, ...rest] = words
  if (!first) return []
  const inner: Inner = { forks: true, ...how, argv: words }
  if (first.splits && first.value.kind === "unknown" && rest.length > 0)
    return [inner, { ...inner, argv: rest, conditional: true }]
  return [inner]
}

/** The inner command that is a text for a shell. */
export function runText(text: Value | undefined, how: Partial<Inner> = {}): readonly Inner[] {
  return text ? [{ forks: true, ...how, text }] : []
}
