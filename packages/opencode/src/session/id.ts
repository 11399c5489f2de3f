/** Session ids: `ses_` and 26 letters and digits that sort by time and cannot be guessed. */

/** Without i, l, o and u, which are misread; in the order of their values, so that text sorts like time. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

let last = 0

/** A new id. Those of one process sort in the order they were made. */
export function newID(now: number = Date.now()): string {
  last = Math.max(now, last + 1)
  const time = Array.from({ length: TIME_DIGITS }, (_, index) => {
    const place = TIME_DIGITS - 1 - index
    return DIGITS[Math.floor(last / 32 ** place) % 32]
  })
  const random = [...crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS))].map((byte) => DIGITS[byte % 32])
  return `ses_${time.join("")}${random.join("")}`
}
