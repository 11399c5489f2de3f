/** The payload on stdin: read until it is whole, which is not always where the client closes it. */

/** The largest payload that is judged, in bytes; the guard itself reads no text that is longer than a part of it. */
export const LARGEST_PAYLOAD = 8 * 1024 * 1024

/** How long a payload may take to come, in milliseconds. Clients give up on hooks after 5 seconds and more. */
const PATIENCE = 4000

/** Spaces that may follow a JSON text. */
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d])
const CLOSING = 0x7d

/**
 * The text of a payload. It is whole at the end of the stream, and before that where it is a JSON object already.
 *
 * @throws where it is too long, or does not come to its end in time
 */
export async function readPayload(stream: ReadableStream<Uint8Array>, patience = PATIENCE): Promise<string> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error("stdin was not closed, and no payload came to its end")),
    patience,
  )
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise])
      if (done) return decode(chunks)
      chunks.push(value)
      size += value.length
      if (size > LARGEST_PAYLOAD) throw new Error(`the payload is longer than ${LARGEST_PAYLOAD} bytes`)
      if (lastSign(value) === CLOSING && isWhole(decode(chunks))) return decode(chunks)
    }
  } finally {
    clearTimeout(timer)
    late.promise.catch(() => {})
  }
}

const decode = (chunks: readonly Uint8Array[]): string => new TextDecoder().decode(Buffer.concat(chunks))

const lastSign = (bytes: Uint8Array): number | undefined => bytes.findLast((byte) => !BLANK.has(byte))

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
