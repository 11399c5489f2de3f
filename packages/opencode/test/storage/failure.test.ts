/** Everything that can be wrong with the database, with real files and real processes. */
import { SQL } from "bun"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { Storage } from "../../src/storage/index.ts"
import { add, labels, problems, scene, type Scene } from "./support.ts"

const flipped = <A>(effect: Effect.Effect<A, Storage.Error, Storage.Service>) => Effect.flip(effect)

const raw = async (here: Scene, ...statements: readonly string[]): Promise<void> => {
  const sql = new SQL({ adapter: "sqlite", filename: here.path })
  for (const statement of statements) await sql.unsafe(statement)
  await sql.close()
}

/** A database with enough rows for several levels of pages. */
const filled = async (here: Scene, rows = 400): Promise<void> => {
  const text = "x".repeat(400)
  await here.run(
    Storage.Service.use((storage) =>
      storage.write(async (sql) => {
        for (let count = 0; count < rows; count++)
          await sql`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (0, 'test', ${count}, ${text}, 1, 0)`
      }),
    ),
  )
  await raw(here, "PRAGMA wal_checkpoint(TRUNCATE)")
}

describe("locked", () => {
  test("a write that another process holds for too long gives up and says so; reading goes on", async () => {
    using here = scene()
    await here.run(add("before"))
    const other = here.start("hold")
    expect(await other.line()).toBe("held")
    const error = await here.run(flipped(add("mine")), 300)
    expect(error._tag).toBe("Storage.Busy")
    expect(error.message).toContain(here.path)
    expect(error.message).toContain("locked by another process")
    expect(await here.run(labels, 300)).toEqual(["before"])
  })

  test("a write that waits goes on as soon as the other one lets go, and does not block this process", async () => {
    using here = scene()
    await here.run(add("before"))
    const other = here.start("hold")
    expect(await other.line()).toBe("held")
    let ticks = 0
    const ticking = setInterval(() => {
      // Let go only after this process has proved to be alive.
      if (++ticks === 20) other.finish()
    }, 5)
    await here.run(add("mine"), 60_000)
    clearInterval(ticking)
    expect(ticks).toBeGreaterThanOrEqual(20)
    expect(await here.run(labels)).toEqual(["before", "mine"])
  })

  test("a holder that is killed holds nothing", async () => {
    using here = scene()
    await here.run(add("before"))
    const other = here.start("hold")
    expect(await other.line()).toBe("held")
    other.kill()
    await other.exited
    await here.run(add("mine"), 5000)
    expect(await here.run(labels)).toEqual(["before", "mine"])
  })
})

describe("full", () => {
  test("no room: nothing of the write stays, what was there stays, and with room it goes on", async () => {
    using here = scene()
    await filled(here, 40)
    const error = await here.run(
      flipped(
        Storage.Service.use((storage) =>
          storage.write(async (sql) => {
            await sql`PRAGMA max_page_count = 1`
            for (let count = 0; count < 500; count++)
              await sql`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (0, 'test', 'big', ${"y".repeat(2000)}, 1, 0)`
          }),
        ),
      ),
    )
    expect(error._tag).toBe("Storage.Full")
    expect(error.message).toContain("no room")
    expect(error.message).toContain(here.path)
    await here.run(add("after"))
    expect(await here.run(labels)).toEqual([...Array.from({ length: 40 }, (_, index) => `${index}`), "after"])
  })

  test("a limit on the size of files reads as no room", async () => {
    using here = scene()
    await filled(here, 400)
    const other = here.startLimited(64, "write", "big", "2000")
    const said = await other.rest()
    const confirmed = said.filter((line) => line.startsWith("big-"))
    expect(said.at(-1)).toStartWith("Storage.Full ")
    expect(await here.run(labels)).toEqual([...Array.from({ length: 400 }, (_, index) => `${index}`), ...confirmed])
  })
})

describe("full from the beginning", () => {
  test("no room for a fresh database: nothing half made is left in its place", async () => {
    using here = scene()
    const said = await here.startLimited(8, "write", "x", "1").rest()
    expect(said).toHaveLength(1)
    expect(said[0]).toStartWith("Storage.Full ")
    expect(here.files("")).not.toContain("ringfence.db")
    expect(await here.run(Effect.andThen(add("later"), labels))).toEqual(["later"])
  })

  test("no room for the copy of an older database: it is left as it is", async () => {
    using here = scene()
    await filled(here)
    await raw(here, "DROP INDEX audit_last", "PRAGMA user_version = 1", "PRAGMA wal_checkpoint(TRUNCATE)")
    const before = readFileSync(here.path)
    const said = await here.startLimited(8, "write", "x", "1").rest()
    expect(said).toHaveLength(1)
    expect(said[0]).toStartWith("Storage.Full ")
    expect(readFileSync(here.path)).toEqual(before)
    expect(here.files("ringfence.db.version")).toEqual([])
    expect(here.files("ringfence.db.corrupt")).toEqual([])
  })
})

describe("not to be written", () => {
  const told = async (here: Scene): Promise<readonly string[]> => here.start("stranger").rest()

  test("a database that belongs to somebody else can be read where it may be, and not written", async () => {
    using here = scene()
    await here.run(add("a"))
    here.open()
    chmodSync(here.path, 0o444)
    const [read, write] = await told(here)
    expect(read).toMatch(/^read: (ok|Storage\.ReadOnly )/)
    expect(write).toStartWith("write: Storage.ReadOnly ")
    expect(write).toContain("RINGFENCE_DATA")
  })

  test("a folder that nothing can be made in", async () => {
    using here = scene()
    mkdirSync(here.data, { recursive: true })
    here.open()
    chmodSync(here.data, 0o555)
    const said = await told(here)
    expect(said).toHaveLength(2)
    for (const line of said) expect(line).toMatch(/^(read|write): Storage\.ReadOnly .*RINGFENCE_DATA/)
    expect(here.files("")).toEqual([])
  })

  test("a data folder that is a file", async () => {
    using here = scene()
    writeFileSync(here.data, "a file")
    const error = await here.run(flipped(labels))
    expect(error._tag).toBe("Storage.ReadOnly")
    expect(readFileSync(here.data, "utf8")).toBe("a file")
  })

  test("a database that is a folder", async () => {
    using here = scene()
    mkdirSync(here.path, { recursive: true })
    const error = await here.run(flipped(add("a")))
    expect(error._tag).toBe("Storage.ReadOnly")
    expect(statSync(here.path).isDirectory()).toBe(true)
  })
})

test("a newer version's database is refused and left as it is", async () => {
  using here = scene()
  await here.run(add("theirs"))
  await raw(here, "ALTER TABLE audit ADD COLUMN tomorrow TEXT", "PRAGMA user_version = 99")
  const before = readFileSync(here.path)
  const error = await here.run(flipped(labels))
  expect(error._tag).toBe("Storage.Newer")
  expect(error).toMatchObject({ found: 99 })
  expect(error.message).toContain("Update Ringfence")
  expect(readFileSync(here.path)).toEqual(before)
  expect(here.files("ringfence.db.corrupt")).toEqual([])
})

describe("damaged", () => {
  const damages: Readonly<Record<string, (here: Scene) => void | Promise<void>>> = {
    "a header of garbage": (here) => writeFileSync(here.path, "this is no database\n".repeat(500)),
    "a short text": (here) => writeFileSync(here.path, "x"),
    "no byte at all": (here) => writeFileSync(here.path, ""),
    "zeros in its whole length": (here) => writeFileSync(here.path, new Uint8Array(statSync(here.path).size)),
    "cut in the middle": (here) => truncateSync(here.path, Math.floor(statSync(here.path).size / 8192) * 4096),
    "cut after the header": (here) => truncateSync(here.path, 100),
    "cut inside the last page": (here) => truncateSync(here.path, statSync(here.path).size - 1000),
    "a page of noise": (here) => {
      const bytes = readFileSync(here.path)
      bytes.fill(0xa5, 3 * 4096, 4 * 4096)
      writeFileSync(here.path, bytes)
    },
    "another program's database": async (here) => {
      rmSync(here.path)
      await raw(here, "CREATE TABLE song (title TEXT)", "INSERT INTO song VALUES ('a')")
    },
    "only its log": (here) => {
      rmSync(here.path)
      writeFileSync(`${here.path}-wal`, "a log whose database is gone")
    },
  }
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: set aside, reported once and in the log, and a fresh one is begun`, async () => {
      using here = scene()
      await filled(here)
      await damage(here)
      const found = await here.run(
        Effect.gen(function* () {
          yield* add("after")
          return { problems: yield* problems, labels: yield* labels }
        }),
      )
      expect(found.labels).toEqual(["after"])
      expect(found.problems).toHaveLength(1)
      const [problem] = found.problems
      expect(problem!.message).toContain(here.path)
      expect(problem!.message).toContain(problem!.kept)
      expect(here.files("ringfence.db.corrupt-").length).toBeGreaterThan(0)

      const again = await here.run(
        Effect.gen(function* () {
          const storage = yield* Storage.Service
          const rows = yield* storage.read(async (sql) => [
            ...(await sql`SELECT detail FROM audit WHERE kind = 'storage'`),
          ])
          return { rows, problems: yield* problems }
        }),
      )
      expect(again.problems).toEqual([])
      expect(again.rows.map((row: { readonly detail: string }) => JSON.parse(row.detail).message)).toEqual([
        problem!.message,
      ])
    })
  }

  test("what was set aside is what was there, byte for byte", async () => {
    using here = scene()
    await filled(here)
    const bytes = readFileSync(here.path)
    bytes.fill(0, 0, 64)
    writeFileSync(here.path, bytes)
    await here.run(labels)
    const [kept] = here.files("ringfence.db.corrupt-")
    expect(readFileSync(`${here.data}/${kept}`)).toEqual(bytes)
  })

  test("damage in a large database shows when it is read: that call fails, the next one has a fresh database", async () => {
    using here = scene()
    await filled(here, 9000)
    const bytes = readFileSync(here.path)
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024)
    bytes.fill(0xa5, 20 * 4096)
    writeFileSync(here.path, bytes)
    const found = await here.run(
      Effect.gen(function* () {
        const error = yield* Effect.flip(labels)
        yield* add("after")
        return { error, labels: yield* labels, problems: yield* problems }
      }),
    )
    expect(found.error._tag).toBe("Storage.Corrupt")
    expect(found.error.message).toContain("set aside as")
    expect(found.labels).toEqual(["after"])
    expect(found.problems).toHaveLength(1)
  })

  test("a process that is at work when its database is set aside goes on with the fresh one", async () => {
    using here = scene()
    const found = await here.run(
      Effect.gen(function* () {
        yield* add("before")
        rmSync(here.path)
        rmSync(`${here.path}-wal`, { force: true })
        rmSync(`${here.path}-shm`, { force: true })
        const other = here.start("write", "theirs", "1")
        yield* Effect.promise(() => other.rest())
        yield* add("mine")
        return yield* labels
      }),
    )
    expect(found).toEqual(["theirs-0", "mine"])
    expect(await here.run(labels)).toEqual(["theirs-0", "mine"])
  })

  test("many processes that find the same damage set it aside once", async () => {
    using here = scene()
    await filled(here)
    writeFileSync(here.path, "garbage ".repeat(1000))
    const others = Array.from({ length: 6 }, () => here.start("open"))
    for (const other of others) expect(await other.line()).toBe("ready")
    for (const other of others) other.finish()
    const said = await Promise.all(others.map((other) => other.rest()))
    expect(said.flat().sort()).toEqual([...Array(5).fill("problems 0"), "problems 1"])
    expect(here.files("ringfence.db.corrupt-")).toHaveLength(1)
  })

  test("a lock file of garbage is no obstacle", async () => {
    using here = scene()
    mkdirSync(here.data, { recursive: true })
    writeFileSync(`${here.path}.lock`, "garbage ".repeat(100))
    expect(await here.run(Effect.andThen(add("a"), labels))).toEqual(["a"])
  })
})
