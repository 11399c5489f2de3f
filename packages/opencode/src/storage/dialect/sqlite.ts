/** SQLite through Bun's client: one file, a write-ahead log beside it, one writer at a time on the whole machine. */
import { SQL } from "bun"
import { statSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { Newer, type Trouble } from "../error.ts"
import { migrations, type Migration } from "../migration/index.ts"
import { APPLICATION } from "./application.ts"
import type { Clients, Dialect, Problem } from "./dialect.ts"
import { addCopy, beginFresh, leftOver, setAside, underLock } from "./sqlite-file.ts"

/** A database up to this size is checked when it is opened, which takes milliseconds; a larger one shows its damage where it is read. */
const CHECKED_BYTES = 2 * 1024 * 1024

interface SqliteClients extends Clients {
  /** Which file the clients hold open: a path can be given another file meanwhile. */
  readonly file: string
}

type Found =
  | { readonly state: "missing" }
  | { readonly state: "damaged"; readonly reason: string }
  | { readonly state: "older"; readonly version: number }
  | { readonly state: "ready"; readonly clients: SqliteClients }

/**
 * A client of its own, for one connection. Other processes are waited for in the service, without blocking this
 * process's loop; the client itself waits only as long as an ordinary commit takes.
 */
export async function connect(location: string, ...pragmas: readonly string[]): Promise<SQL> {
  // As an address, for in a plain name everything after a question mark would be lost.
  const sql = new SQL({ adapter: "sqlite", filename: pathToFileURL(location) })
  try {
    // NORMAL: a commit outlives any process. Only a power cut can take the last of them, and the sessions with them.
    for (const pragma of ["busy_timeout = 5", "synchronous = NORMAL", ...pragmas]) await sql.unsafe(`PRAGMA ${pragma}`)
    return sql
  } catch (error) {
    await sql.close()
    throw error
  }
}

async function pragma(sql: SQL, name: string): Promise<unknown> {
  const rows: readonly Record<string, unknown>[] = await sql.unsafe(`PRAGMA ${name}`)
  return Object.values(rows[0] ?? {})[0]
}

const fileAt = (location: string): { readonly key: string; readonly size: number } | undefined => {
  const found = statSync(location, { throwIfNoEntry: false })
  return found && { key: `${found.dev}:${found.ino}`, size: found.size }
}

/** What lies at the location. Changes nothing. */
async function look(location: string, steps: readonly Migration[], checkUpTo = CHECKED_BYTES): Promise<Found> {
  const file = fileAt(location)
  if (file === undefined) {
    const left = leftOver(location)
    return left === undefined ? { state: "missing" } : { state: "damaged", reason: `only ${left} is left of it` }
  }
  if (file.size === 0) return { state: "damaged", reason: "the file is empty" }
  const opened: SQL[] = []
  const close = (): Promise<unknown> => Promise.all(opened.map((sql) => sql.close()))
  try {
    const writer = await connect(location, "journal_size_limit = 4194304")
    opened.push(writer)
    const version = await versionOf(writer)
    if (version > steps.length) throw newer(location, version, steps.length)
    const reason = version === 0 ? "it is no database of Ringfence" : await flaw(writer, file.size > checkUpTo)
    if (reason === undefined && version === steps.length) {
      const reader = await connect(location, "query_only = 1")
      opened.push(reader)
      return { state: "ready", clients: { writer, reader, file: file.key } }
    }
    await close()
    return reason === undefined ? { state: "older", version } : { state: "damaged", reason }
  } catch (error) {
    await close()
    if (troubleOf(error) !== "corrupt") throw error
    return { state: "damaged", reason: error instanceof Error ? error.message : String(error) }
  }
}

const newer = (path: string, found: number, known: number): Newer =>
  new Newer({
    path,
    found,
    known,
    message: `The database ${path} was written by a newer version of Ringfence (its version is ${found}, this one knows up to ${known}). Nothing was changed. Update Ringfence, or name another folder in RINGFENCE_DATA.`,
  })

/** 0 for a database that is not ours, or not complete. */
async function versionOf(sql: SQL): Promise<number> {
  return Number(await pragma(sql, "application_id")) === APPLICATION ? Number(await pragma(sql, "user_version")) : 0
}

/** What is wrong with the pages of a database, or nothing. */
async function flaw(sql: SQL, trusted: boolean): Promise<string | undefined> {
  if (trusted) return undefined
  const answer = String(await pragma(sql, "quick_check(1)"))
  return answer === "ok" ? undefined : answer.replace(/\s+/g, " ").slice(0, 200)
}

/** Runs the steps that are due, all or none. */
export async function migrate(sql: SQL, steps: readonly Migration[]): Promise<void> {
  await sql.begin("IMMEDIATE", async (tx) => {
    const version = Number(await pragma(tx, "user_version"))
    for (const step of steps.slice(version)) await step(tx, sqlite)
    await tx.unsafe(`PRAGMA application_id = ${APPLICATION}`)
    await tx.unsafe(`PRAGMA user_version = ${Math.max(version, steps.length)}`)
  })
}

/** `Dialect.open` with steps of the caller's: what an older version of this program would do. */
export async function openWith(
  steps: readonly Migration[],
  location: string,
  report: (problem: Problem) => void,
): Promise<SqliteClients> {
  const found = await look(location, steps)
  if (found.state === "ready") return found.clients
  return underLock(location, async () => {
    // Another process may have done it meanwhile.
    const now = await look(location, steps)
    if (now.state === "ready") return now.clients
    if (now.state === "older") {
      const sql = await connect(location)
      try {
        await addCopy(sql, location, now.version)
        await migrate(sql, steps)
      } finally {
        await sql.close()
      }
    } else if (now.state === "damaged") await startAgain(location, steps, now.reason, report)
    else await beginFresh(location, steps)
    const made = await look(location, steps)
    if (made.state === "ready") return made.clients
    throw new Error(made.state === "damaged" ? made.reason : `it is ${made.state} right after it was made`)
  })
}

async function startAgain(
  location: string,
  steps: readonly Migration[],
  reason: string,
  report: (problem: Problem) => void,
): Promise<void> {
  const problem = setAside(location, reason)
  await beginFresh(location, steps, problem)
  report(problem)
}

const closeAll = ({ writer, reader }: Clients): Promise<unknown> => Promise.all([writer.close(), reader.close()])

/** Primary result codes of SQLite; the other bits of a code tell how it came to it. */
const TROUBLES: Readonly<Record<number, Trouble>> = {
  3: "read-only", // PERM
  5: "busy", // BUSY
  6: "busy", // LOCKED
  8: "read-only", // READONLY
  11: "corrupt", // CORRUPT
  13: "full", // FULL
  14: "read-only", // CANTOPEN
  15: "busy", // PROTOCOL: others kept changing the log's index
  26: "corrupt", // NOTADB
}

/** Disk errors that say more than "the disk failed". */
const DISK_TROUBLES: Readonly<Record<number, Trouble>> = {
  522: "corrupt", // SHORT_READ
  778: "full", // WRITE: a quota or a limit on the size of files; a full disk says FULL
  4618: "read-only", // SHMOPEN
  4874: "full", // SHMSIZE
}

const FILE_TROUBLES: Readonly<Record<string, Trouble>> = {
  EACCES: "read-only",
  EPERM: "read-only",
  EROFS: "read-only",
  ENOTDIR: "read-only",
  EEXIST: "read-only",
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
}

/** What an error of SQLite or of the file system means. */
export function troubleOf(cause: unknown): Trouble {
  if (cause instanceof SQL.SQLiteError) {
    // The path was given another file while the statement was on its way: it is sent again.
    if (cause.code === "ERR_SQLITE_CONNECTION_CLOSED") return "busy"
    return DISK_TROUBLES[cause.errno] ?? TROUBLES[cause.errno & 0xff] ?? "other"
  }
  if (cause instanceof Error && "code" in cause) return FILE_TROUBLES[String(cause.code)] ?? "other"
  return "other"
}

export const sqlite: Dialect = {
  name: "sqlite",
  begin: "IMMEDIATE",
  identity: "INTEGER PRIMARY KEY AUTOINCREMENT",
  open: (location, report) => openWith(migrations, location, report),
  current: (location, clients) => fileAt(location)?.key === (clients as SqliteClients).file,
  changes: async (clients) => `${(clients as SqliteClients).file} ${await pragma(clients.reader, "data_version")}`,
  trouble: troubleOf,
  damaged: (location, report) =>
    underLock(location, async () => {
      const found = await look(location, migrations, Number.POSITIVE_INFINITY)
      if (found.state === "ready") await closeAll(found.clients)
      if (found.state === "damaged") await startAgain(location, migrations, found.reason, report)
    }),
}
