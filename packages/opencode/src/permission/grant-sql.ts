/** The statements about grants. Nothing here loads Effect: what lives for one question uses them too. */
import type { SQL } from "bun"
import type { Info } from "./grant-row.ts"

/**
 * Whether a grant is meant for a session. One for a session is for that session and no other, what it started included:
 * a person who names one has seen that one. "All" of a parent's are its descendants at any depth, for their asks end up
 * with it anyway; it may answer beforehand what it may answer.
 *
 * @param chain the session's id, its parent's, and so on up to the root's
 */
export function isFor(grant: Info, chain: readonly string[]): boolean {
  if (grant.target !== "all") return grant.target === chain[0]
  return grant.parent === null || chain.slice(1).includes(grant.parent)
}

type Row = Record<string, unknown>

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

const infoOf = (row: Row): Info => ({
  id: String(row["id"]),
  target: String(row["target"]),
  parent: text(row["parent_id"]),
  permission: text(row["permission"]),
  pattern: text(row["pattern"]),
  rule: text(row["rule"]),
  once: Number(row["once"]) === 1,
  used: number(row["used"]),
  expires: number(row["expires"]),
  created: Number(row["created"]),
  createdBy: String(row["created_by"]),
  revoked: number(row["revoked"]),
})

/** Adds a grant. */
export async function add(sql: SQL, grant: Info): Promise<void> {
  await sql`INSERT INTO grant_ (id, target, parent_id, permission, pattern, rule, once, used, expires, created,
      created_by, revoked)
    VALUES (${grant.id}, ${grant.target}, ${grant.parent}, ${grant.permission}, ${grant.pattern}, ${grant.rule},
      ${grant.once ? 1 : 0}, ${grant.used}, ${grant.expires}, ${grant.created}, ${grant.createdBy}, ${grant.revoked})`
}

/** Every grant there ever was, oldest first. */
export async function all(sql: SQL): Promise<readonly Info[]> {
  const rows: readonly Row[] = await sql`SELECT * FROM grant_ ORDER BY created, id`
  return rows.map(infoOf)
}

/** The grants that are meant for a session and active now. */
export async function active(sql: SQL, chain: readonly string[], now: number): Promise<readonly Info[]> {
  const rows: readonly Row[] = await sql`SELECT * FROM grant_
    WHERE (target = ${chain[0]} OR target = ${"all"}) AND revoked IS NULL AND (expires IS NULL OR expires > ${now})
      AND (once = 0 OR used IS NULL) ORDER BY created, id`
  return rows.map(infoOf).filter((grant) => isFor(grant, chain))
}

/**
 * Uses up grants that are good for one time. Inside the transaction that found them active nobody else can have.
 */
export async function spend(sql: SQL, ids: readonly string[], now: number): Promise<void> {
  for (const id of ids) await sql`UPDATE grant_ SET used = ${now} WHERE id = ${id} AND used IS NULL`
}

/** Takes a grant back. */
export async function revoke(sql: SQL, id: string, now: number): Promise<void> {
  await sql`UPDATE grant_ SET revoked = ${now} WHERE id = ${id} AND revoked IS NULL`
}

/** The active lifts of a session; those that last before those that are used up. */
export async function lifts(sql: SQL, session: string, now: number): Promise<readonly Info[]> {
  const found = await active(sql, [session], now)
  return found.filter((grant) => grant.rule !== null).sort((one, other) => Number(one.once) - Number(other.once))
}

/**
 * Uses the lifts of these codes: those that are good for one time are used up. Inside one transaction.
 *
 * @returns the grant that lifts each code; undefined, and nothing is used, where one of them is not lifted any more.
 */
export async function useLifts(
  sql: SQL,
  session: string,
  codes: readonly string[],
  now: number,
): Promise<readonly { readonly code: string; readonly grant: string }[] | undefined> {
  const found = await lifts(sql, session, now)
  const chosen = [...new Set(codes)].map((code) => ({ code, lift: found.find((grant) => grant.rule === code) }))
  if (chosen.some(({ lift }) => lift === undefined)) return undefined
  await spend(
    sql,
    chosen.flatMap(({ lift }) => (lift?.once ? [lift.id] : [])),
    now,
  )
  return chosen.map(({ code, lift }) => ({ code, grant: lift!.id }))
}
