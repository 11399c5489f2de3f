/** What a connection has to say before it is listened to. */
import { createHash, timingSafeEqual } from "node:crypto"
import type { Duplex } from "node:stream"
import { Protocol } from "../protocol/index.ts"
import { firstLine } from "../protocol/line.ts"

/** Milliseconds in which the first line must have come. */
const WITHIN = 5000

/**
 * Reads the greeting of a client and answers it. One that is refused is closed; one without the right token, without
 * a word.
 *
 * @param token what it must bring along; undefined where the way in is a check of its own
 * @returns whether it may go on
 */
export async function greet(stream: Duplex, token: string | undefined): Promise<boolean> {
  const line = await firstLine(stream, WITHIN)
  const hello = line === undefined ? undefined : Protocol.readHello(line)
  if (hello === undefined || (token !== undefined && !isSame(hello.token ?? "", token))) {
    stream.destroy()
    return false
  }
  const same = hello.shim === Protocol.VERSION
  const welcome: Protocol.Welcome = {
    shim: Protocol.VERSION,
    ...(same
      ? {}
      : {
          refused: `it speaks version ${Protocol.VERSION} and not ${hello.shim}: use the same ringfence on both sides`,
        }),
  }
  const text = `${JSON.stringify(welcome)}\n`
  if (same) stream.write(text)
  else stream.end(text)
  return same
}

/** Takes as long whatever is in them. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
