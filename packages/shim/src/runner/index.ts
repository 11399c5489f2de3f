/**
 * Runs git for a host, in this process's machine or in a sandbox: whoever asks cannot tell which.
 *
 *     const runner = yield* GitRunner.Service
 *     const { stdout, exitCode } = yield* runner.run({ argv: ["status", "--porcelain"], cwd: "/ws/sub" })
 *
 * Every request is judged by the inventory of the guard, by the process that spawns git.
 */
export * as GitRunner from "."

import { Context, Effect, Schema, Stream } from "effect"
import type { ExecError } from "./error.ts"

export {
  ExecConnectionError,
  ExecError,
  ExecOutputError,
  ExecRefusedError,
  ExecSpawnError,
  ExecTimeoutError,
} from "./error.ts"

export const Request = Schema.Struct({
  /** The words behind `git`, the subcommand first. */
  argv: Schema.Array(Schema.String),
  /** Where it runs; a relative one starts from the root of the workspace. */
  cwd: Schema.String,
  /** Variables to set. Nothing else of the caller's environment reaches git, and only those on the inventory's list may. */
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** Milliseconds until the answer must be there, waiting for a turn included. Bounded by the process that spawns git. */
  timeout: Schema.optionalKey(Schema.Number),
  /** Bytes of standard output after which git is ended. Bounded likewise. */
  limit: Schema.optionalKey(Schema.Number),
})
export type Request = typeof Request.Type

/** A part of what git prints. */
export const Output = Schema.TaggedStruct("Output", {
  channel: Schema.Literals(["stdout", "stderr"]),
  bytes: Schema.Uint8Array,
})
export type Output = typeof Output.Type

/** How git ended: by itself, or by a signal. Exactly one of the two is not null. */
export const Ended = Schema.TaggedStruct("Ended", {
  exitCode: Schema.NullOr(Schema.Number),
  signal: Schema.NullOr(Schema.String),
})
export type Ended = typeof Ended.Type

/** `Ended` comes last, once. */
export const Event = Schema.Union([Output, Ended])
export type Event = typeof Event.Type

export interface Result {
  readonly stdout: Uint8Array
  /** The beginning of it, where it is long (64 KiB). */
  readonly stderr: Uint8Array
  /** Null where a signal ended git. Any other number than 0 is an answer, and no error. */
  readonly exitCode: number | null
  /** The signal that ended git, e.g. "SIGKILL"; null where it ended by itself. */
  readonly signal: string | null
}

export interface Interface {
  /** Runs git and collects what it prints. Interrupting it ends git, and everything git started, before it is over. */
  readonly run: (request: Request) => Effect.Effect<Result, ExecError>
  /** The same, part by part while git runs; git waits for whoever reads. Leaving it early ends git likewise. */
  readonly stream: (request: Request) => Stream.Stream<Event, ExecError>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/shim/GitRunner") {}

/** Collects what a stream of events says. */
export const collected =
  (stream: Interface["stream"]): Interface["run"] =>
  (request) =>
    Effect.map(Stream.runCollect(stream(request)), collect)

/** A text of git's. What is no UTF-8 is replaced. */
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function collect(events: readonly Event[]): Result {
  const printed = (channel: Output["channel"]): Uint8Array =>
    Buffer.concat(
      events.flatMap((event) => (event._tag === "Output" && event.channel === channel ? [event.bytes] : [])),
    )
  const ended = events.find((event) => event._tag === "Ended")
  return {
    stdout: printed("stdout"),
    stderr: printed("stderr"),
    exitCode: ended?.exitCode ?? null,
    signal: ended?.signal ?? null,
  }
}
