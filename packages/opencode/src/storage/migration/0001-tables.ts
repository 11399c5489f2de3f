import type { Migration } from "./index.ts"

/** Times are milliseconds since the epoch, yes and no are 1 and 0, lists and objects are JSON. */
export const tables: Migration = async (sql, dialect) => {
  await sql.unsafe(`CREATE TABLE session (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    parent_id TEXT,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    directory TEXT NOT NULL,
    worktree TEXT,
    branch TEXT,
    base TEXT,
    repository TEXT,
    rules TEXT,
    state TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
  )`)
  await sql.unsafe(`CREATE TABLE ask (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    root_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    permission TEXT NOT NULL,
    patterns TEXT NOT NULL,
    always TEXT NOT NULL,
    metadata TEXT NOT NULL,
    forced INTEGER NOT NULL,
    route TEXT NOT NULL,
    state TEXT NOT NULL,
    reply TEXT,
    feedback TEXT,
    answered_by TEXT,
    owner TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    answered BIGINT
  )`)
  // GRANT is a word of SQL.
  await sql.unsafe(`CREATE TABLE grant_ (
    id TEXT PRIMARY KEY,
    target TEXT NOT NULL,
    parent_id TEXT,
    permission TEXT,
    pattern TEXT,
    rule TEXT,
    once INTEGER NOT NULL,
    used BIGINT,
    expires BIGINT,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    revoked BIGINT
  )`)
  await sql.unsafe(`CREATE TABLE approval (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    permission TEXT NOT NULL,
    pattern TEXT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL
  )`)
  await sql.unsafe(`CREATE TABLE snapshot (
    session_id TEXT PRIMARY KEY,
    ruleset TEXT NOT NULL,
    approved TEXT NOT NULL,
    updated BIGINT NOT NULL
  )`)
  await sql.unsafe(`CREATE TABLE audit (
    id ${dialect.identity},
    time BIGINT NOT NULL,
    kind TEXT NOT NULL,
    session_id TEXT,
    project_id TEXT,
    code TEXT,
    "by" TEXT,
    command TEXT,
    detail TEXT NOT NULL,
    times INTEGER NOT NULL,
    last BIGINT NOT NULL
  )`)
}
