/** The hook as clients start it: a process of its own, and whatever can go wrong with one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { furnish } from "@ringfence/guard/persistent-cd/fixture"
import { LARGEST, readFailures, recordFailure } from "../../src/harness/hook/failures.ts"
import { LARGEST_PAYLOAD, readPayload } from "../../src/harness/hook/input.ts"
import { cleanEnvironment, ROOT, run, type Finished } from "../support/process.ts"
import { brokenCheckout } from "./checkout.ts"
import { askForReal, SHAPES, shapeOf, type Asked } from "./shapes.ts"

const LAUNCHER = join(ROOT, "ringfence")
const NOTHING: Finished = { code: 0, stdout: "", stderr: "" }

let scene: Scene
beforeAll(() => {
  scene = copyScene()
})
afterAll(() => scene.remove())
afterEach(() => rmSync(join(scene.data, "hook-failures"), { force: true }))

const failures = (): readonly string[] => readFailures(scene.env).map(({ client, what }) => `${client}: ${what}`)

/** Refused by the guard, and only with its grammar. */
const DENIED = "for b in main; do git branch -D $b; done"

const payload = (more: object = {}): string =>
  JSON.stringify({
    session_id: "s",
    cwd: scene.own,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: DENIED },
    ...more,
  })

const hook = (stdin: string | Uint8Array, more: { argv?: readonly string[]; launcher?: string; cwd?: string } = {}) =>
  run([more.launcher ?? LAUNCHER, "hook", ...(more.argv ?? ["claude"])], {
    cwd: more.cwd ?? scene.own,
    env: scene.env,
    stdin,
  })

describe("each client", () => {
  for (const shape of SHAPES)
    test(`${shape.name} is refused, and let go on`, async () => {
      const asked: Asked = { command: DENIED, home: scene.own }
      const refused = await askForReal(shape, asked, scene.env)
      expect(shape.refusal(refused as Parameters<typeof shape.refusal>[0])).toContain("[isolated-git/foreign-branch]")
      expect(await askForReal(shape, { ...asked, command: "git status" }, scene.env)).toEqual(NOTHING)
      expect(failures()).toEqual([])
    })

  test("asks for persistent-cd by an option", async () => {
    furnish(scene.main)
    const asked = { command: "cd lib", home: scene.main, session: "in-main" }
    expect(await askForReal(shapeOf("codex"), asked, scene.env)).toEqual(NOTHING)
    const { code, stderr } = await askForReal(shapeOf("codex"), asked, scene.env, "--persistent-cd")
    expect([code, stderr.split("]")[0]]).toEqual([2, "[persistent-cd"])
  })
})

describe("what cannot be judged goes on, in silence, and is written down", () => {
  const cases: readonly (readonly [string, () => string | Uint8Array, string])[] = [
    ["nothing on stdin", () => "", "claude: Unreadable: nothing came on stdin"],
    ["blanks", () => " \n", "claude: Unreadable: nothing came on stdin"],
    ["half of a payload", () => payload().slice(0, -5), "claude: Unreadable: what came on stdin is not JSON"],
    ["a payload and more", () => `${payload()} x`, "claude: Unreadable: what came on stdin is not JSON"],
    [
      "bytes of no text",
      () => new Uint8Array([0xff, 0x00, 0xfe]),
      "claude: Unreadable: what came on stdin is not JSON",
    ],
    ["a list", () => "[]", "claude: Unreadable: the payload of claude is not a JSON object"],
    ["null", () => "null", "claude: Unreadable: the payload of claude is not a JSON object"],
    [
      "no input",
      () => payload({ tool_input: undefined }),
      "claude: Unreadable: the payload of claude has no tool_input",
    ],
    ["no tool", () => payload({ tool_name: undefined }), "claude: Unreadable: the payload of claude names no tool"],
    ["no command", () => payload({ tool_input: {} }), "claude: Unreadable: a shell tool was called without a command"],
    [
      "10 MB",
      () => payload({ tool_input: { command: `${DENIED} # ${"x".repeat(10_000_000)}` } }),
      `claude: Error: the payload is longer than ${LARGEST_PAYLOAD} bytes`,
    ],
  ]
  for (const [about, stdin, failure] of cases)
    test(about, async () => {
      expect(await hook(stdin())).toEqual(NOTHING)
      expect(failures()).toEqual([failure])
    })

  for (const client of ["copilot", "gemini", "codex", "grok"])
    test(`for ${client}, which takes other codes for a no`, async () => {
      expect(await hook("{", { argv: [client] })).toEqual(NOTHING)
      expect(failures()).toEqual([`${client}: Unreadable: what came on stdin is not JSON`])
    })

  test("a command line of another version", async () => {
    expect(await hook(payload(), { argv: ["claude", "--not-yet-known", "x"] })).toEqual(NOTHING)
    expect(await hook(payload(), { argv: ["claude", "two"] })).toEqual(NOTHING)
    expect(failures()).toEqual(Array(2).fill("claude: Error: the command line of the hook is not understood"))
  })

  test("a closed stdin", async () => {
    const ran = await run(["sh", "-c", 'exec "$0" hook claude <&-', LAUNCHER], { cwd: scene.own, env: scene.env })
    expect(ran).toEqual(NOTHING)
    expect(failures()).toHaveLength(1)
  })

  test("what was kept of the session is damaged", async () => {
    expect((await hook(payload())).code).toBe(2)
    const folder = join(scene.data, "hook-sessions")
    for (const name of new Bun.Glob("*").scanSync(folder)) writeFileSync(join(folder, name), "{}")
    expect(await hook(payload())).toEqual(NOTHING)
    expect(failures().join()).toContain("is damaged")
    expect((await hook(payload())).code).toBe(2)
  })

  test("and where it cannot be written down either, it goes on all the same", async () => {
    const file = join(scene.tmp, "no-folder")
    writeFileSync(file, "")
    const env = { ...scene.env, RINGFENCE_DATA: join(file, "data") }
    expect(await run([LAUNCHER, "hook", "claude"], { cwd: scene.own, env, stdin: "{" })).toEqual(NOTHING)
  })
})

describe("stdin that is not closed", () => {
  const open = (text: string): ReadableStream<Uint8Array> =>
    new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(text)) })

  test("is no trouble where the payload is whole", async () => {
    expect(await readPayload(open('{"a":{}}\n'))).toBe('{"a":{}}\n')
    const child = Bun.spawn([LAUNCHER, "hook", "claude"], {
      cwd: scene.own,
      env: { ...cleanEnvironment(), ...scene.env },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    })
    child.stdin.write(payload())
    child.stdin.flush()
    expect(await child.exited).toBe(2)
    child.stdin.end()
  })

  test("ends the wait after a while", async () => {
    await expect(readPayload(open('{"a":'), 20)).rejects.toThrow("not closed")
    const child = Bun.spawn([LAUNCHER, "hook", "copilot"], {
      cwd: scene.own,
      env: { ...cleanEnvironment(), ...scene.env },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    })
    child.stdin.write('{"a":')
    child.stdin.flush()
    expect([await child.exited, await child.stdout.text(), await child.stderr.text()]).toEqual([0, "", ""])
    child.stdin.end()
    expect(failures()).toEqual(["copilot: Error: stdin was not closed, and no payload came to its end"])
  })

  test("pieces make one payload, signs of several bytes included", async () => {
    const bytes = Buffer.from('{"a":"ü}"}')
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    expect(await readPayload(stream)).toBe('{"a":"ü}"}')
  })
})

describe("a missing part of ours", () => {
  let count = 0
  const broken = (...without: readonly string[]): string =>
    join(brokenCheckout(join(scene.root, `broken-${++count}`), ...without), "ringfence")

  test("none: a copy refuses as well", async () => {
    expect((await hook(payload(), { launcher: broken() })).code).toBe(2)
  })

  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["the grammar", "node_modules/tree-sitter-bash/tree-sitter-bash.wasm", /^claude: .*tree-sitter-bash/],
    ["a file of the guard", "packages/guard/src/analyze.ts", /^claude: .*analyze/],
    ["a file of the hook", "packages/cli/src/harness/claude.ts", /^claude: .*claude/],
    ["its beginning", "packages/cli/src/harness/hook/run.ts", /^claude: .*run/],
    ["its program", "packages/cli/src/hook.ts", /^launcher: the program of the hook is missing$/],
  ]
  for (const [about, path, failure] of cases)
    test(about, async () => {
      expect(await hook(payload(), { launcher: broken(path) })).toEqual(NOTHING)
      expect(failures()).toHaveLength(1)
      expect(failures()[0]).toMatch(failure)
    })

  test("Bun, which is not installed here and now", async () => {
    const launcher = broken()
    rmSync(join(launcher, "../node_modules"), { recursive: true })
    expect(await hook(payload(), { launcher })).toEqual(NOTHING)
    expect(failures()).toEqual(["launcher: Bun is not installed: run ringfence once"])
  })

  for (const [about, program, code] of [
    ["crashes", "process.exit(1)", "1"],
    ["is killed", 'process.kill(process.pid, "SIGKILL"); await Bun.sleep(1e6)', "137"],
  ])
    test(`a process that ${about}`, async () => {
      const launcher = broken()
      writeFileSync(join(launcher, "../packages/cli/src/hook.ts"), program!)
      const { code: ended, stdout } = await hook(payload(), { launcher })
      expect([ended, stdout]).toEqual([0, ""])
      expect(failures()).toEqual([`launcher: the hook ended with ${code}`])
    })

  test("the database, without which nothing is lifted and a no is a no", async () => {
    const database = join(scene.data, "ringfence.db")
    const before = readFileSync(database)
    rmSync(database)
    mkdirSync(database)
    expect((await hook(payload())).code).toBe(2)
    expect(failures()).toHaveLength(1)
    rmSync(database, { recursive: true })
    writeFileSync(database, before)
  })
})

describe("the folder that it is started in has no say", () => {
  test("by bunfig.toml, .env, a tsconfig.json or packages of the same names", async () => {
    const marker = join(scene.tmp, "was-here")
    const trap = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, ""); process.exit(0)`
    writeFileSync(join(scene.own, "trap.js"), trap)
    writeFileSync(join(scene.own, "bunfig.toml"), 'preload = ["./trap.js"]\n')
    writeFileSync(join(scene.own, ".env"), `RINGFENCE_DATA=/nowhere\nBUN_OPTIONS=--preload=./trap.js\n`)
    writeFileSync(join(scene.own, "tsconfig.json"), '{"compilerOptions":{"paths":{"*":["./trap.js"]}}}')
    mkdirSync(join(scene.own, "node_modules/@ringfence/guard"), { recursive: true })
    writeFileSync(join(scene.own, "node_modules/@ringfence/guard/index.js"), trap)
    expect((await hook(payload())).code).toBe(2)
    expect(await Bun.file(marker).exists()).toBe(false)
  })

  test("nor in the other commands", async () => {
    const { code, stdout } = await run([LAUNCHER, "check", DENIED], { cwd: scene.own, env: scene.env })
    expect([code, stdout]).toEqual([2, "deny isolated-git/foreign-branch\n"])
  })

  test("by variables that load something into Bun", async () => {
    const env = { ...scene.env, BUN_OPTIONS: `--preload=${join(scene.own, "trap.js")}` }
    expect((await run([LAUNCHER, "hook", "claude"], { cwd: scene.own, env, stdin: payload() })).code).toBe(2)
  })

  test("by not being there", async () => {
    const gone = join(scene.tmp, "gone")
    mkdirSync(gone)
    const script = 'cd "$1" && rmdir "$1" && exec "$0" hook claude'
    const ran = await run(["sh", "-c", script, LAUNCHER, gone], { env: scene.env, stdin: payload() })
    expect(ran.code).toBe(2)
  })
})

describe("the record of failures", () => {
  test("is bounded, keeps the latest, and holds nothing of what was typed", async () => {
    for (let at = 0; at < 1200; at++) recordFailure(scene.env, "claude", new Error(`${at} ${"x".repeat(500)}`))
    expect(readFileSync(join(scene.data, "hook-failures")).length).toBeLessThan(LARGEST + 2000)
    expect(failures().at(-1)).toStartWith("claude: Error: 1199 xxx")
    rmSync(join(scene.data, "hook-failures"))
    await hook(`{"secret": "${"s3cret"}", "tool_input": `)
    expect(readFileSync(join(scene.data, "hook-failures"), "utf8")).not.toContain("s3cret")
  })

  test("is read as far as it can be", () => {
    writeFileSync(join(scene.data, "hook-failures"), '{"time":1,"client":"a","what":"b"}\nhalf {\n{"time":"x"}\n')
    expect(failures()).toEqual(["a: b"])
    chmodSync(join(scene.data, "hook-failures"), 0o600)
    rmSync(join(scene.data, "hook-failures"))
    expect(failures()).toEqual([])
  })
})

test("a person can ask for help", async () => {
  const { code, stdout } = await run([LAUNCHER, "hook", "--help"], { env: scene.env })
  expect([code, stdout.includes("--command")]).toEqual([0, true])
})
