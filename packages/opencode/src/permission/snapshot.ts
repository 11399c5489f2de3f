/**
 * What a session was allowed when it last asked: its rulesets and its approvals, kept apart. Subagents inherit it, also
 * in other processes and after a restart. One list of both would let an approval overrule a deny that it never met.
 */
import type { SQL } from "bun"
import { Schema } from "effect"
import { rule, type Refusal, unapproved } from "./evaluate.ts"
import { Layer, Ruleset } from "./rule.ts"

export const Info = Schema.Struct({ layers: Schema.Array(Layer), approved: Ruleset })
export type Info = typeof Info.Type

type Row = Record<string, unknown>

const decode = Schema.decodeUnknownSync(Info)

/** The snapshot of a session; undefined where it never asked. */
export async function get(sql: SQL, session: string): Promise<Info | undefined> {
  const rows: readonly Row[] = await sql`SELECT ruleset, approved FROM snapshot WHERE session_id = ${session}`
  const row = rows[0]
  return row && decode({ layers: JSON.parse(String(row["ruleset"])), approved: JSON.parse(String(row["approved"])) })
}

/** Keeps the snapshot of a session in place of the one before. */
export async function put(sql: SQL, session: string, { layers, approved }: Info, now: number): Promise<void> {
  const ruleset = JSON.stringify(layers)
  const list = JSON.stringify(approved)
  await sql`INSERT INTO snapshot (session_id, ruleset, approved, updated)
    VALUES (${session}, ${ruleset}, ${list}, ${now})
    ON CONFLICT (session_id) DO UPDATE SET ruleset = ${ruleset}, approved = ${list}, updated = ${now}`
}

/** Whether two snapshots say the same. */
export const isSame = (one: Info | undefined, other: Info): boolean =>
  one !== undefined && JSON.stringify([one.layers, one.approved]) === JSON.stringify([other.layers, other.approved])

export interface Ruling {
  readonly refusal?: Refusal
  readonly open: readonly string[]
}

/** What a snapshot says of open patterns: first the rulesets, each alone, and only of what they leave open the approvals. */
export function ruleBy(snapshot: Info, permission: string, open: readonly string[]): Ruling {
  const ruling = rule(snapshot.layers, { permission, patterns: open })
  if (ruling.action === "deny") return { refusal: ruling.refusal, open }
  return { open: ruling.action === "allow" ? [] : unapproved(snapshot.approved, permission, ruling.open) }
}
