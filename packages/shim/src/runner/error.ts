/** What can go wrong with a request, in the same words wherever git is spawned. */
import { Schema } from "effect"

const about = { argv: Schema.Array(Schema.String), cwd: Schema.String, message: Schema.String }

const Remedy = Schema.Struct({ text: Schema.String, command: Schema.optionalKey(Schema.String) })

/** The inventory does not admit it. Nothing was spawned. */
export class ExecRefusedError extends Schema.TaggedError<ExecRefusedError>()("ExecRefusedError", {
  ...about,
  /** The full code of the refusal, e.g. "git-inventory/subcommand". */
  code: Schema.String,
  /** The whole text for whoever asked; `message` is its first line. */
  reason: Schema.String,
  remedy: Schema.Array(Remedy),
}) {}

/** git had not answered at the deadline, and was ended with everything that it had started. */
export class ExecTimeoutError extends Schema.TaggedError<ExecTimeoutError>()("ExecTimeoutError", {
  ...about,
  /** Milliseconds it was given: what was asked for, within the bound of the process that spawns git. */
  timeout: Schema.Number,
  /** The beginning of what git said. */
  stderr: Schema.String,
}) {}

/** git printed more than was allowed, and was ended. */
export class ExecOutputError extends Schema.TaggedError<ExecOutputError>()("ExecOutputError", {
  ...about,
  /** Bytes of standard output that were allowed. */
  limit: Schema.Number,
}) {}

/** git could not be started. */
export class ExecSpawnError extends Schema.TaggedError<ExecSpawnError>()("ExecSpawnError", about) {}

/**
 * There is no way to the process that spawns git, or none any more. It is not sent a second time: where `ran` is
 * "unknown" git may have run, wholly or in part.
 */
export class ExecConnectionError extends Schema.TaggedError<ExecConnectionError>()("ExecConnectionError", {
  ...about,
  ran: Schema.Literals(["no", "unknown"]),
}) {}

export const ExecError = Schema.Union([
  ExecRefusedError,
  ExecTimeoutError,
  ExecOutputError,
  ExecSpawnError,
  ExecConnectionError,
])
export type ExecError = typeof ExecError.Type
