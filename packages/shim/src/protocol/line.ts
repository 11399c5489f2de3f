/** The one line that is read from a connection before the frames begin. */
import type { Duplex } from "node:stream"

/** Bytes that it may have. */
const LONGEST = 4096

/**
 * Reads up to the first newline, and leaves what follows in the stream.
 *
 * @param within milliseconds
 * @returns the line without its end; undefined where none came in time, it is too long, or the connection is over
 */
export function firstLine(stream: Duplex, within: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const timer = setTimeout(() => finish(undefined), within)
    function finish(line: string | undefined): void {
      clearTimeout(timer)
      stream.pause()
      stream.off("readable", read)
      for (const event of ["end", "close", "error"]) stream.off(event, over)
      resolve(line)
    }
    function over(): void {
      finish(undefined)
    }
    function read(): void {
      for (;;) {
        const part: Buffer | string | null = stream.read()
        if (part === null) return
        const bytes = Buffer.from(part)
        const end = bytes.indexOf(0x0a)
        parts.push(end < 0 ? bytes : bytes.subarray(0, end))
        const size = parts.reduce((sum, each) => sum + each.length, 0)
        if (size > LONGEST) return finish(undefined)
        if (end < 0) continue
        const rest = bytes.subarray(end + 1)
        finish(Buffer.concat(parts).toString("utf8"))
        if (rest.length > 0) stream.unshift(rest)
        return
      }
    }
    for (const event of ["end", "close", "error"]) stream.on(event, over)
    stream.on("readable", read)
    read()
  })
}
