/** Frames: one JSON object a line, none of them longer than a bound. */
import { RpcSerialization } from "effect/rpc"

/** Code units of a frame. A part of output is far below; a request as long as the system lets argv be is below too. */
export const LONGEST_FRAME = 4 << 20

/** What is no frame of the protocol; the connection cannot be read on from there. */
export class BadFrame extends Error {
  /** By which the connection is closed, instead of going on behind the frame. */
  readonly _tag = "MaxBufferSizeExceeded"
}

const TAGS = {
  server: new Set(["Request", "Ack", "Interrupt", "Ping", "Eof"]),
  client: new Set(["Chunk", "Exit", "Defect", "Pong", "ClientEnd"]),
}

/**
 * How the frames that a side gets are read. What is no JSON, no object of a kind that the side is sent, or longer than
 * the bound, throws `BadFrame`.
 */
export function serialization(side: keyof typeof TAGS): RpcSerialization.RpcSerialization["Service"] {
  const inner = RpcSerialization.makeNdjson({ maxBufferSize: LONGEST_FRAME })
  return RpcSerialization.RpcSerialization.of({
    ...inner,
    makeUnsafe: () => {
      const parser = inner.makeUnsafe()
      return {
        encode: parser.encode,
        decode: (bytes) => {
          const frames = decoded(() => parser.decode(bytes))
          const strange = frames.find((frame) => !isFrame(frame, TAGS[side]))
          if (strange !== undefined) throw new BadFrame(`no frame: ${JSON.stringify(strange).slice(0, 100)}`)
          return frames
        },
      }
    },
  })
}

function decoded(decode: () => ReadonlyArray<unknown>): ReadonlyArray<unknown> {
  try {
    return decode()
  } catch (error) {
    throw new BadFrame(error instanceof Error ? error.message : String(error))
  }
}

function isFrame(value: unknown, tags: ReadonlySet<string>): boolean {
  if (typeof value !== "object" || value === null || !("_tag" in value)) return false
  return typeof value._tag === "string" && tags.has(value._tag)
}
