import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { Audit } from "../../src/audit/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { scene, type Scene } from "../storage/support.ts"

const run = <A>(here: Scene, effect: Effect.Effect<A, Storage.Error, Audit.Service | Storage.Service>): Promise<A> =>
  here.run(effect.pipe(Effect.provide(Audit.layer)))

const record = (entry: Audit.Entry) => Audit.Service.use((audit) => audit.record(entry))
const list = (query?: Audit.Query) => Audit.Service.use((audit) => audit.list(query))

const denial = (session: string, command: string): Audit.Entry => ({
  kind: "denial",
  session,
  project: "p",
  code: "isolated-git/rebase",
  command,
  detail: { effects: ["moves feat/own"] },
})

describe("what is kept", () => {
  test("everything that was said, oldest first, for the next process too", async () => {
    using here = scene()
    const before = Date.now()
    await run(here, record(denial("s1", "git rebase main")))
    await run(here, record({ kind: "grant", by: "a person", detail: { target: "all" } }))
    const found = await run(here, list())
    expect(found).toMatchObject([
      { ...denial("s1", "git rebase main"), times: 1 },
      { kind: "grant", by: "a person", detail: { target: "all" }, times: 1 },
    ])
    expect(found[0]!.time).toBeGreaterThanOrEqual(before)
    expect(found[0]!.time).toBe(found[0]!.last)
    expect(found[1]).not.toHaveProperty("session")
    expect(found[1]).not.toHaveProperty("command")
  })

  test("nothing of what a command carries, neither in the entry nor in the file", async () => {
    using here = scene()
    const command = [
      "TOKEN=S3CRET git commit -m 'S3CRET'",
      "cat > f <<EOF\nS3CRET\nEOF",
      "git push https://me:S3CRET@host.example/r.git",
    ].join("\n")
    const detail = {
      patterns: ["git commit -m S3CRET *"],
      nested: [{ command: "X=S3CRET git merge main" }],
      reason: "it went to https://me:S3CRET@host.example/ and don't ask",
    }
    const [entry] = await run(here, Effect.andThen(record({ ...denial("s", command), detail }), list()))
    expect(entry!.command).toBe("TOKEN=… git commit -m …\ncat > f <<EOF\n…\nEOF\ngit push https://…@host.example/r.git")
    expect(entry!.detail).toEqual({
      patterns: ["git commit -m … *"],
      nested: [{ command: "X=… git merge main" }],
      reason: "it went to https://…@host.example/ and don't ask",
    })
    for (const name of here.files("ringfence.db"))
      expect(readFileSync(`${here.data}/${name}`, "latin1")).not.toContain("S3CRET")
  })

  test("long and deep values are cut", async () => {
    using here = scene()
    const deep = { a: { a: { a: { a: { a: { a: { a: "lost" } } } } } } }
    const detail = { text: "x".repeat(5000), list: Array.from({ length: 80 }, (_, index) => index), deep }
    const [entry] = await run(here, Effect.andThen(record({ kind: "answer", detail }), list()))
    expect(entry!.detail.text).toBe(`${"x".repeat(999)}…`)
    expect(entry!.detail.list).toEqual([...Array.from({ length: 50 }, (_, index) => index), "…"])
    expect(JSON.stringify(entry!.detail.deep)).not.toContain("lost")
  })

  test("so is what is wide at every level", async () => {
    using here = scene()
    const wide = (depth: number): Audit.Detail =>
      Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, depth === 0 ? "v" : wide(depth - 1)]))
    const [entry] = await run(
      here,
      Effect.andThen(record({ kind: "answer", detail: { why: "x", ...wide(3) } }), list()),
    )
    expect(entry!.detail).toEqual({ why: "x", "…": "…" })
  })
})

describe("repeats", () => {
  test("the very same is counted, also from another process, and keeps its place in time", async () => {
    using here = scene()
    await run(here, record(denial("s1", "git rebase main")))
    const [first] = await run(here, list())
    await run(here, record(denial("s1", "git merge main")))
    await run(here, record(denial("s1", "git rebase main")))
    await run(here, record(denial("s1", "git rebase main")))
    const found = await run(here, list())
    expect(found.map(({ command, times }) => [command, times])).toEqual([
      ["git merge main", 1],
      ["git rebase main", 3],
    ])
    expect(found[1]).toMatchObject({ id: first!.id, time: first!.time })
    expect(found[1]!.last).toBeGreaterThanOrEqual(first!.last)
  })

  const others: Readonly<Record<string, Partial<Audit.Entry>>> = {
    "another session": { session: "s2" },
    "another kind": { kind: "lift" },
    "another rule": { code: "isolated-git/merge" },
    "another command": { command: "git rebase other" },
    "no command": { command: undefined },
    "somebody else": { by: "s9" },
    "another detail": { detail: {} },
    "another project": { project: "q" },
  }
  for (const [name, change] of Object.entries(others)) {
    test(`${name} is no repeat`, async () => {
      using here = scene()
      const entry = denial("s1", "git rebase main")
      const found = await run(
        here,
        Effect.all([record(entry), record({ ...entry, ...change })]).pipe(Effect.andThen(list())),
      )
      expect(found.map(({ times }) => times)).toEqual([1, 1])
    })
  }

  test("what is long ago is no repeat", async () => {
    using here = scene()
    const entry = denial("s1", "git rebase main")
    await run(here, record(entry))
    await run(
      here,
      Storage.Service.use((storage) =>
        storage.write(async (sql) => void (await sql`UPDATE audit SET time = time - 3600000, last = last - 3600000`)),
      ),
    )
    await run(here, record(entry))
    expect((await run(here, list())).map(({ times }) => times)).toEqual([1, 1])
  })

  test("at once, none is lost", async () => {
    using here = scene()
    const entry = denial("s1", "git rebase main")
    await run(
      here,
      Effect.forEach(Array(50).keys(), () => record(entry), { concurrency: "unbounded" }),
    )
    expect((await run(here, list())).map(({ times }) => times)).toEqual([50])
  })
})

describe("listing", () => {
  const five = Effect.forEach(["a", "b", "c", "d", "e"], (name, index) =>
    record({ ...denial(index % 2 ? "odd" : "even", name), kind: name === "c" ? "grant" : "denial" }),
  )
  const names = (found: readonly Audit.Recorded[]): string => found.map(({ command }) => command).join("")

  test("by session, by refusal, by project, and the latest so many", async () => {
    using here = scene()
    await run(here, five)
    expect(names(await run(here, list()))).toBe("abcde")
    expect(names(await run(here, list({ session: "even" })))).toBe("ace")
    expect(names(await run(here, list({ denied: true })))).toBe("abde")
    expect(names(await run(here, list({ session: "even", denied: true })))).toBe("ae")
    expect(names(await run(here, list({ limit: 2 })))).toBe("de")
    expect(names(await run(here, list({ project: "p" })))).toBe("abcde")
    expect(names(await run(here, list({ project: "q" })))).toBe("")
  })

  test("since a time", async () => {
    using here = scene()
    await run(here, five)
    await run(
      here,
      Storage.Service.use((storage) =>
        storage.write(async (sql) => void (await sql`UPDATE audit SET last = id * 1000, time = 0`)),
      ),
    )
    expect(names(await run(here, list({ since: 3000 })))).toBe("cde")
    expect(names(await run(here, list({ since: Date.now() })))).toBe("")
  })
})

test("it does not grow without end", async () => {
  using here = scene()
  const old = Audit.MAXIMUM_ENTRIES + 500
  await run(
    here,
    Storage.Service.use((storage) =>
      storage.write(async (sql) => {
        for (let count = 0; count < old; count++)
          await sql`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (${count}, 'answer', 'old', '{}', 1, ${count})`
      }),
    ),
  )
  await run(
    here,
    Effect.forEach(Array(120).keys(), (count) => record(denial("s", `git merge b${count}`))),
  )
  const found = await run(here, list({ limit: 100_000 }))
  expect(found.length).toBeLessThanOrEqual(Audit.MAXIMUM_ENTRIES + 100)
  expect(found.length).toBeGreaterThanOrEqual(Audit.MAXIMUM_ENTRIES)
  expect(found.at(-1)!.command).toBe("git merge b119")
})
