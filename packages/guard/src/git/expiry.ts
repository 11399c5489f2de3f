/** Expiry dates as gc, prune, repack and reflog take them. */
import type { Value } from "../shell/value.ts"
import { textOf } from "../shell/value.ts"

const DAYS: Readonly<Record<string, number>> = {
  second: 1 / 86_400,
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
}

/** git's own grace for unreachable objects. */
const GRACE_DAYS = 14

/**
 * Whether nothing younger than git's default grace of two weeks expires. Dates that cannot be read may be
 * any date, so they do not keep it.
 */
export function keepsGrace(date: Value | undefined): boolean {
  const text = textOf(date)?.trim().toLowerCase()
  if (text === undefined) return false
  if (text === "never" || text === "false") return true
  const ago = /^(\d+)[. ]?(second|minute|hour|day|week|month|year)s?[. ]ago$/.exec(text)
  return ago !== null && Number(ago[1]) * DAYS[ago[2]!]! >= GRACE_DAYS
}

/** Whether nothing expires at all. */
export function keepsAll(date: Value | undefined): boolean {
  return ["never", "false"].includes(textOf(date) ?? "")
}
