/** Brace expansion: it comes before every other expansion and knows only quotes. */

/** A stretch of the source, or text that a range made. */
export type Segment = { readonly start: number; readonly end: number } | string

const MAXIMUM_ALTERNATIVES = 256

/** Where the quote, escape or nested expansion at `index` ends; `index` itself where there is none. */
type Skip = (index: number) => number

/** The words that braces make of one, each as stretches of the source; undefined where there are too many. */
export function expandBraces(
  text: string,
  start: number,
  end: number,
  skip: Skip,
): readonly (readonly Segment[])[] | undefined {
  for (let index = start; index < end;) {
    const after = skip(index)
    if (after > index) {
      index = after
      continue
    }
    const group = text[index] === "{" ? readGroup(text, index, end, skip) : undefined
    if (!group) {
      index++
      continue
    }
    const tails = expandBraces(text, group.end, end, skip)
    const middles: (readonly Segment[])[] = []
    for (const alternative of group.alternatives) {
      if (typeof alternative === "string") middles.push([alternative])
      else {
        const inner = expandBraces(text, alternative.start, alternative.end, skip)
        if (!inner) return undefined
        middles.push(...inner)
      }
    }
    if (!tails || middles.length * tails.length > MAXIMUM_ALTERNATIVES) return undefined
    const head: Segment[] = index > start ? [{ start, end: index }] : []
    return middles.flatMap((middle) => tails.map((tail) => [...head, ...middle, ...tail]))
  }
  return [[{ start, end }]]
}

function readGroup(
  text: string,
  open: number,
  end: number,
  skip: Skip,
): { alternatives: Segment[]; end: number } | undefined {
  if (text[open - 1] === "$") return undefined
  const commas: number[] = []
  let depth = 0
  for (let index = open + 1; index < end;) {
    const after = skip(index)
    if (after > index) {
      index = after
      continue
    }
    const character = text[index]
    if (character === "{") depth++
    else if (character === "," && depth === 0) commas.push(index)
    else if (character === "}") {
      if (depth === 0)
        return commas.length
          ? { alternatives: between(open, commas, index), end: index + 1 }
          : range(text.slice(open + 1, index), index + 1)
      depth--
    }
    index++
  }
  return undefined
}

function between(open: number, commas: readonly number[], close: number): Segment[] {
  const bounds = [open, ...commas, close]
  return bounds.slice(1).map((end, index) => ({ start: bounds[index]! + 1, end }))
}

function range(text: string, end: number): { alternatives: string[]; end: number } | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text)
  const letters = numbers ? undefined : /^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d{1,3}))?$/.exec(text)
  const parts = numbers ?? letters
  if (!parts) return undefined
  const value = (part: string): number => (numbers ? Number(part) : part.charCodeAt(0))
  const [from, to] = [value(parts[1]!), value(parts[2]!)]
  const step = Math.abs(Number(parts[3] ?? 1)) || 1
  if (Math.abs(to - from) / step > MAXIMUM_ALTERNATIVES) return undefined
  const padded = (numbers && /^-?0\d/.test(parts[1]!)) || /^-?0\d/.test(parts[2]!)
  const width = padded ? Math.max(parts[1]!.length, parts[2]!.length) : 0
  const alternatives: string[] = []
  for (let each = from; from <= to ? each <= to : each >= to; each += from <= to ? step : -step) {
    alternatives.push(numbers ? padNumber(each, width) : String.fromCharCode(each))
  }
  return { alternatives, end }
}

function padNumber(value: number, width: number): string {
  return value < 0 ? "-" + String(-value).padStart(width - 1, "0") : String(value).padStart(width, "0")
}
