/** The files of a SQLite database: made, copied and set aside by one process at a time. */
import type { SQL } from "bun"
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, truncateSync } from "node:fs"
import { basename, dirname } from "node:path"
import type { Migration } from "../migration/index.ts"
import type { Problem } from "./dialect.ts"
import { connect, migrate } from "./sqlite.ts"

const COMPANIONS = ["-wal", "-shm"]

/** The log of a database whose main file is gone, or nothing. */
export function leftOver(location: string): string | undefined {
  const log = `${location}-wal`
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  return size > 0 ? basename(log) : undefined
}

/**
 * Runs `work` while no other process does the same for this location. The lock is one of the operating system's, held
 * through an empty database beside the real one: it ends with its process, however that ends.
 *
 * @throws SQLITE_BUSY at once where another process has it.
 */
export async function underLock<A>(location: string, work: () => Promise<A>): Promise<A> {
  // What agents ran is nobody else's to read.
  mkdirSync(dirname(location), { recursive: true, mode: 0o700 })
  const path = `${location}.lock`
  // Nothing is kept in it. Whatever got into it goes; the file stays the same, and so does a lock on it.
  if (statSync(path, { throwIfNoEntry: false })?.size) truncateSync(path, 0)
  const lock = await connect(path)
  try {
    await lock.unsafe("BEGIN EXCLUSIVE")
    return await work()
  } finally {
    await lock.close()
  }
}

/** Keeps what is there before it is migrated, as `<location>.version-<n>`. Its file is complete or absent. */
export async function addCopy(sql: SQL, location: string, version: number): Promise<void> {
  const name = `${location}.version-${version}`
  const part = `${location}.copy`
  rmSync(part, { force: true })
  await sql`VACUUM INTO ${part}`
  chmodSync(part, 0o600)
  renameSync(part, existsSync(name) ? `${name}-${stamp()}` : name)
}

/**
 * Makes a database beside the location and moves it there when it is complete. An empty or half-made file at the
 * location is therefore always damage, and a report of damage cannot get lost on the way into the audit log.
 */
export async function beginFresh(location: string, steps: readonly Migration[], problem?: Problem): Promise<void> {
  const part = `${location}.new`
  for (const suffix of ["", "-journal", ...COMPANIONS]) rmSync(part + suffix, { force: true })
  const sql = await connect(part)
  try {
    chmodSync(part, 0o600)
    await migrate(sql, steps)
    if (problem)
      await sql.begin("IMMEDIATE", async (tx) => {
        await tx`INSERT INTO audit (time, kind, detail, times, last) VALUES
          (${problem.time}, ${"storage"}, ${JSON.stringify({ message: problem.message, kept: problem.kept })}, 1, ${problem.time})`
      })
    await sql.unsafe("PRAGMA journal_mode = WAL")
  } finally {
    await sql.close()
  }
  renameSync(part, location)
}

/** Moves a damaged database out of the way, with all that belongs to it. Nothing is deleted. */
export function setAside(location: string, reason: string): Problem {
  const time = Date.now()
  const kept = unused(`${location}.corrupt-${stamp(time)}`)
  for (const suffix of ["", ...COMPANIONS]) {
    if (existsSync(location + suffix)) renameSync(location + suffix, kept + suffix)
  }
  const message = `The database ${location} was damaged (${reason}). It was set aside as ${kept}, and a fresh one was begun: sessions, grants and the log in it are not known any more. \`sqlite3 ${kept} .recover\` may bring rows back.`
  return { path: location, time, kept, message }
}

const stamp = (time = Date.now()): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, "")

function unused(path: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? path : `${path}-${count}`
    if (["", ...COMPANIONS].every((suffix) => !existsSync(name + suffix))) return name
  }
}
