/** Random frames and random words: what is read wrongly at the door is not noticed behind it. */
import { join } from "node:path"
import { connect } from "node:net"
import * as fc from "fast-check"
import { admit } from "@ringfence/guard"
import { INVENTORY_OPTIONS, type Dangerous } from "./support/dangerous.ts"
import { BadFrame, LONGEST_FRAME, serialization } from "../src/protocol/frames.ts"

/** Milliseconds that reading one input may take. */
const BOUND = 2000

const json = fc.jsonValue({ maxDepth: 3 })
const tag = fc.constantFrom("Request", "Ack", "Interrupt", "Ping", "Eof")
const frame = fc.oneof(
  fc.record({ _tag: tag, requestId: json }, { requiredKeys: ["_tag"] }),
  fc.record(
    { _tag: fc.constant("Request"), id: json, tag: fc.oneof(fc.constant("Exec"), json), payload: json, headers: json },
    { requiredKeys: ["_tag"] },
  ),
)
const strange = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  fc.string({ unit: "binary", maxLength: 60 }).map((text) => text.replaceAll("\n", "")),
  frame.map((value) => JSON.stringify(value).slice(1)),
  fc.constantFrom(
    "null",
    "[]",
    "{",
    '{"_tag":"Exit"}',
    '{"_tag":["Ping"]}',
    '{"__proto__":{"_tag":"Ping"}}',
    "\u0000",
    "1e999",
  ),
)
const line = fc.oneof(
  { weight: 3, arbitrary: frame.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: strange },
)
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 8 })

/** The bytes in pieces. */
function pieces(bytes: Uint8Array, at: readonly number[]): readonly Uint8Array[] {
  const places = [0, ...at.map((each) => Math.min(each, bytes.length)).toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

/** Frames: what is one is read the same wherever it is cut, and everything else throws `BadFrame` and nothing else. */
export function fuzzFrames(runs: number, seed: number): void {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 6 }), cuts, (frames, at) => {
      const parser = serialization("server").makeUnsafe()
      const text = frames.map((each) => `${JSON.stringify(each)}\n`).join("")
      const read = pieces(Buffer.from(text), at).flatMap((part) => parser.decode(part))
      return JSON.stringify(read) === JSON.stringify(frames.map((each) => JSON.parse(JSON.stringify(each))))
    }),
    { numRuns: runs, seed },
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), cuts, (lines, at) => {
      const parser = serialization("server").makeUnsafe()
      const began = performance.now()
      for (const part of pieces(Buffer.from(lines.join("\n") + "\n"), at)) {
        try {
          for (const read of parser.decode(part))
            if (!["Request", "Ack", "Interrupt", "Ping", "Eof"].includes((read as { _tag: string })._tag)) return false
        } catch (error) {
          if (!(error instanceof BadFrame)) throw error
        }
      }
      return performance.now() - began < BOUND
    }),
    { numRuns: runs, seed },
  )
}

/** One frame that has no end is given up at the bound, however it comes. */
export function endlessFrame(): void {
  const parser = serialization("server").makeUnsafe()
  const part = Buffer.alloc(1 << 20, "x")
  for (let size = 0; size <= LONGEST_FRAME; size += part.length) {
    try {
      parser.decode(part)
    } catch (error) {
      if (error instanceof BadFrame) return
      throw error
    }
  }
  throw new Error("a frame without an end was read on")
}

/** Sends lines to a server that wants no token, and waits until it closes or has answered a ping behind them. */
function send(path: string, lines: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    let heard = ""
    const socket = connect({ path }, () => socket.write(`{"shim":1}\n${lines.join("\n")}\n{"_tag":"Ping"}\n`))
    socket.on("data", (bytes) => {
      heard += bytes
      if (heard.includes("Pong")) socket.destroy()
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve())
  })
}

/** A server gets random frames, and answers the next client as ever. `answers` asks it. */
export async function fuzzServer(
  path: string,
  answers: () => Promise<boolean>,
  runs: number,
  seed: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
      await send(path, lines)
      return answers()
    }),
    { numRuns: runs, seed },
  )
}

const spelled = ({ option, letter, flags }: Dangerous): fc.Arbitrary<readonly string[]> => {
  const value = fc.constantFrom("./x", "x", "a=b", "", "-", "--", "core.pager=x")
  const long = fc
    .tuple(fc.integer({ min: 1, max: option.length }), value, fc.boolean())
    .map(([length, text, attached]) =>
      attached ? [`--${option.slice(0, length)}=${text}`] : [`--${option.slice(0, length)}`, text],
    )
  if (letter === undefined) return long
  const short = fc
    .tuple(fc.array(fc.constantFrom(...flags), { maxLength: 3 }), value, fc.boolean())
    .map(([before, text, attached]) => {
      const cluster = `-${before.join("")}${letter}`
      return attached ? [cluster + text] : [cluster, text]
    })
  return fc.oneof(long, short)
}

const dangerous = fc.constantFrom(...INVENTORY_OPTIONS).chain((row) =>
  fc
    .tuple(
      spelled(row),
      fc.array(fc.constantFrom(...row.harmless), { maxLength: 3 }),
      fc.array(fc.constantFrom(...row.operands), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([words, before, operands, last]) => {
      const rest = last && !row.stops ? [...operands, ...words] : [...words, ...operands]
      return [row.subcommand, ...before, ...rest]
    }),
)

/** Options that reach execution are refused however they are spelled, and any words at all get a verdict. */
export function fuzzArgv(root: string, runs: number, seed: number): void {
  const judge = (argv: readonly string[]): ReturnType<typeof admit> => admit({ argv, cwd: join(root, "sub"), root })
  fc.assert(
    fc.property(dangerous, (argv) => judge(argv).verdict === "deny"),
    { numRuns: runs, seed },
  )
  const word = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("-", "--", "--end-of-options", "..", "../out", "/", "~", "ext::x", "HEAD", ":(top)..", "link"),
    dangerous.map((argv) => argv.at(-1)!),
  )
  const names = [...new Set(INVENTORY_OPTIONS.map(({ subcommand }) => subcommand))]
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...names, "push", "checkout", ""), word),
      fc.array(word, { maxLength: 6 }),
      (name, rest) => {
        const began = performance.now()
        const { verdict, code, reason, remedy } = judge([name, ...rest])
        const isTold =
          verdict === "allow" || (code?.startsWith("git-inventory/") && reason !== undefined && remedy.length > 0)
        return isTold === true && performance.now() - began < BOUND
      },
    ),
    { numRuns: runs, seed },
  )
}
