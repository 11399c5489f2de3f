/** Names that are taken while a worktree is made, and what dead processes left. */
import { expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { claimAbandoned, release, reserve } from "../../src/worktree/journal.ts"
import { isAlive, of, self } from "../../src/worktree/owner.ts"
import { filesOf } from "./support.ts"

const folder = (): Disposable & { readonly path: string } => {
  const path = mkdtempSync(join(tmpdir(), "ringfence-journal-"))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

const entry = (session: string) => ({
  session,
  repository: "/repo/.git",
  path: "/data/worktree/p/name",
  branch: "ringfence/name",
  base: "0".repeat(40),
})

const DEAD = { host: hostname(), pid: 999_999_999, start: "0" }

const files = (path: string): readonly string[] =>
  [...filesOf(path)].filter(([, kind]) => kind !== "folder").map(([name]) => name)

test("a name is taken once, until it is given free", () => {
  using data = folder()
  const first = reserve(data.path, "p", entry("ses_1"))
  expect(first).toBeDefined()
  expect(reserve(data.path, "p", entry("ses_2"))).toBeUndefined()
  expect(reserve(data.path, "another", entry("ses_2"))).toBeDefined()
  release(first!)
  expect(reserve(data.path, "p", entry("ses_2"))).toBeDefined()
})

test("what a living process makes is nobody's to clear", () => {
  using data = folder()
  reserve(data.path, "p", entry("ses_1"))
  expect(claimAbandoned(data.path)).toEqual([])
})

test("what a dead one left is claimed once; the name stays taken until it is cleared", () => {
  using data = folder()
  const written = reserve(data.path, "p", entry("ses_1"))!
  writeFileSync(written.file, JSON.stringify({ ...written.entry, owner: DEAD }))
  const [claimed] = claimAbandoned(data.path)
  expect(claimed!.entry).toMatchObject(entry("ses_1"))
  expect(claimAbandoned(data.path)).toEqual([])
  expect(reserve(data.path, "p", entry("ses_2"))).toBeUndefined()
  release(claimed!)
  expect(files(data.path)).toEqual([])
})

test("what was begun on another machine cannot be seen from here", () => {
  using data = folder()
  const written = reserve(data.path, "p", entry("ses_1"))!
  writeFileSync(written.file, JSON.stringify({ ...written.entry, owner: { ...DEAD, host: "another" } }))
  expect(claimAbandoned(data.path)).toEqual([])
})

test("a claimant that died is followed by the next", () => {
  using data = folder()
  const written = reserve(data.path, "p", entry("ses_1"))!
  writeFileSync(written.file, JSON.stringify({ ...written.entry, owner: DEAD }))
  writeFileSync(join(data.path, "creating/p/ses_1.1"), JSON.stringify(DEAD))
  expect(claimAbandoned(data.path)).toHaveLength(1)
  expect(files(data.path).toSorted()).toEqual(["creating/p/name.json", "creating/p/ses_1.1", "creating/p/ses_1.2"])
  expect(claimAbandoned(data.path)).toEqual([])
})

test("a file that is no entry is passed over", () => {
  using data = folder()
  const written = reserve(data.path, "p", entry("ses_1"))!
  writeFileSync(written.file, "{")
  expect(claimAbandoned(data.path)).toEqual([])
})

test("a process is told from another one of the same number, and from one that ended", async () => {
  expect(isAlive(self())).toBe(true)
  expect(isAlive({ ...self(), start: "another time" })).toBe(false)
  expect(isAlive(DEAD)).toBe(false)
  const child = Bun.spawn(["sleep", "300"])
  const owner = of(child.pid)!
  expect(isAlive(owner)).toBe(true)
  child.kill("SIGKILL")
  await child.exited
  expect(isAlive(owner)).toBe(false)
})
