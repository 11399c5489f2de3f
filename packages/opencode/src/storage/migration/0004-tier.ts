import type { Migration } from "./index.ts"

/** How an isolated session is kept apart: by a worktree, as all were so far, or by a clone. */
export const tier: Migration = async (sql) => {
  await sql.unsafe("ALTER TABLE session ADD COLUMN tier TEXT")
  await sql.unsafe("CREATE INDEX session_branch ON session (repository, branch)")
}
