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
   * @param report told of what a person should know.
   * @throws a StorageError, or the client's own error: "busy" where another process is doing the same right now.
   */
  open(location: string, report: (problem: Problem) => void): Promise<Clients>

  /** Whether the clients still lead to what lies at the location. */
  current(location: string, clients: Clients): boolean

  /** A text that changes with every commit of another client than the reader. */
  changes(clients: Clients): Promise<string>

  /** What an error means. */
  trouble(cause: unknown): Trouble

  /**
   * Looks at a database that a statement found damaged. Where it is, it is set aside, a fresh one is begun, and that is
   * reported, by one process only.
   */
  damaged(location: string, report: (problem: Problem) => void): Promise<void>
}
