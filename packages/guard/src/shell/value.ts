/**
 * What is known of a word before it is run. Every question a rule asks of a word goes through these
 * functions, so that "what if it cannot be read" is answered in one place.
 */

/** A half-open range of UTF-16 offsets in the text that was read. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type Value =
  | { readonly kind: "known"; readonly text: string }
  /** One of several texts: a loop list, a glob, a brace list, two branches of an `if`. */
  | { readonly kind: "oneOf"; readonly texts: readonly string[] }
  /** Some path at or below this absolute directory; with `each`, one after the other all that are found there. */
  | { readonly kind: "below"; readonly directory: string; readonly each?: true }
  /** The beginning is known, the rest is not. */
  | { readonly kind: "startsWith"; readonly text: string }
  /** Two with the same `same` are the same text, whatever it is. */
  | { readonly kind: "unknown"; readonly why: string; readonly same?: string }

/** A piece of argv. `text` is its source, `span` its place in the text of the outermost program. */
export interface Word {
  readonly value: Value
  readonly text: string
  readonly span: Span
  /** True where an unquoted expansion of unknown content may become no word or several. */
  readonly splits: boolean
}

/** A value whose text is known. */
export const known = (text: string): Value => ({ kind: "known", text })
/** A value of which nothing is known, and why. */
export const unknown = (why: string): Value => ({ kind: "unknown", why })

/** What a variable holds that neither the text nor the environment sets. */
export const unset = (name: string): Value => ({
  kind: "unknown",
  why: `$${name}, which is not set here`,
  same: `$${name}`,
})

/** One of the texts; a single text is known, none is unknown. Duplicates are dropped. */
export function oneOf(texts: readonly string[]): Value {
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return unknown("an empty list")
  return distinct.length === 1 ? known(distinct[0]!) : { kind: "oneOf", texts: distinct }
}

/** The text where it is fully known, else undefined. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === "known" ? value.text : undefined
}

/** All texts the value may have, or undefined where they cannot be listed. */
export function textsOf(value: Value): readonly string[] | undefined {
  if (value.kind === "known") return [value.text]
  return value.kind === "oneOf" ? value.texts : undefined
}

/** Whether the value could be this text. */
export function couldBe(value: Value, text: string): boolean {
  switch (value.kind) {
    case "known":
      return value.text === text
    case "oneOf":
      return value.texts.includes(text)
    case "startsWith":
      return text.startsWith(value.text)
    case "below":
      return text === value.directory || text.startsWith(value.directory === "/" ? "/" : value.directory + "/")
    case "unknown":
      return true
  }
}

/** The value with every text it may have changed by `change`, which must keep prefixes prefixes. */
export function mapValue(value: Value, change: (text: string) => string): Value {
  switch (value.kind) {
    case "known":
      return known(change(value.text))
    case "oneOf":
      return oneOf(value.texts.map(change))
    case "startsWith":
      return { kind: "startsWith", text: change(value.text) }
    default:
      return value
  }
}

/** For people: the text, the alternatives, or a mark that says what is not known. */
export function showValue(value: Value): string {
  switch (value.kind) {
    case "known":
      return value.text
    case "oneOf":
      return value.texts.join(" | ")
    case "below":
      return `${value.directory}/…`
    case "startsWith":
      return `${value.text}…`
    case "unknown":
      return `<${value.why}>`
  }
}
