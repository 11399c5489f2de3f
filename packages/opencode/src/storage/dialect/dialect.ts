/** What one kind of database does its own way. The statements of the services are the same for all. */
import type { SQL } from "bun"
import type { Trouble } from "../error.ts"

/** The writer is used by transactions only, one after the other; the reader by plain statements that write nothing. */
export interface Clients {
  readonly writer: SQL
  readonly reader: SQL
}

/** Something that happened to a database while it was opened, for a person to know. */
export interface Problem {
  readonly path: string
  /** When it happened, in milliseconds since the epoch. */
  readonly time: number
  /** Where the damaged database lies now. */
  readonly kept: string
  readonly message: string
}

export interface Dialect {
  readonly name: string
  /** How a transaction begins that is going to write. */
  readonly begin: string
  /** The type of a primary key that numbers itself. */
  readonly identity: string

  /**
   * Opens a database that has the present tables: made, migrated or set aside first where need be.
   *
   * @param wait how long to wait for other processes that are doing the same, in milliseconds.
   * @param report told of what a person should know.
   * @throws a StorageError, or the client's own error.
   */
  open(location: string, wait: number, report: (problem: Problem) => void): Promise<Clients>

  /** Whether the clients still lead to what lies at the location. */
  current(location: string, clients: Clients): boolean

  /** A text that changes with every commit of another client. */
  changes(reader: SQL): Promise<string>

  /** What the client's error means. */
  trouble(cause: unknown): Trouble

  /** Looks at a database that a statement found damaged; sets it aside where that is so. Says where it lies then. */
  damaged(location: string, wait: number, report: (problem: Problem) => void): Promise<string | undefined>
}
