/** The refs that a fast-import stream writes. */
import { known, textsOf, unknown, type Value } from "../../shell/value.ts"

/** Full names of the refs, in order; one unknown where the stream cannot be read to its end. */
export function importedRefs(stream: Value | undefined): readonly Value[] {
  const texts = stream && (stream.kind === "startsWith" ? undefined : textsOf(stream))
  if (!texts) return [unknown("refs named in a stream")]
  return texts.flatMap(readStream).map(known)
}

function readStream(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const refs: string[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at)
    const line = bytes.toString("utf8", at, end < 0 ? bytes.length : end)
    at = end < 0 ? bytes.length : end + 1
    const data = /^data (?:<<(.+)|(\d+))$/.exec(line)
    if (data) at = skipData(bytes, at, data[1], Number(data[2]))
    const named = /^(commit|reset|tag) (.+)$/.exec(line)
    if (named) refs.push(named[1] === "tag" ? `refs/tags/${named[2]}` : named[2]!)
  }
  return refs
}

/** Behind a counted or delimited piece of data, where the next command stands. */
function skipData(bytes: Buffer, at: number, delimiter: string | undefined, count: number): number {
  if (delimiter === undefined) return Math.min(bytes.length, at + count)
  const end = bytes.indexOf(`\n${delimiter}\n`, Math.max(0, at - 1))
  return end < 0 ? bytes.length : end + delimiter.length + 2
}
