/** Names for rows: short enough to be typed, in the order of their making. */
import { randomBytes } from "node:crypto"

/** A new id, such as `ask_mg1x2y3z4k7qp9`: the prefix, the time in milliseconds, forty random bits. */
export function newId(prefix: string): string {
  const random = [...randomBytes(8)].map((byte) => (byte % 32).toString(32)).join("")
  return `${prefix}_${Date.now().toString(36)}${random}`
}
