/** What "always" answers left behind. They hold for the project, and raise an ask to an allow, never a deny. */
import type { SQL } from "bun"
import { Project } from "../project/index.ts"
import type { Info as Session } from "../session/schema.ts"
import { newId } from "./id.ts"
import type { Ruleset } from "./rule.ts"

type Row = Record<string, unknown>

/** Whom an approval reaches: the project, or, of what lies in no repository, the one folder. */
export const scopeOf = ({ projectID, directory }: Pick<Session, "projectID" | "directory">): string =>
  projectID === Project.GLOBAL ? `${projectID}:${directory}` : projectID

/** The approvals of a scope, as rules that allow. */
export async function of(sql: SQL, scope: string): Promise<Ruleset> {
  const rows: readonly Row[] = await sql`SELECT permission, pattern FROM approval WHERE project_id = ${scope}
    ORDER BY created, id`
  return rows.map((row) => ({
    permission: String(row["permission"]),
    pattern: String(row["pattern"]),
    action: "allow",
  }))
}

export interface Given {
  readonly scope: string
  readonly session: string
  readonly permission: string
  readonly patterns: readonly string[]
  readonly by: string
}

/** Remembers patterns; those that are remembered already stay one. */
export async function add(sql: SQL, given: Given, now: number): Promise<void> {
  const known = await of(sql, given.scope)
  for (const pattern of given.patterns) {
    if (known.some((rule) => rule.permission === given.permission && rule.pattern === pattern)) continue
    await sql`INSERT INTO approval (id, project_id, session_id, permission, pattern, created, created_by)
      VALUES (${newId("apr")}, ${given.scope}, ${given.session}, ${given.permission}, ${pattern}, ${now}, ${given.by})`
  }
}
