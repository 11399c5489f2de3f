import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isHeadless } from "../../src/plugin/asks.ts"
import { writesOf } from "../../src/plugin/file-tools.ts"
import { loadGuard, Watch, type Parts } from "../../src/plugin/guard.ts"
import type { Host } from "../../src/plugin/host.ts"
import type { Hosted, Opencode } from "../../src/plugin/opencode.ts"
import { Trouble, type Problem } from "../../src/plugin/trouble.ts"
import { Home } from "./opencode.ts"

const folder = mkdtempSync(join(tmpdir(), "ringfence-parts-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("what file tools write", () => {
  test("write and edit: one file, with what is known of its content", () => {
    expect(writesOf("write", { filePath: "a", content: "y" })).toEqual([{ path: "a", content: "y" }])
    const edit = { filePath: "/a", oldString: "x", newString: "y" }
    expect(writesOf("edit", edit)).toEqual([{ path: "/a", edits: [{ before: "x", after: "y", all: false }] }])
    expect(writesOf("edit", { ...edit, replaceAll: true })).toMatchObject([{ edits: [{ all: true }] }])
    expect(writesOf("edit", { filePath: "/a" })).toEqual([{ path: "/a" }])
  })
  test("apply_patch: every file that a header names; deleted and moved ones go", () => {
    const headers = ["Add File: a", "Update File: b", "Move to: c", "Delete File: d e", "Update File: f"]
    const patchText = ["*** Begin Patch", ...headers.map((header) => `*** ${header}\n+*** Add File: data`)].join("\n")
    expect(writesOf("apply_patch", { patchText })).toMatchObject([
      { path: "a", deletes: false, content: "*** Add File: data\n" },
      { path: "b", deletes: true },
      { path: "c", deletes: false },
      { path: "d e", deletes: true },
      { path: "f", deletes: false },
    ])
  })
  test("other tools are none", () => {
    for (const tool of ["read", "bash", "toString", "__proto__"])
      expect(writesOf(tool, { filePath: "/a" })).toBeUndefined()
  })
})

describe("an edit is judged by what the file holds afterwards", () => {
  const home = new Home()
  const directory = join(home.main, ".worktrees/child")
  home.sh(home.main, `git worktree add -q ${directory}`)
  const file = join(directory, "opencode.json")
  writeFileSync(file, '{"plugin": ["/srv/checkout/packages/opencode"], "theme": "dark"}')
  afterAll(() => home.remove())
  const session: Hosted = { id: "ses_1", projectID: "p", directory, title: "t" }
  const opencode = { session: async () => session, chain: async () => [session] } as unknown as Opencode
  const told: string[] = []
  const host = async () => ({ lifts: async () => [], denied: async () => {} }) as unknown as Host
  const watch = new Watch({ opencode, host, load: loadGuard, trouble: (...why) => told.push(why.join(": ")) })
  const call = (tool: string, args: Readonly<Record<string, unknown>>) =>
    watch.before({ tool, sessionID: "ses_1", callID: "call_1" }, args)
  const edit = (oldString: string, newString: string) => call("edit", { filePath: file, oldString, newString })

  test("one that leaves the guard's own entry is let through", async () => {
    await edit("dark", "light")
    expect(told).toEqual([])
  })
  test("one that takes it out is refused", async () => {
    await expect(edit('["/srv/checkout/packages/opencode"]', "[]")).rejects.toThrow("[self/guard-settings]")
    expect(told).toEqual([])
  })
  test("one in the git directory that all share is refused", async () => {
    const filePath = join(home.main, ".git/config")
    await expect(call("edit", { filePath, oldString: "a", newString: "b" })).rejects.toThrow("[isolated-git/")
    await expect(call("write", { filePath, content: "" })).rejects.toThrow("[isolated-git/")
    expect(told).toEqual([])
  })
})

test("a cd that stays is refused where that was asked for, in a marked checkout", async () => {
  const home = new Home()
  home.sh(home.main, "mkdir -p bin lib; touch AGENTS.md")
  const session: Hosted = { id: "ses_1", projectID: "p", directory: home.main, title: "t" }
  const opencode = { session: async () => session, chain: async () => [session] } as unknown as Opencode
  const host = async () => ({ lifts: async () => [], denied: async () => {} }) as unknown as Host
  const parts = { opencode, host, load: loadGuard, trouble: (...why: unknown[]) => expect(why).toEqual([]) }
  const call = (command: string, persistentCd?: boolean) =>
    new Watch({ ...parts, ...(persistentCd ? { persistentCd } : {}) }).before(
      { tool: "bash", sessionID: "ses_1", callID: "call_1" },
      { command },
    )
  try {
    await call("cd lib && ls")
    await call("(cd lib && ls)", true)
    await expect(call("cd lib && ls", true)).rejects.toThrow("[persistent-cd]")
  } finally {
    home.remove()
  }
})

test("what cannot be read is left to the fence, once opencode hands on what a command is given", async () => {
  const home = new Home()
  const directory = join(home.main, ".worktrees/child")
  home.sh(home.main, `git worktree add -q ${directory} && git branch other`)
  const session: Hosted = { id: "ses_1", projectID: "p", directory, title: "t" }
  const opencode = { session: async () => session, chain: async () => [session] } as unknown as Opencode
  const told: string[] = []
  const host = async () => ({ lifts: async () => [], denied: async () => {} }) as unknown as Host
  const watch = new Watch({ opencode, host, load: loadGuard, trouble: (...why) => told.push(why.join(": ")) })
  const run = (callID: string, command: string) =>
    watch.before({ tool: "bash", sessionID: "ses_1", callID }, { command })
  const unread = 'git branch -f "$(head -1 names)" HEAD'

  await expect(run("call_1", unread)).rejects.toThrow("[isolated-git/unreadable-operand]")
  await run("call_2", "make")
  const fence = await watch.fence("call_2", watch.ran("call_2")!, process.env)
  expect(fence["PATH"]).toStartWith(join(home.main, ".git/worktrees/child/ringfence/bin:"))
  await run("call_3", unread)
  await expect(run("call_4", `env -i ${unread}`)).rejects.toThrow("[isolated-git/unreadable-operand]")
  expect(told).toEqual([])
  home.remove()
})

describe("nobody can be asked", () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ["run do it", true],
    ["--print-logs run do it", true],
    ["--log-level DEBUG run --format json do it", true],
    ["run --auto do it", false],
    ["run -i", false],
    ["run --yolo do it", false],
    ["run --dangerously-skip-permissions do it", false],
    ["github run", true],
    ["run --interactive do it", false],
    ["serve --port 1", false],
    ["serve run", false],
    ["/some/folder --prompt run", false],
    ["acp", false],
    ["", false],
    ["/some/folder", false],
  ]
  for (const [line, expected] of cases)
    test(`opencode ${line}`, () =>
      expect(isHeadless(["bun", "index.js", ...line.split(" ").filter(Boolean)])).toBe(expected))
})

describe("a failure of ours", () => {
  const session: Hosted = { id: "ses_1", projectID: "p", directory: folder, title: "t" }
  const opencode = { session: async () => session, chain: async () => [session] } as unknown as Opencode
  const broken = async (): Promise<never> => {
    throw new Error("broken")
  }
  const watchOf = (parts: Partial<Parts>, told: string[]): Watch =>
    new Watch({ opencode, host: broken, load: loadGuard, trouble: (what) => told.push(what), ...parts })
  const call = { tool: "bash", sessionID: "ses_1", callID: "call_1" }

  test("lets the call pass where the guard does not load", async () => {
    const told: string[] = []
    await watchOf({ load: broken }, told).before(call, { command: "git rebase main" })
    expect(told).toEqual(["a call was not judged"])
  })
  test("lets the call pass where opencode does not say what the session is", async () => {
    const told: string[] = []
    const silent = { session: broken } as unknown as Opencode
    await watchOf({ opencode: silent }, told).before(call, { command: "git rebase main" })
    expect(told).toEqual(["a call was not judged"])
  })
  test("is told to a person once, stands where doctor looks, and goes with a start that has none", () => {
    const file = join(folder, "deep", "problem.json")
    const toasts: string[] = []
    const trouble = new Trouble(async (message) => void toasts.push(message), file)
    trouble.report("a call was not judged", new Error("broken"))
    trouble.report("a call was not judged", new Error("broken"))
    expect(toasts).toEqual(["Ringfence: a call was not judged: broken. Run ringfence doctor."])
    const problem = JSON.parse(readFileSync(file, "utf8")) as Problem
    expect(problem).toMatchObject({ what: "a call was not judged", message: "broken" })
    trouble.cleared()
    expect(existsSync(file)).toBe(true)
    new Trouble(async () => {}, file).cleared()
    expect(existsSync(file)).toBe(false)
  })
  test("a person who cannot be told and a file that cannot be written are no failure", () => {
    const trouble = new Trouble(() => Promise.reject(new Error("no screen")), join("/dev/null", "x", "y"))
    trouble.report("a call was not judged", "broken")
    trouble.cleared()
  })
})
