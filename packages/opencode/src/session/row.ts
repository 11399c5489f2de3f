/** Sessions in the database, and what else there is about them. Statements are kept plain: two dialects read them. */
import type { SQL } from "bun"
import { Schema } from "effect"
import * as Ask from "../permission/ask.ts"
import { Ruleset } from "../permission/rule.ts"
import type { Info } from "./schema.ts"

type Null<T> = T | null

interface SessionRow {
  readonly id: string
  readonly project_id: string
  readonly parent_id: Null<string>
  readonly client: Null<string>
  readonly kind: Info["kind"]
  readonly title: string
  readonly directory: string
  readonly worktree: Null<string>
  readonly branch: Null<string>
  readonly base: Null<string>
  readonly repository: Null<string>
  readonly tier: Null<NonNullable<Info["tier"]>>
  readonly rules: Null<string>
  readonly state: Info["state"]
  /** Some databases give large numbers as text. */
  readonly created: number | string
  readonly updated: number | string
}

const decodeRules = Schema.decodeUnknownSync(Ruleset)

const infoOf = (row: SessionRow): Info => ({
  id: row.id,
  projectID: row.project_id,
  parentID: row.parent_id ?? undefined,
  client: row.client ?? undefined,
  kind: row.kind,
  title: row.title,
  directory: row.directory,
  worktree: row.worktree ?? undefined,
  branch: row.branch ?? undefined,
  base: row.base ?? undefined,
  repository: row.repository ?? undefined,
  tier: row.worktree === null ? undefined : (row.tier ?? "worktree"),
  rules: row.rules === null ? [] : decodeRules(JSON.parse(row.rules)),
  state: row.state,
  created: Number(row.created),
  updated: Number(row.updated),
})

const infos = (rows: unknown): readonly Info[] => (rows as readonly SessionRow[]).map(infoOf)

/** Deeper than this nobody starts sessions; it ends a circle that a damaged database may hold. */
const DEPTH = 64

export async function insert(sql: SQL, info: Info): Promise<void> {
  await sql`INSERT INTO session
    (id, project_id, parent_id, client, kind, title, directory, worktree, branch, base, repository, tier, rules, state, created, updated)
    VALUES (${info.id}, ${info.projectID}, ${info.parentID ?? null}, ${info.client ?? null}, ${info.kind}, ${info.title}, ${info.directory},
      ${info.worktree ?? null}, ${info.branch ?? null}, ${info.base ?? null}, ${info.repository ?? null}, ${info.tier ?? null},
      ${JSON.stringify(info.rules)}, ${info.state}, ${info.created}, ${info.updated})`
}

/** The session of this id, a removed one too. */
export async function find(sql: SQL, id: string): Promise<Info | undefined> {
  return infos(await sql`SELECT * FROM session WHERE id = ${id}`)[0]
}

/** Whether a session in a clone of the repository is on this branch. */
export async function isHeld(sql: SQL, repository: string, branch: string): Promise<boolean> {
  const [held] = await sql`SELECT 1 FROM session
    WHERE repository = ${repository} AND branch = ${branch} AND tier = 'clone' AND state <> 'removed' LIMIT 1`
  return held !== undefined
}

/** The session that a client knows by this id: one of ours that it hosts, or its own. */
export async function findClient(sql: SQL, id: string): Promise<Info | undefined> {
  return infos(await sql`SELECT * FROM session WHERE client = ${id} OR id = ${id}`)[0]
}

/** Writes down by which id a client knows a session. */
export async function setClient(sql: SQL, id: string, client: string, now: number): Promise<void> {
  await sql`UPDATE session SET client = ${client}, updated = ${now} WHERE id = ${id}`
}

/** All that are not removed, oldest first. */
export const all = async (sql: SQL): Promise<readonly Info[]> =>
  infos(await sql`SELECT * FROM session WHERE state <> 'removed' ORDER BY created, id`)

/** All of a project that are not removed, oldest first. */
export const ofProject = async (sql: SQL, project: string): Promise<readonly Info[]> =>
  infos(await sql`SELECT * FROM session WHERE project_id = ${project} AND state <> 'removed' ORDER BY created, id`)

/** Those that a session started itself and that are not removed, oldest first. */
export const children = async (sql: SQL, id: string): Promise<readonly Info[]> =>
  infos(await sql`SELECT * FROM session WHERE parent_id = ${id} AND state <> 'removed' ORDER BY created, id`)

/** All below a session, at any depth, removed ones too; parents before their children. */
export const descendants = async (sql: SQL, id: string): Promise<readonly Info[]> =>
  infos(
    await sql`WITH RECURSIVE below(id, depth) AS (
        SELECT id, 1 FROM session WHERE parent_id = ${id}
        UNION ALL
        SELECT session.id, below.depth + 1 FROM session JOIN below ON session.parent_id = below.id
        WHERE below.depth < ${DEPTH}
      )
      SELECT session.* FROM session JOIN below ON below.id = session.id ORDER BY below.depth, session.created, session.id`,
  )

/** The session, its parent, and so on up to the root; removed ones too, for their rules hold on. */
export const chain = async (sql: SQL, id: string): Promise<readonly Info[]> =>
  infos(
    await sql`WITH RECURSIVE above(id, parent_id, depth) AS (
        SELECT id, parent_id, 1 FROM session WHERE id = ${id}
        UNION ALL
        SELECT session.id, session.parent_id, above.depth + 1 FROM session JOIN above ON session.id = above.parent_id
        WHERE above.depth < ${DEPTH}
      )
      SELECT session.* FROM session JOIN above ON above.id = session.id ORDER BY above.depth`,
  )

export async function setState(sql: SQL, ids: readonly string[], state: Info["state"], now: number): Promise<void> {
  for (const id of ids)
    await sql`UPDATE session SET state = ${state}, updated = ${now} WHERE id = ${id} AND state <> 'removed'`
}

/** Ends the waiting asks of these sessions. Gives their ids. */
export async function cancelAsks(sql: SQL, sessions: readonly string[], now: number): Promise<readonly string[]> {
  const waiting = (await Ask.pending(sql)).filter(({ session }) => sessions.includes(session))
  const cancelled: string[] = []
  for (const { id } of waiting) if (await Ask.settle(sql, id, { state: "cancelled" }, now)) cancelled.push(id)
  return cancelled
}

/**
 * Takes a session off the books: the row goes or, where children are left whose rules rest on it, is marked. Marked
 * ones above it that have no children any more go too.
 */
export async function drop(sql: SQL, id: string, now: number): Promise<void> {
  for (let next: string | null = id; next !== null;) {
    const [row] = (await sql`SELECT parent_id, state FROM session WHERE id = ${next}`) as readonly Pick<
      SessionRow,
      "parent_id" | "state"
    >[]
    if (!row || (next !== id && row.state !== "removed")) return
    const [child] = await sql`SELECT 1 FROM session WHERE parent_id = ${next} LIMIT 1`
    if (child) return void (await sql`UPDATE session SET state = 'removed', updated = ${now} WHERE id = ${next}`)
    await sql`DELETE FROM session WHERE id = ${next}`
    await sql`DELETE FROM snapshot WHERE session_id = ${next}`
    next = row.parent_id
  }
}

/** Asks that somebody waits for an answer to. */
export const waitingAsks = async (sql: SQL, now: number): Promise<readonly Ask.Info[]> =>
  (await Ask.pending(sql)).filter((ask) => Ask.isWaiting(ask, now))
