/** Names for rows: short enough to be typed, in the order of their making. */
import { randomBytes } from "node:crypto"

const RANDOM_BITS = 40n
const last = { time: 0, random: 0n }

/**
 * A new id, such as `ask_mg1x2y3z4k7qp9`: the prefix, the time in milliseconds, forty bits that are random, but for
 * several in one millisecond, which this process counts up.
 */
export function newId(prefix: string): string {
  // The clock may be set back; the order stays.
  const time = Math.max(Date.now(), last.time)
  const random = time === last.time ? last.random + 1n : BigInt(`0x${randomBytes(5).toString("hex")}`)
  Object.assign(last, { time, random })
  return `${prefix}_${time.toString(36)}${(random % (1n << RANDOM_BITS)).toString(32).padStart(8, "0")}`
}
