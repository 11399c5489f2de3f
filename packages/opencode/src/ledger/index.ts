/**
 * The database for a process that lives for one question, such as a client's hook: which session is it, what is lifted
 * for it, what was denied. Nothing here loads Effect but the first call on a machine, which has to make the database.
 */
export * as Ledger from "."

import { SQL } from "bun"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { clean, cleaner, put, type Entry } from "../audit/put.ts"
import { lifts, useLifts } from "../permission/grant-sql.ts"
import { APPLICATION } from "../storage/dialect/application.ts"
import { migrations } from "../storage/migration/index.ts"

/** How long each statement waits for other processes, in milliseconds. */
const PATIENCE = 1000

/** What tells which session asks. */
export interface Signs {
  /** The top of the worktree that it stands in, in every spelling. */
  readonly worktrees: readonly string[]
  /** What RINGFENCE_SESSION says. */
  readonly named?: string
}

export interface Known {
  readonly id: string
  readonly project: string
}

export interface Ledger {
  /** The session whose isolated worktree it is, else the one that is named; undefined where neither is known. */
  readonly session: (signs: Signs) => Promise<Known | undefined>
  /** Codes of rules that are lifted for a session now. */
  readonly lifts: (session: string) => Promise<readonly string[]>
  /** Uses lifts, and writes that down. @returns false, and nothing is used, where one of them is gone. */
  readonly use: (session: string, codes: readonly string[]) => Promise<boolean>
  /** Writes an entry into the log. */
  readonly record: (entry: Entry) => Promise<void>
}

/**
 * Runs `work` with the database of a data folder, which is made where it is not there.
 *
 * @throws whatever the database does: it is busy, full, read-only, damaged, or of a newer version
 */
export async function within<A>(data: string, work: (ledger: Ledger) => Promise<A>): Promise<A> {
  const location = join(data, "ringfence.db")
  const sql = await open(location)
  try {
    return await work(ledgerOf(sql))
  } finally {
    await sql.close()
  }
}

async function open(location: string): Promise<SQL> {
  const sql = existsSync(location) ? await connect(location) : undefined
  if (sql && (await isCurrent(sql))) return sql
  await sql?.close()
  // It makes, migrates and sets aside, and says why it cannot.
  const { sqlite } = await import("../storage/dialect/sqlite.ts")
  const { writer, reader } = await sqlite.open(location, () => {})
  await Promise.all([writer.close(), reader.close()])
  return connect(location)
}

async function connect(location: string): Promise<SQL> {
  const sql = new SQL({ adapter: "sqlite", filename: pathToFileURL(location) })
  await sql.unsafe(`PRAGMA busy_timeout = ${PATIENCE}`)
  return sql
}

async function isCurrent(sql: SQL): Promise<boolean> {
  const pragma = async (name: string): Promise<number> => {
    const rows: readonly Record<string, unknown>[] = await sql.unsafe(`PRAGMA ${name}`)
    return Number(Object.values(rows[0] ?? {})[0])
  }
  try {
    return (await pragma("application_id")) === APPLICATION && (await pragma("user_version")) === migrations.length
  } catch {
    // Damaged, for all that can be seen from here.
    return false
  }
}

const ledgerOf = (sql: SQL): Ledger => ({
  async session({ worktrees, named }) {
    for (const worktree of worktrees) {
      const found = await first(
        sql`SELECT id, project_id FROM session WHERE state <> 'removed' AND worktree = ${worktree}`,
      )
      if (found) return found
    }
    return named ? first(sql`SELECT id, project_id FROM session WHERE state <> 'removed' AND id = ${named}`) : undefined
  },
  async lifts(session) {
    return [...new Set((await lifts(sql, session, Date.now())).map((grant) => grant.rule!))]
  },
  async use(session, codes) {
    const clean = await cleaner()
    return sql.begin("IMMEDIATE", async (tx) => {
      const now = Date.now()
      const used = await useLifts(tx, session, codes, now)
      for (const { code, grant } of used ?? [])
        await put(tx, clean({ kind: "lift", session, code, detail: { grant } }), now)
      return used !== undefined
    })
  },
  record: (entry) => write(sql, entry),
})

async function write(sql: SQL, entry: Entry): Promise<void> {
  const cleaned = await clean(entry)
  await sql.begin("IMMEDIATE", (tx) => put(tx, cleaned, Date.now()))
}

async function first(query: PromiseLike<unknown>): Promise<Known | undefined> {
  const [row] = (await query) as readonly { readonly id: string; readonly project_id: string }[]
  return row && { id: row.id, project: row.project_id }
}
