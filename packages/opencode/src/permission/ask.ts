/** Questions that wait for an answer: rows that every process sees. */
import type { SQL } from "bun"
import { Schema } from "effect"
import { isAlive, owner } from "./owner.ts"

export const State = Schema.Literals(["pending", "allowed", "rejected", "expired", "cancelled"])
export type State = typeof State.Type

export const Reply = Schema.Literals(["once", "always", "reject"])
export type Reply = typeof Reply.Type

export const Info = Schema.Struct({
  id: Schema.String,
  session: Schema.String,
  /** The session that it was put to: the head of the chain. */
  root: Schema.String,
  project: Schema.String,
  permission: Schema.String,
  patterns: Schema.Array(Schema.String),
  /** What an "always" would remember. */
  always: Schema.Array(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.Json),
  /** Asked for every time: no answer is remembered. */
  forced: Schema.Boolean,
  route: Schema.Literals(["interactive", "forward"]),
  state: State,
  reply: Schema.NullOr(Reply),
  feedback: Schema.NullOr(Schema.String),
  answeredBy: Schema.NullOr(Schema.String),
  /** The process that waits. */
  owner: Schema.String,
  created: Schema.Number,
  expires: Schema.Number,
  answered: Schema.NullOr(Schema.Number),
})
export type Info = typeof Info.Type

type Question = Pick<
  Info,
  "id" | "session" | "root" | "project" | "permission" | "patterns" | "always" | "metadata" | "forced" | "route"
>

/** A question that this process begins to wait with, for so many milliseconds. */
export function waiting(question: Question, within: number): Info {
  const created = Date.now()
  const unanswered = { state: "pending", reply: null, feedback: null, answeredBy: null, answered: null } as const
  return { ...question, ...unanswered, owner: owner(), created, expires: created + within }
}

type Row = Record<string, unknown>

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const json = (value: unknown): unknown => JSON.parse(String(value))

const decode = Schema.decodeUnknownSync(Info)

function infoOf(row: Row): Info {
  return decode({
    id: row["id"],
    session: row["session_id"],
    root: row["root_id"],
    project: row["project_id"],
    permission: row["permission"],
    patterns: json(row["patterns"]),
    always: json(row["always"]),
    metadata: json(row["metadata"]),
    forced: Number(row["forced"]) === 1,
    route: row["route"],
    state: row["state"],
    reply: text(row["reply"]),
    feedback: text(row["feedback"]),
    answeredBy: text(row["answered_by"]),
    owner: row["owner"],
    created: Number(row["created"]),
    expires: Number(row["expires"]),
    answered: row["answered"] === null ? null : Number(row["answered"]),
  })
}

/** Adds a question. */
export async function add(sql: SQL, ask: Info): Promise<void> {
  await sql`INSERT INTO ask (id, session_id, root_id, project_id, permission, patterns, always, metadata, forced, route,
      state, reply, feedback, answered_by, owner, created, expires, answered)
    VALUES (${ask.id}, ${ask.session}, ${ask.root}, ${ask.project}, ${ask.permission}, ${JSON.stringify(ask.patterns)},
      ${JSON.stringify(ask.always)}, ${JSON.stringify(ask.metadata)}, ${ask.forced ? 1 : 0}, ${ask.route}, ${ask.state},
      ${ask.reply}, ${ask.feedback}, ${ask.answeredBy}, ${ask.owner}, ${ask.created}, ${ask.expires}, ${ask.answered})`
}

/** One question; undefined where there is none of that id. */
export async function get(sql: SQL, id: string): Promise<Info | undefined> {
  const rows: readonly Row[] = await sql`SELECT * FROM ask WHERE id = ${id}`
  return rows[0] && infoOf(rows[0])
}

/** Every question that waits, oldest first, those of dead processes included: see `isWaiting`. */
export async function pending(sql: SQL): Promise<readonly Info[]> {
  const rows: readonly Row[] = await sql`SELECT * FROM ask WHERE state = ${"pending"} ORDER BY created, id`
  return rows.map(infoOf)
}

/** Whether somebody still waits for the answer. */
export const isWaiting = (ask: Info, now: number): boolean =>
  ask.state === "pending" && ask.expires > now && isAlive(ask.owner)

export interface Outcome {
  readonly state: Exclude<State, "pending">
  readonly reply?: Reply
  readonly feedback?: string
  readonly by?: string
}

/** Ends a question that waits. @returns whether it did: somebody else may have ended it before. */
export async function settle(sql: SQL, id: string, outcome: Outcome, now: number): Promise<boolean> {
  const { state, reply = null, feedback = null, by = null } = outcome
  const rows: readonly Row[] = await sql`UPDATE ask
    SET state = ${state}, reply = ${reply}, feedback = ${feedback}, answered_by = ${by}, answered = ${now}
    WHERE id = ${id} AND state = ${"pending"} RETURNING id`
  return rows.length === 1
}
