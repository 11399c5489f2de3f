/** Grants as rows, and what they cover. */
import type { SQL } from "bun"
import { Schema } from "effect"
import { UNREADABLE } from "./evaluate.ts"
import { matches } from "./wildcard.ts"

export const Info = Schema.Struct({
  id: Schema.String,
  /** A session's id, or "all". */
  target: Schema.String,
  /** With "all": whose descendants it means. Null: everybody. */
  parent: Schema.NullOr(Schema.String),
  /** Patterns as in rules. Null: any. */
  permission: Schema.NullOr(Schema.String),
  pattern: Schema.NullOr(Schema.String),
  /** The code of a rule of the guard that it lifts, instead of answering asks. */
  rule: Schema.NullOr(Schema.String),
  once: Schema.Boolean,
  used: Schema.NullOr(Schema.Number),
  expires: Schema.NullOr(Schema.Number),
  created: Schema.Number,
  createdBy: Schema.String,
  revoked: Schema.NullOr(Schema.Number),
})
export type Info = typeof Info.Type

export type State = "active" | "revoked" | "used" | "expired"

/** What has become of a grant at a moment (milliseconds since the epoch). */
export function stateOf(grant: Info, now: number): State {
  if (grant.revoked !== null) return "revoked"
  if (grant.once && grant.used !== null) return "used"
  return grant.expires !== null && grant.expires <= now ? "expired" : "active"
}

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

/** What grants leave open, and which of those that are good for one time were needed for the rest. */
export interface Cover {
  readonly open: readonly string[]
  readonly by: readonly string[]
  readonly spends: readonly string[]
}

/** Lets active grants cover open patterns of a permission; one that lasts is preferred to one that is used up. */
export function cover(grants: readonly Info[], permission: string, patterns: readonly string[]): Cover {
  const fitting = grants
    .filter((grant) => grant.rule === null && matches(grant.permission ?? "*", permission))
    .sort((one, other) => Number(one.once) - Number(other.once))
  const found = patterns.map((pattern) => fitting.find((grant) => covers(grant, pattern)))
  const used = [...new Set(found.filter((grant) => grant !== undefined))]
  return {
    open: patterns.filter((_, at) => found[at] === undefined),
    by: used.map((grant) => grant.id),
    spends: used.filter((grant) => grant.once).map((grant) => grant.id),
  }
}

/** What could not be read is covered by a grant for anything, and by no narrower one. */
const covers = (grant: Info, pattern: string): boolean =>
  pattern === UNREADABLE ? grant.pattern === null : matches(grant.pattern ?? "*", pattern)

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
