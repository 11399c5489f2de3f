/** What can go wrong with the database, each with its path and a message that a person can act on. */
import { Schema } from "effect"

const fields = { path: Schema.String, message: Schema.String }

/** Another process held the database for longer than we wait. Nothing was changed; trying again later is right. */
export class Busy extends Schema.TaggedError<Busy>()("Storage.Busy", fields) {}

/** No room for it on the disk. Nothing was changed. */
export class Full extends Schema.TaggedError<Full>()("Storage.Full", fields) {}

/** The file or its folder cannot be written, or not even opened. */
export class ReadOnly extends Schema.TaggedError<ReadOnly>()("Storage.ReadOnly", fields) {}

/** Written by a newer version of Ringfence. It is left as it is. */
export class Newer extends Schema.TaggedError<Newer>()("Storage.Newer", {
  ...fields,
  found: Schema.Number,
  known: Schema.Number,
}) {}

/** Damaged. Where it was set aside, the message says where it lies, and the next call begins a fresh one. */
export class Corrupt extends Schema.TaggedError<Corrupt>()("Storage.Corrupt", fields) {}

/** Anything else: the statement is wrong, or the disk failed. */
export class Failed extends Schema.TaggedError<Failed>()("Storage.Failed", { ...fields, cause: Schema.Defect() }) {}

export type StorageError = Busy | Full | ReadOnly | Newer | Corrupt | Failed

export type Trouble = "busy" | "full" | "read-only" | "corrupt" | "other"

/** Says what happened, to what, and what to do about it. */
export function storageError(trouble: Trouble, path: string, cause: unknown): StorageError {
  const detail = cause instanceof Error ? cause.message : String(cause)
  switch (trouble) {
    case "busy":
      return new Busy({
        path,
        message: `The database ${path} is locked by another process that does not let go (${detail}). Nothing was changed. End that process or try again.`,
      })
    case "full":
      return new Full({
        path,
        message: `There is no room for the database ${path} (${detail}). Nothing was changed. Free space on that disk and try again.`,
      })
    case "read-only":
      return new ReadOnly({
        path,
        message: `The database ${path} cannot be opened for writing (${detail}). Make the file and its folder writable, or name another folder in RINGFENCE_DATA.`,
      })
    case "corrupt":
      return new Corrupt({
        path,
        message: `The database ${path} is damaged (${detail}). Try again: it is then set aside, and a fresh one is begun.`,
      })
    case "other":
      return new Failed({ path, cause, message: `The database ${path} could not do it: ${detail}` })
  }
}
