import type { Migration } from "./index.ts"

/** What is looked up on every ask and by every list. */
export const lookups: Migration = async (sql) => {
  await sql.unsafe("CREATE INDEX session_parent ON session (parent_id)")
  await sql.unsafe("CREATE INDEX session_directory ON session (directory)")
  await sql.unsafe("CREATE INDEX ask_waiting ON ask (state, root_id)")
  await sql.unsafe("CREATE INDEX ask_session ON ask (session_id, state)")
  await sql.unsafe("CREATE INDEX grant_target ON grant_ (target)")
  await sql.unsafe("CREATE INDEX approval_project ON approval (project_id, permission)")
  await sql.unsafe("CREATE INDEX audit_last ON audit (last)")
  await sql.unsafe("CREATE INDEX audit_session ON audit (session_id, last)")
}
