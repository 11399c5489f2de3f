/** How long an ask waits for its answer. */

/** Ten minutes: a person who is there has answered by then. */
export const DEFAULT_TIMEOUT = 600_000

/** The longest that a timer takes (milliseconds, some 24 days). */
const LONGEST = 2 ** 31 - 1

export interface Timeout {
  readonly milliseconds: number
  readonly warning?: string
}

/**
 * The time an ask waits, in milliseconds, from a setting that somebody wrote. Only positive whole numbers count; anything
 * else is ignored with a warning, so that an odd value neither ends every ask at once nor lets one wait for ever.
 * @param name what the setting is called where it was written
 */
export function readTimeout(value: unknown, name: string): Timeout {
  if (value === undefined || value === "") return { milliseconds: DEFAULT_TIMEOUT }
  const number = typeof value === "string" && /^[0-9]+$/.test(value.trim()) ? Number(value) : value
  if (typeof number === "number" && Number.isSafeInteger(number) && number > 0 && number <= LONGEST)
    return { milliseconds: number }
  const shown = typeof value === "string" ? value : JSON.stringify(value)
  return {
    milliseconds: DEFAULT_TIMEOUT,
    warning: `${name} is ${shown}, which is no positive whole number of milliseconds; asks wait ${DEFAULT_TIMEOUT} ms`,
  }
}
