/** The texts that are installed: the line for Grok, and the extension for pi, run by what runs them there. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { furnish } from "@ringfence/guard/persistent-cd/fixture"
import { setup as grok } from "../../src/harness/grok.ts"
import { lineFor } from "../../src/harness/install/hooks.ts"
import type { HooksForm } from "../../src/harness/install/setup.ts"
import { extension } from "../../src/harness/pi.ts"
import { readFailures } from "../../src/harness/hook/failures.ts"
import { ROOT, run } from "../support/process.ts"

const LAUNCHER = join(ROOT, "ringfence")

let scene: Scene
/** A launcher in a folder whose name a shell would take apart. */
let awkward: string
beforeAll(() => {
  scene = copyScene()
  const folder = join(scene.tmp, "it's here; (now)")
  mkdirSync(folder)
  awkward = join(folder, "ringfence")
  symlinkSync(LAUNCHER, awkward)
})
afterAll(() => scene.remove())

/** What Grok does before a shell has the line: it puts variables in, and knows defaults. */
function expanded(line: string, env: Readonly<Record<string, string>>): string {
  const filled = line.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => env[name] || otherwise)
  if (/\$/.test(filled)) throw new Error(`a variable without a default: ${filled}`)
  return filled
}

describe("Grok's line", () => {
  const start = (
    env: Readonly<Record<string, string>>,
    cwd: string,
    command: string,
    launcher = LAUNCHER,
    persistentCd = false,
  ) =>
    run(["bash", "-lc", expanded(lineFor("grok", grok.form as HooksForm, { launcher, persistentCd }), env)], {
      cwd,
      env: scene.env,
      stdin: JSON.stringify({ toolInput: { command } }),
    })

  test("goes by the workspace, wherever the hook is started", async () => {
    const { code, stdout } = await start({ GROK_WORKSPACE_ROOT: scene.own }, scene.main, "git merge main")
    expect([code, JSON.parse(stdout).decision]).toEqual([2, "deny"])
    const own = await start({ GROK_WORKSPACE_ROOT: scene.own }, scene.main, "git status")
    expect(own).toEqual({ code: 0, stdout: "", stderr: "" })
  })

  test("goes by the place of the hook where no workspace is told", async () => {
    expect((await start({}, scene.own, "git merge main")).code).toBe(2)
    expect((await start({}, scene.main, "git merge main")).code).toBe(0)
  })

  test("is one line for a shell, whatever the launcher's path", async () => {
    expect((await start({}, scene.own, "git merge main", awkward)).code).toBe(2)
  })

  test("keeps a shell where it is where that was asked for", async () => {
    furnish(scene.main)
    const inMain = { GROK_WORKSPACE_ROOT: scene.main }
    expect((await start(inMain, scene.main, "cd lib")).code).toBe(0)
    const { code, stderr } = await start(inMain, scene.main, "cd lib", LAUNCHER, true)
    expect([code, stderr.split("]")[0]]).toEqual([2, "[persistent-cd"])
  })
})

/** Loads an extension as pi does, in its own kind of process, and hands it one call. */
const HOST = `
import { readFileSync } from "node:fs"
const { default: load } = await import(process.argv[1])
let handler
load({ on: (name, given) => { if (name === "tool_call") handler = given } })
const event = JSON.parse(readFileSync(0, "utf8"))
const answer = await handler(event, { cwd: process.argv[2], hasUI: false })
console.log(JSON.stringify(answer ?? null))
`

describe("pi's extension", () => {
  let count = 0
  async function call(
    event: object,
    { launcher = LAUNCHER, cwd = scene.own, words = ["hook", "pi"] } = {},
  ): Promise<unknown> {
    const file = join(scene.tmp, `ringfence-${++count}.ts`)
    writeFileSync(file, extension(launcher, words))
    const ran = await run([process.execPath, "-e", HOST, file, cwd], {
      cwd,
      env: scene.env,
      stdin: JSON.stringify(event),
    })
    if (ran.code !== 0) throw new Error(ran.stderr)
    return JSON.parse(ran.stdout)
  }
  const bash = (command: string): object => ({
    type: "tool_call",
    toolName: "bash",
    toolCallId: "1",
    input: { command },
  })

  test("blocks with the reason, and lets go on", async () => {
    expect(await call(bash("git merge main"))).toMatchObject({
      block: true,
      reason: expect.stringContaining("[isolated-git/merge]"),
    })
    expect(await call(bash("git status"))).toBeNull()
    expect(await call(bash("git merge main"), { cwd: scene.main })).toBeNull()
    expect(await call(bash("git merge main"), { launcher: awkward })).toMatchObject({ block: true })
  })

  test("keeps a shell where it is where that was asked for", async () => {
    furnish(scene.main)
    expect(await call(bash("cd lib"), { cwd: scene.main })).toBeNull()
    const words = ["hook", "pi", "--persistent-cd"]
    expect(await call(bash("cd lib"), { cwd: scene.main, words })).toMatchObject({
      block: true,
      reason: expect.stringMatching(/^\[persistent-cd\]/),
    })
  })

  test("asks about files too, and not about what only reads", async () => {
    const path = join(scene.main, "README.md")
    expect(await call({ toolName: "write", input: { path, content: "x" } })).toMatchObject({ block: true })
    expect(await call({ toolName: "edit", input: { path, oldText: "a", newText: "b" } })).toMatchObject({ block: true })
    expect(await call({ toolName: "write", input: { path: "src/app.txt", content: "x" } })).toBeNull()
    const asked = join(scene.tmp, "asked")
    const launcher = join(scene.tmp, "asks")
    writeFileSync(launcher, `#!/bin/sh\ntouch '${asked}'\nexit 2\n`)
    chmodSync(launcher, 0o755)
    expect(await call({ toolName: "read", input: { path } }, { launcher })).toBeNull()
    expect(existsSync(asked)).toBe(false)
    expect(await call({ toolName: "bash", input: {} }, { launcher })).toMatchObject({
      block: true,
      reason: "Refused by Ringfence",
    })
    expect(existsSync(asked)).toBe(true)
  })

  test("takes a command that is longer than an argument may be", async () => {
    expect(await call(bash(`git merge main # ${"x".repeat(100_000)}`))).toMatchObject({ block: true })
    expect(await call(bash(`: <<'EOF'\n${"x\n".repeat(60_000)}EOF\ngit status`))).toBeNull()
  })

  test("lets the call through where the launcher is gone, fails, or answers anything else", async () => {
    expect(await call(bash("git merge main"), { launcher: join(scene.tmp, "nowhere") })).toBeNull()
    for (const script of ["exit 1", "exit 127", "kill -9 $$", "echo noise; exit 0", "exec <&-; exit 0"]) {
      const launcher = join(scene.tmp, "fails")
      writeFileSync(launcher, `#!/bin/sh\n${script}\n`)
      chmodSync(launcher, 0o755)
      expect([script, await call(bash("git merge main"), { launcher })]).toEqual([script, null])
    }
    expect(readFailures(scene.env)).toEqual([])
  })

  test("loads in node too", async () => {
    const file = join(scene.tmp, "ringfence.mjs")
    writeFileSync(file, extension(LAUNCHER, ["hook", "pi"]))
    const argv = ["node", "--input-type=module", "-e", HOST, file, scene.own]
    const stdin = JSON.stringify(bash("git merge main"))
    const ran = await run(argv, { cwd: scene.own, env: scene.env, stdin })
    expect(JSON.parse(ran.stdout)).toMatchObject({ block: true })
  })
})
