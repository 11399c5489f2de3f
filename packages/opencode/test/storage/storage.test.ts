import { describe, expect, test } from "bun:test"
import { Effect, Fiber } from "effect"
import { existsSync, mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { Storage } from "../../src/storage/index.ts"
import { add, labels, scene } from "./support.ts"

const storage = Storage.Service

describe("reading and writing", () => {
  test("what was written is read, by the next service too", async () => {
    using here = scene()
    await here.run(add("a"))
    expect(await here.run(Effect.andThen(add("b"), labels))).toEqual(["a", "b"])
  })

  test("nothing is opened or made before the first call", async () => {
    using here = scene()
    expect(await here.run(storage.use((service) => service.problems))).toEqual([])
    expect(existsSync(here.data)).toBe(false)
  })

  test("the folder and the database are for their owner only", async () => {
    using here = scene()
    await here.run(add("a"))
    expect(statSync(here.data).mode & 0o777).toBe(0o700)
    expect(statSync(here.path).mode & 0o777).toBe(0o600)
  })

  test("a path with a question mark, a hash and a space is one path", async () => {
    using here = scene()
    const data = join(here.data, "a?mode=ro #%20")
    mkdirSync(data, { recursive: true })
    const worker = Bun.spawn([process.execPath, join(import.meta.dir, "worker.ts"), "write", "x", "1"], {
      env: { PATH: process.env.PATH, HOME: here.data, RINGFENCE_DATA: data },
      stdout: "pipe",
    })
    expect(await worker.stdout.text()).toBe("x-0\n")
    expect(existsSync(join(data, "ringfence.db"))).toBe(true)
  })

  test("a transaction that throws leaves nothing", async () => {
    using here = scene()
    const failed = storage.use((service) =>
      service.write(async (sql) => {
        await sql`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (0, 'test', 'lost', '{}', 1, 0)`
        await sql`INSERT INTO nowhere VALUES (1)`
      }),
    )
    const error = await here.run(Effect.flip(failed))
    expect(error._tag).toBe("Storage.Failed")
    expect(error.message).toContain(here.path)
    expect(error.message).toContain("no such table: nowhere")
    expect(await here.run(labels)).toEqual([])
  })

  test("writes at once in one process do not mix", async () => {
    using here = scene()
    const one = (label: string): Effect.Effect<void, Storage.Error, Storage.Service> =>
      storage.use((service) =>
        service.write(async (sql) => {
          await sql`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (0, 'test', ${label}, '{}', 1, 0)`
          const rows = await sql`SELECT count(*) AS n FROM audit`
          if (Number(rows[0].n) % 3 === 0) throw new TypeError("every third fails")
          await sql`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (0, 'test', ${label}, '{}', 1, 0)`
        }),
      )
    const names = Array.from({ length: 30 }, (_, index) => `w${index}`)
    const outcomes = await here.run(
      Effect.forEach(names, (name) => Effect.exit(one(name)), { concurrency: "unbounded" }),
    )
    const written = names.filter((_, index) => outcomes[index]!._tag === "Success")
    const found = await here.run(labels)
    expect(written.length).toBeGreaterThan(0)
    expect(written.length).toBeLessThan(30)
    expect(found).toEqual(written.flatMap((name) => [name, name]))
  })

  test("a read that writes is refused", async () => {
    using here = scene()
    const error = await here.run(
      Effect.flip(storage.use((service) => service.read(async (sql) => void (await sql`DELETE FROM audit`)))),
    )
    expect(error._tag).toBe("Storage.ReadOnly")
  })

  test("a write that is interrupted while it waits for its turn never happens, and the next one does", async () => {
    using here = scene()
    const found = await here.run(
      Effect.gen(function* () {
        yield* add("first")
        const gate = Promise.withResolvers<void>()
        const slow = yield* Effect.forkChild(storage.use((service) => service.write(() => gate.promise)))
        yield* Effect.yieldNow
        const waiting = yield* Effect.forkChild(add("interrupted"))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiting)
        gate.resolve()
        yield* add("last")
        yield* Fiber.join(slow)
        return yield* labels
      }),
    )
    expect(found).toEqual(["first", "last"])
  })
})

describe("watching", () => {
  const seen = (label: string) => (service: Storage.Interface) =>
    service.watch(async (sql) => {
      const rows = await sql`SELECT code FROM audit WHERE code = ${label}`
      return rows.length > 0 ? label : undefined
    }, "60 seconds")

  test("what is there already is found at once", async () => {
    using here = scene()
    expect(await here.run(Effect.andThen(add("a"), storage.use(seen("a"))))).toBe("a")
  })

  test("the time can be over, and is not cut short", async () => {
    using here = scene()
    const before = performance.now()
    const found = await here.run(storage.use((service) => service.watch(async () => undefined, "120 millis")))
    expect(found).toBeUndefined()
    expect(performance.now() - before).toBeGreaterThanOrEqual(119)
  })

  test("a commit of this process ends it", async () => {
    using here = scene()
    const found = await here.run(
      Effect.gen(function* () {
        const watching = yield* Effect.forkChild(storage.use(seen("b")))
        yield* add("a")
        yield* add("b")
        return yield* Fiber.join(watching)
      }),
    )
    expect(found).toBe("b")
  })

  test("a commit of another process ends it soon", async () => {
    using here = scene()
    const other = here.start("once", "theirs")
    expect(await other.line()).toBe("ready")
    const took = await here.run(
      Effect.gen(function* () {
        const watching = yield* Effect.forkChild(storage.use(seen("theirs")).pipe(Effect.map(() => performance.now())))
        yield* add("mine")
        other.finish()
        const written = yield* Effect.promise(async () => {
          expect(await other.line()).toBe("written")
          return performance.now()
        })
        return (yield* Fiber.join(watching)) - written
      }),
    )
    expect(took).toBeLessThan(5000)
  })

  test("where nothing is committed it looks at the beginning and at the end only", async () => {
    using here = scene()
    let looks = 0
    await here.run(
      storage.use((service) =>
        service.watch(async () => {
          looks++
          return undefined
        }, "500 millis"),
      ),
    )
    expect(looks).toBe(2)
  })

  test("interrupting it ends it", async () => {
    using here = scene()
    const exit = await here.run(
      Effect.gen(function* () {
        const watching = yield* Effect.forkChild(storage.use(seen("never")))
        yield* add("a")
        yield* Fiber.interrupt(watching)
        return yield* Fiber.await(watching)
      }),
    )
    expect(exit._tag).toBe("Failure")
  })
})
