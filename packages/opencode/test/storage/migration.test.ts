/** Databases of older versions, in real files. */
import { SQL } from "bun"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openWith } from "../../src/storage/dialect/sqlite.ts"
import { migrations, type Migration } from "../../src/storage/migration/index.ts"
import { add, labels, problems, scene, type Scene } from "./support.ts"

const TABLES = ["approval", "ask", "audit", "grant_", "session", "snapshot"]

/** What the version with only the first `steps` migrations left behind, with rows in it. */
async function older(here: Scene, steps: readonly Migration[], rows = 3): Promise<void> {
  const { writer, reader } = await openWith(steps, here.path, () => {})
  await writer.begin("IMMEDIATE", async (tx) => {
    for (let count = 0; count < rows; count++) {
      await tx`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (0, 'test', ${`old-${count}`}, '{}', 1, 0)`
      await tx`INSERT INTO snapshot (session_id, ruleset, approved, updated) VALUES (${`s${count}`}, '[]', '[]', 5)`
    }
  })
  await Promise.all([writer.close(), reader.close()])
}

async function query<A>(path: string, statement: string): Promise<readonly A[]> {
  const sql = new SQL({ adapter: "sqlite", filename: path })
  try {
    return [...(await sql.unsafe(statement))]
  } finally {
    await sql.close()
  }
}

const versionOf = async (path: string): Promise<number> =>
  (await query<{ readonly user_version: number }>(path, "PRAGMA user_version"))[0]!.user_version

const names = async (path: string, type: string): Promise<readonly string[]> =>
  (
    await query<{ readonly name: string }>(
      path,
      `SELECT name FROM sqlite_master WHERE type = '${type}' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
  ).map(({ name }) => name)

test("a fresh database has every table and the present version", async () => {
  using here = scene()
  await here.run(labels)
  expect(await names(here.path, "table")).toEqual(TABLES)
  expect(await versionOf(here.path)).toBe(migrations.length)
  expect(here.files("").toSorted()).toEqual(["ringfence.db", "ringfence.db.lock"])
})

for (let version = 1; version < migrations.length; version++) {
  test(`a database of version ${version} is migrated, keeps its rows, and a copy of it is kept`, async () => {
    using here = scene()
    await older(here, migrations.slice(0, version))
    expect(await versionOf(here.path)).toBe(version)
    const indexesBefore = await names(here.path, "index")

    expect(await here.run(Effect.andThen(add("new"), labels))).toEqual(["old-0", "old-1", "old-2", "new"])
    expect(await here.run(problems)).toEqual([])
    expect(await versionOf(here.path)).toBe(migrations.length)
    expect(await names(here.path, "index")).not.toEqual(indexesBefore)

    const copy = join(here.data, `ringfence.db.version-${version}`)
    expect(await versionOf(copy)).toBe(version)
    expect(await names(copy, "index")).toEqual(indexesBefore)
    const rows = await query<{ readonly code: string }>(copy, "SELECT code FROM audit ORDER BY id")
    expect(rows.map(({ code }) => code)).toEqual(["old-0", "old-1", "old-2"])
    expect(await query(here.path, "SELECT * FROM snapshot WHERE session_id = 's1'")).toEqual([
      { session_id: "s1", ruleset: "[]", approved: "[]", updated: 5 },
    ])
  })
}

describe("on the way", () => {
  const first = migrations.slice(0, 1)
  const breaks: Migration = async (sql) => {
    await sql`CREATE TABLE halfway (a TEXT)`
    await sql`INSERT INTO nowhere VALUES (1)`
  }

  test("a step that fails leaves the database as it was", async () => {
    using here = scene()
    await older(here, first)
    const failed = await openWith([...first, breaks], here.path, () => {}).catch((error: unknown) => error)
    expect(String(failed)).toContain("no such table: nowhere")
    expect(await versionOf(here.path)).toBe(1)
    expect(await names(here.path, "table")).toEqual(TABLES)
    expect(await here.run(labels)).toEqual(["old-0", "old-1", "old-2"])
  })

  test("a database cannot be half made", async () => {
    using here = scene()
    mkdirSync(here.data, { recursive: true })
    const failed = await openWith([...first, breaks], here.path, () => {}).catch((error: unknown) => error)
    expect(String(failed)).toContain("no such table: nowhere")
    expect(here.files("")).not.toContain("ringfence.db")
    expect(await here.run(Effect.andThen(add("a"), labels))).toEqual(["a"])
    expect(await here.run(problems)).toEqual([])
  })

  test("what a killed process left of its attempt is no obstacle", async () => {
    using here = scene()
    await older(here, first)
    for (const name of ["new", "new-journal", "new-wal", "copy"]) writeFileSync(`${here.path}.${name}`, "half")
    expect(await here.run(labels)).toEqual(["old-0", "old-1", "old-2"])
  })

  test("a second copy does not take the place of the first", async () => {
    using here = scene()
    await older(here, first)
    writeFileSync(`${here.path}.version-1`, "an older copy")
    await here.run(labels)
    expect(here.files("ringfence.db.version-1")).toHaveLength(2)
    expect(await Bun.file(`${here.path}.version-1`).text()).toBe("an older copy")
  })

  test("many processes that find the same older database migrate it once", async () => {
    using here = scene()
    await older(here, first, 200)
    const others = Array.from({ length: 6 }, () => here.start("open"))
    for (const other of others) expect(await other.line()).toBe("ready")
    for (const other of others) other.finish()
    expect((await Promise.all(others.map((other) => other.rest()))).flat()).toEqual(Array(6).fill("problems 0"))
    expect(await here.run(labels)).toHaveLength(200)
    expect(here.files("ringfence.db.version-1")).toHaveLength(1)
  })
})
