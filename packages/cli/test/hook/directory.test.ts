/** Whose session it is: its own directory, not where its shell stands or what a call says. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { MOST } from "../../src/harness/hook/sessions.ts"
import { ask, refusal, shapeOf, SHAPES, type Asked } from "./shapes.ts"

/** Refused in the isolated session of `own`, and let through in any other. */
const FOREIGN = "git -C ../main reset -q --hard"

let scene: Scene
const troubles: string[] = []
beforeEach(() => {
  scene = copyScene()
  troubles.length = 0
})
afterEach(() => scene.remove())

const isGuarded = async (client: string, asked: Asked): Promise<boolean> =>
  (await refusal(shapeOf(client), { command: FOREIGN, ...asked }, { env: scene.env, troubles })) !== undefined

const store = (): string => join(scene.data, "hook-sessions")
const records = (): readonly string[] => readdirSync(store()).map((name) => join(store(), name))

describe("a cd to the main checkout does not switch the guard off", () => {
  for (const { name } of SHAPES)
    test(`for ${name}`, async () => {
      expect(await isGuarded(name, { home: scene.own })).toBe(true)
      expect(await isGuarded(name, { home: scene.own, cwd: scene.main })).toBe(true)
      expect(await isGuarded(name, { home: scene.own, cwd: scene.sib, command: "git commit -qm x" })).toBe(
        !name.includes("--command") && !["grok"].includes(name),
      )
    })

  test("by a field of the call", async () => {
    const calls: readonly (readonly [string, string, string])[] = [
      ["gemini", "run_shell_command", "dir_path"],
      ["qwen", "run_shell_command", "directory"],
      ["opencode", "bash", "workdir"],
    ]
    for (const [client, name, field] of calls) {
      const tool = { name, input: { command: "git reset -q --hard", [field]: scene.main } }
      expect([client, await isGuarded(client, { home: scene.own, tool })]).toEqual([client, true])
      const relative = { name, input: { command: "git reset -q --hard", [field]: "../main" } }
      expect([client, await isGuarded(client, { home: scene.own, tool: relative })]).toEqual([client, true])
      const inside = { name, input: { command: "git reset -q --hard", [field]: "src" } }
      expect([client, await isGuarded(client, { home: scene.own, tool: inside })]).toEqual([client, false])
    }
  })

  test("in Codex, where the payload tells the place of the call from the first call on", async () => {
    expect(await isGuarded("codex", { home: scene.own, cwd: scene.main })).toBe(true)
    expect(await isGuarded("codex", { home: scene.main, cwd: scene.own })).toBe(false)
  })
})

describe("what is kept of a session", () => {
  test("holds when it is resumed, and for no other session", async () => {
    expect(await isGuarded("claude", { home: scene.own })).toBe(true)
    expect(await isGuarded("claude", { home: scene.main })).toBe(true)
    expect(await isGuarded("claude", { home: scene.main, session: "session-2" })).toBe(false)
    expect(await isGuarded("gemini", { home: scene.main })).toBe(false)
  })

  test("is kept for each agent", async () => {
    const main = { home: scene.main }
    expect(await isGuarded("claude", main)).toBe(false)
    // An isolated subagent of a session that is not.
    expect(await isGuarded("claude", { home: scene.own, agent: "a1" })).toBe(true)
    expect(await isGuarded("claude", { ...main, agent: "a1" })).toBe(true)
    expect(await isGuarded("claude", { ...main, agent: "a2" })).toBe(false)
    expect(await isGuarded("claude", main)).toBe(false)
  })

  test("holds for a subagent that starts where the shell of its session has gone", async () => {
    expect(await isGuarded("claude", { home: scene.own })).toBe(true)
    expect(await isGuarded("claude", { home: scene.main, agent: "a1" })).toBe(true)
    // A worktree of its own is its own.
    const inOther = { home: scene.sib, agent: "a2", command: "git -C ../own reset -q --hard" }
    expect(await isGuarded("claude", inOther)).toBe(true)
    expect(await isGuarded("claude", { ...inOther, command: "git reset -q --hard" })).toBe(false)
  })

  test("is the first of what many calls at once say", async () => {
    const homes = Array.from({ length: 20 }, (_, at) => (at === 0 ? scene.own : scene.main))
    await Promise.all(homes.map((home) => isGuarded("claude", { home })))
    expect(records()).toHaveLength(1)
    expect(await isGuarded("claude", { home: scene.main })).toBe(true)
  })

  test("is nobody else's to read, and bounded", async () => {
    mkdirSync(store(), { recursive: true })
    for (let at = 0; at < MOST; at++) {
      const file = join(store(), `${at}.json`)
      writeFileSync(file, "{}")
      utimesSync(file, at, at)
    }
    expect(await isGuarded("claude", { home: scene.own })).toBe(true)
    const left = records()
    expect(left.length).toBeLessThan(MOST)
    expect(await isGuarded("claude", { home: scene.main })).toBe(true)
    const own = left.find((file) => statSync(file).mtimeMs > 1e9)!
    expect(statSync(own).mode & 0o077).toBe(0)
    // Old ones go first, and those that are over altogether.
    expect(left).toEqual([own])
  })

  test("lets a call through where it is damaged, and is kept anew", async () => {
    expect(await isGuarded("claude", { home: scene.own })).toBe(true)
    writeFileSync(records()[0]!, '{"first":')
    const asked = { command: FOREIGN, home: scene.own }
    await expect(ask(shapeOf("claude"), asked, { env: scene.env })).rejects.toThrow("damaged")
    expect(await isGuarded("claude", { home: scene.own })).toBe(true)
  })

  test("is done without where it cannot be written", async () => {
    rmSync(scene.data + "/hook-sessions", { recursive: true, force: true })
    writeFileSync(join(scene.data, "hook-sessions"), "")
    expect(await isGuarded("claude", { home: scene.own })).toBe(true)
    expect(troubles.join()).toContain("cannot be kept")
  })
})

describe("Claude's worktree tools", () => {
  const enter = (more: Partial<Asked> = {}): Asked => ({
    home: scene.main,
    event: "PostToolUse",
    tool: { name: "EnterWorktree", input: { name: "own" } },
    ...more,
  })
  const event = (asked: Asked) => ask(shapeOf("claude"), asked, { env: scene.env })

  test("move the session, as the answer tells or as the next call shows", async () => {
    for (const [session, response] of [
      ["told", { worktreePath: scene.own }],
      ["shown", "Created a worktree"],
    ] as const) {
      expect(await isGuarded("claude", { home: scene.main, session })).toBe(false)
      expect(await event(enter({ session, response }))).toEqual({ code: 0, stdout: "", stderr: "" })
      expect(await isGuarded("claude", { home: scene.own, session })).toBe(true)
      expect(await isGuarded("claude", { home: scene.main, session })).toBe(true)
      await event(enter({ session, tool: { name: "ExitWorktree", input: {} } }))
      expect(await isGuarded("claude", { home: scene.main, session })).toBe(false)
    }
  })

  test("do not take a session out of isolation", async () => {
    expect(await isGuarded("claude", { home: scene.own })).toBe(true)
    await event(enter({ response: { worktreePath: scene.main } }))
    expect(await isGuarded("claude", { home: scene.main })).toBe(true)
    await event(enter({ home: scene.main, tool: { name: "ExitWorktree", input: {} } }))
    expect(await isGuarded("claude", { home: scene.main })).toBe(true)
  })

  test("count after the call only, and a shell command of that name does not", async () => {
    expect(await isGuarded("claude", { home: scene.main })).toBe(false)
    await event(enter({ event: "PreToolUse", response: { worktreePath: scene.own } }))
    await event(enter({ tool: { name: "Bash", input: { command: "EnterWorktree" } }, response: { path: scene.own } }))
    expect(await isGuarded("claude", { home: scene.main })).toBe(false)
  })
})
