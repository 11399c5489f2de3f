/**
 * Patterns: `*`, `?` and `[…]`. In a text under expansion the active ones are written as marks, so that a
 * quoted star and an unquoted one stay apart until the word is finished.
 */
import type { Host } from "../program.ts"

const STAR = "\uE0F0"
const QUESTION = "\uE0F1"
const BRACKET = "\uE0F2"
const MARK: Readonly<Record<string, string>> = { "*": STAR, "?": QUESTION, "[": BRACKET }
const PLAIN: Readonly<Record<string, string>> = { [STAR]: "*", [QUESTION]: "?", [BRACKET]: "[" }
const ANY_MARK = /[\uE0F0-\uE0F2]/
const ALL_MARKS = /[\uE0F0-\uE0F2]/g

const MAXIMUM_SUBJECT = 8192
const MAXIMUM_STARS = 6
const MAXIMUM_MATCHES = 500
/** How many files and folders are looked at for one pattern. */
const MAXIMUM_LOOKS = 3000
const MAXIMUM_PATTERN = 1024
/** The longest `[…]`. */
const MAXIMUM_SET = 128

/** The text with its pattern characters active. */
export const activate = (text: string): string => text.replace(/[*?[]/g, (character) => MARK[character]!)

/** The mark of one active pattern character. */
export const mark = (character: string): string => MARK[character] ?? character

/** Whether a text has a character that stands for others in a pattern. */
export const isPattern = (text: string): boolean => ANY_MARK.test(text)

/** The text as it was written. */
export const plain = (text: string): string =>
  ANY_MARK.test(text) ? text.replace(ALL_MARKS, (each) => PLAIN[each]!) : text

/** The part before the first active character. */
export function literalPrefix(text: string): string {
  const index = text.search(ANY_MARK)
  return index < 0 ? text : text.slice(0, index)
}

/** The source of a regular expression for a marked pattern; undefined where matching could take long. */
function expressionOf(pattern: string, options: { lazy?: boolean; paths?: boolean } = {}): string | undefined {
  const any = options.paths ? "[^/]" : "[^]"
  let source = ""
  let stars = 0
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index]!
    if (character === STAR) {
      while (pattern[index + 1] === STAR) index++
      if (++stars > MAXIMUM_STARS) return undefined
      source += any + (options.lazy ? "*?" : "*")
    } else if (character === QUESTION) source += any
    else if (character === BRACKET) {
      const set = bracket(pattern, index)
      if (set) index = set.end - 1
      source += set?.source ?? "\\["
    } else source += escaped(character)
  }
  return source
}

const escaped = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
const escapedInSet = (character: string): string => character.replace(/[\\\][^-]/g, "\\$&")

function bracket(pattern: string, start: number): { source: string; end: number } | undefined {
  const limit = Math.min(pattern.length, start + MAXIMUM_SET)
  const close = pattern.indexOf("]", start + 2)
  if (close < 0 || close >= limit) return undefined
  let index = start + 1
  let source = "["
  if (pattern[index] === "!" || pattern[index] === "^") {
    source += "^"
    index++
  }
  const first = index
  for (; index < limit; index++) {
    const character = plain(pattern[index]!)
    if (character === "]" && index > first) return { source: source + "]", end: index + 1 }
    const named = character === "[" ? /^\[:(\w+):\]/.exec(plain(pattern.slice(index, index + 12))) : undefined
    if (named) {
      source += CLASSES[named[1]!] ?? ""
      index += named[0].length - 1
    } else source += character === "-" && index > first && pattern[index + 1] !== "]" ? "-" : escapedInSet(character)
  }
  return undefined
}

const CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9a-fA-F",
}

/** Whether the whole text matches; undefined where that would take too long or the pattern is malformed. */
export function matches(text: string, pattern: string): boolean | undefined {
  if (!isPattern(pattern)) return text === pattern
  const expression = compiled(`^(?:${expressionOf(pattern) ?? "("})$`)
  return expression && text.length <= MAXIMUM_SUBJECT ? expression.test(text) : undefined
}

/** The regular expression, or undefined where it is none. */
function compiled(source: string, flags = "u"): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

/** The text without the shortest or longest match at its beginning or end. */
export function trimmed(text: string, pattern: string, end: "prefix" | "suffix", longest: boolean): string | undefined {
  if (text.length > MAXIMUM_SUBJECT) return undefined
  const source = expressionOf(pattern, { lazy: !longest })
  if (source === undefined) return undefined
  if (end === "prefix") {
    const expression = compiled(`^(?:${source})`)
    return expression && text.replace(expression, "")
  }
  const expression = compiled(`^(?:${source})$`)
  if (!expression) return undefined
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index)
  for (const length of longest ? lengths.reverse() : lengths) {
    if (expression.test(text.slice(text.length - length))) return text.slice(0, text.length - length)
  }
  return text
}

/** `${text/pattern/replacement}` and its relatives. */
export function replaced(
  text: string,
  pattern: string,
  replacement: string,
  where: "first" | "all" | "prefix" | "suffix",
): string | undefined {
  const source = expressionOf(pattern)
  if (source === undefined || text.length > MAXIMUM_SUBJECT) return undefined
  if (source === "") return text
  const anchored = where === "prefix" ? `^(?:${source})` : where === "suffix" ? `(?:${source})$` : source
  return (
    compiled(anchored, where === "all" ? "gu" : "u") &&
    text.replace(compiled(anchored, where === "all" ? "gu" : "u")!, () => replacement)
  )
}

/** The paths that a marked pattern matches, sorted; undefined where there are too many to tell. */
export function pathsMatching(pattern: string, directory: string, host: Host): readonly string[] | undefined {
  if (pattern.length > MAXIMUM_PATTERN) return undefined
  const absolute = pattern.startsWith("/")
  const parts = pattern.split("/")
  let found = [absolute ? "/" : ""]
  let looks = 0
  for (const [index, part] of parts.entries()) {
    if (absolute && index === 0) continue
    const last = index === parts.length - 1
    const next: string[] = []
    for (const base of found) {
      if (part === "") {
        next.push(last ? base : base + "/")
        continue
      }
      if (!isPattern(part)) {
        const path = base + part
        if (++looks > MAXIMUM_LOOKS) return undefined
        if (host.stat(pathAt(directory, path)) !== undefined) next.push(last ? path : path + "/")
        continue
      }
      const source = expressionOf(part, { paths: true })
      const expression = source === undefined ? undefined : compiled(`^(?:${source})$`)
      if (!expression) return undefined
      for (const name of host.list(pathAt(directory, base))) {
        if (++looks > MAXIMUM_LOOKS) return undefined
        if (name.length > 255 || (name.startsWith(".") && !part.startsWith(".")) || !expression.test(name)) continue
        if (last) next.push(base + name)
        else if (host.stat(pathAt(directory, base + name)) === "directory") next.push(base + name + "/")
      }
      if (next.length > MAXIMUM_MATCHES) return undefined
    }
    found = next
  }
  return found.toSorted()
}

const pathAt = (directory: string, path: string): string =>
  path.startsWith("/") ? path : path === "" ? directory : `${directory}/${path}`
