/** Spans of time as people write them. */

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g

/** The longest span: longer ones are a slip of the finger. */
const LONGEST = 366 * UNITS["d"]!

export const DURATION_FORM = "a number with ms, s, m, h or d, such as 90s, 2h or 1h30m, of at most a year"

/**
 * Reads `90s`, `1.5h`, `1h30m`.
 *
 * @returns whole milliseconds, at least 1; undefined where the text is of another form (a bare number too, which leaves
 * open what it counts).
 */
export function parseDuration(text: string): number | undefined {
  const form = text.trim()
  if (!WHOLE.test(form)) return undefined
  const parts = [...form.matchAll(PART)].map(([, number, unit]) => Number(number) * UNITS[unit!]!)
  const total = Math.round(parts.reduce((sum, part) => sum + part, 0))
  return total >= 1 && total <= LONGEST ? total : undefined
}

/** A span for people, in its one or two largest units: `2h 5m`, `40s`, `0s`. */
export function showDuration(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 1000) return `${Math.round(milliseconds)}ms`
  let rest = Math.max(0, Math.round(milliseconds / 1000)) * 1000
  const parts: string[] = []
  for (const unit of ["d", "h", "m", "s"]) {
    const count = Math.floor(rest / UNITS[unit]!)
    rest -= count * UNITS[unit]!
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.slice(0, 2).join(" ") || "0s"
}
