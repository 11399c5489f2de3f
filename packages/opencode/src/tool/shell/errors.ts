/** Why a command could not be started. */
import { Schema } from "effect"

/** The command holds a NUL byte, which no program can be given. */
export class NulByte extends Schema.TaggedError<NulByte>()("Shell.NulByte", { message: Schema.String }) {}

/** The folder to start in is not there, is no folder, or may not be entered. */
export class BadDirectory extends Schema.TaggedError<BadDirectory>()("Shell.BadDirectory", {
  path: Schema.String,
  message: Schema.String,
}) {}

/** There is no shell to run it. */
export class NoShell extends Schema.TaggedError<NoShell>()("Shell.NoShell", {
  path: Schema.String,
  message: Schema.String,
}) {}

/** The command, or its environment, is longer than the system lets through. */
export class TooLong extends Schema.TaggedError<TooLong>()("Shell.TooLong", {
  bytes: Schema.Number,
  message: Schema.String,
}) {}

/** The system did not start it, for another reason. */
export class NotStarted extends Schema.TaggedError<NotStarted>()("Shell.NotStarted", { message: Schema.String }) {}

export type StartError = NulByte | BadDirectory | NoShell | TooLong | NotStarted
