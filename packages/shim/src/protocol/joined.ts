/** Two pipes as one stream. */
import { Duplex } from "node:stream"

/** Reads from the one and writes to the other; ends and breaks with either. */
export function joined(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Duplex {
  const stream = new Duplex({
    read: () => void input.resume(),
    write: (bytes: Uint8Array, _encoding, done) => void output.write(bytes, done),
    final: (done) => void output.end(() => done()),
    destroy: (error, done) => {
      input.pause()
      done(error)
    },
  })
  input.on("data", (bytes: Uint8Array) => {
    if (!stream.push(bytes)) input.pause()
  })
  input.on("end", () => stream.push(null))
  for (const pipe of [input, output]) pipe.on("error", (error) => stream.destroy(error))
  return stream
}
