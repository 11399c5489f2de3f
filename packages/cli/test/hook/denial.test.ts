/** What follows a denial: lifts of a person are honoured, and the log knows of it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { furnish } from "@ringfence/guard/persistent-cd/fixture"
import { readFailures } from "../../src/harness/hook/failures.ts"
import { readModules, loadedPackages } from "../support/imports.ts"
import { ringfence, ROOT, run } from "../support/process.ts"
import { ask, askForReal, refusal, shapeOf } from "./shapes.ts"

let scene: Scene
beforeEach(() => {
  scene = copyScene()
})
afterEach(() => scene.remove())

interface Created {
  readonly id: string
  readonly directory: string
}

async function ours<A>(cwd: string, ...argv: readonly string[]): Promise<A> {
  const { code, stdout, stderr } = await ringfence([...argv, "--json"], { cwd, env: scene.env })
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as A
}

const create = (): Promise<Created> => ours(scene.main, "session", "create", "--isolate", "Fix it")
const claude = shapeOf("claude")
const isRefused = async (home: string, command: string, env: Scene["env"] = scene.env): Promise<boolean> =>
  (await refusal(claude, { command, home }, { env })) !== undefined

interface Logged {
  readonly kind: string
  readonly code?: string
  readonly session?: string
  readonly command?: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly times: number
}

const log = (...argv: readonly string[]): Promise<readonly Logged[]> => ours(scene.main, "log", ...argv)

describe("lifts", () => {
  test("for one time are used up by one call, in whichever client", async () => {
    const { id, directory } = await create()
    expect(await isRefused(directory, "git merge main")).toBe(true)
    await ours(scene.main, "session", "grant-approval", id, "--rule", "isolated-git/merge", "--once")
    const calls = await Promise.all(
      ["codex", "pi", "copilot", "claude"].map((name) =>
        refusal(shapeOf(name), { command: "git merge main", home: directory }, { env: scene.env }),
      ),
    )
    expect(calls.filter((reason) => reason === undefined)).toHaveLength(1)
    expect((await log()).filter(({ kind }) => kind === "lift")).toMatchObject([
      { code: "isolated-git/merge", session: id },
    ])
  }, 60_000)

  test("that last go on, and lift nothing else", async () => {
    const { id, directory } = await create()
    await ours(scene.main, "session", "grant-approval", id, "--rule", "isolated-git/merge", "--for", "1h")
    expect(await isRefused(directory, "git merge main")).toBe(false)
    expect(await isRefused(directory, "git merge main")).toBe(false)
    expect(await isRefused(directory, "git merge main; git branch -D feat/other")).toBe(true)
    // It was for that session.
    expect(await isRefused(scene.own, "git merge main", { ...scene.env, RINGFENCE_SESSION: "ses_nobody" })).toBe(true)
    await ours(scene.main, "session", "revoke", id)
    expect(await isRefused(directory, "git merge main")).toBe(true)
  }, 60_000)

  test("for a session that shares its directory, by its name", async () => {
    furnish(scene.main)
    const { id } = await ours<Created>(scene.main, "session", "create", "At home")
    const env = { ...scene.env, RINGFENCE_SESSION: id }
    expect(await isRefused(scene.main, "cd lib", env)).toBe(true)
    await ours(scene.main, "session", "grant-approval", id, "--rule", "persistent-cd", "--for", "1h")
    expect(await isRefused(scene.main, "cd lib", env)).toBe(false)
    expect(await isRefused(scene.main, "cd lib")).toBe(true)
  }, 60_000)

  test("of a session that was named do not help one that stands elsewhere", async () => {
    const [one, other] = [await create(), await create()]
    await ours(scene.main, "session", "grant-approval", one.id, "--rule", "isolated-git/merge", "--for", "1h")
    expect(await isRefused(other.directory, "git merge main", { ...scene.env, RINGFENCE_SESSION: one.id })).toBe(true)
  }, 60_000)
})

describe("the log", () => {
  test("is begun by the first denial, counts repeats, and holds no data", async () => {
    expect(await isRefused(scene.own, "git merge -m 'a secret' main")).toBe(true)
    expect(await isRefused(scene.own, "git merge -m 'a secret' main")).toBe(true)
    const [entry, ...more] = await log("--denied")
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      kind: "denial",
      code: "isolated-git/merge",
      command: "git merge -m … main",
      times: 2,
      detail: { client: "claude", directory: scene.own },
    })
  })

  test("names the session, and the file of a file tool", async () => {
    const { id, directory } = await create()
    const tool = { name: "Write", input: { file_path: join(scene.main, "README.md"), content: "a secret" } }
    expect(await refusal(claude, { tool, home: directory }, { env: scene.env })).toBeDefined()
    expect(await log("--denied", "--session", id)).toMatchObject([
      { session: id, code: "isolated-git/foreign-worktree", command: `write ${scene.main}/README.md` },
    ])
  }, 60_000)

  test("counts denials of many processes at once", async () => {
    await isRefused(scene.own, "git merge main")
    const asked = { command: "git merge main", home: scene.own }
    const ran = await Promise.all(Array.from({ length: 6 }, () => askForReal(claude, asked, scene.env)))
    expect(ran.map(({ code }) => code)).toEqual(Array(6).fill(2))
    expect(readFailures(scene.env)).toEqual([])
    const found = await log("--denied")
    expect(found.reduce((sum, { times }) => sum + times, 0)).toBe(7)
  }, 60_000)

  test("that cannot be had changes no verdict", async () => {
    mkdirSync(join(scene.data, "ringfence.db"), { recursive: true })
    const troubles: string[] = []
    const asked = { command: "git merge main", home: scene.own }
    expect((await ask(claude, asked, { env: scene.env, troubles })).code).toBe(2)
    expect(troubles).toHaveLength(1)
  })

  test("of a newer version is left alone", async () => {
    await isRefused(scene.own, "git merge main")
    const database = join(scene.data, "ringfence.db")
    const raise = `const s = new (require("bun:sqlite").Database)(${JSON.stringify(database)}); s.run("PRAGMA user_version = 999")`
    expect((await run([process.execPath, "-e", raise])).code).toBe(0)
    const troubles: string[] = []
    const asked = { command: "git merge main", home: scene.own }
    expect((await ask(claude, asked, { env: scene.env, troubles })).code).toBe(2)
    expect(troubles.join()).toContain("newer version")
  })
})

test("neither the hook nor what follows a denial loads Effect", async () => {
  const modules = await readModules(ROOT)
  const effect = (specifier: string): boolean => /^@?effect(\/|$)/.test(specifier)
  const hook = modules.map(({ path }) => path).filter((path) => /cli\/src\/(hook\.ts|harness\/hook\/)/.test(path))
  const loaded = [...loadedPackages(modules, [...hook, "packages/opencode/src/ledger/index.ts"])]
  expect(loaded.filter(effect)).toEqual([])
  expect(loaded).toContain("@ringfence/guard/settings")
  // The grammar's and the host's code comes with the first call that needs it.
  const start = [...loadedPackages(modules, ["packages/cli/src/harness/hook/run.ts"])]
  expect(start.filter((name) => /^@ringfence\/(guard|opencode\/.*)$/.test(name))).toEqual([])
})
