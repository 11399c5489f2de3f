import type { Migration } from "./index.ts"

/** The id under which a client that hosts sessions of its own, such as opencode, knows a session of ours. */
export const client: Migration = async (sql) => {
  await sql.unsafe("ALTER TABLE session ADD COLUMN client TEXT")
  await sql.unsafe("CREATE UNIQUE INDEX session_client ON session (client)")
}
