/** `ringfence sh` as a process: a shell in all but what it refuses to start. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { commandText } from "../../src/harness/hook/shell.ts"
import { ringfence, ROOT, run, type Call } from "../support/process.ts"

let scene: Scene
beforeAll(() => {
  scene = copyScene()
})
afterAll(() => scene.remove())

const call = (call: Call = {}): Call => ({
  cwd: scene.own,
  ...call,
  env: { ...scene.env, SHELL: "/bin/bash", ...call.env },
})
const shell = (words: readonly string[], given?: Call) => ringfence(["sh", ...words], call(given))

describe("the text of -c", () => {
  const texts: readonly (readonly [readonly string[], string | undefined])[] = [
    [["-c", "x"], "x"],
    [["-lc", "x", "name", "y"], "x"],
    [["-l", "-c", "x"], "x"],
    [["-c", "-l", "x"], "x"],
    [["-euo", "pipefail", "-c", "x"], "x"],
    [["-ceuo", "pipefail", "x"], "x"],
    [["+o", "posix", "-c", "x"], "x"],
    [["-O", "extglob", "-c", "x"], "x"],
    [["--norc", "--rcfile", "/dev/null", "-c", "x"], "x"],
    [["-c", "--", "-x"], "-x"],
    [["-c"], undefined],
    [["-s"], undefined],
    [["-il"], undefined],
    [["script", "-c", "x"], undefined],
    [["--", "script", "-c"], undefined],
    [[], undefined],
  ]
  for (const [words, text] of texts) {
    test(JSON.stringify(words), async () => {
      expect(commandText(words)).toBe(text)
      if (text === undefined) return
      // bash itself says which word it runs.
      const [first] = words.map((word) => (word === text ? "printf ran" : word)).includes("printf ran") ? [true] : []
      const ran = await run(["/bin/bash", ...words.map((word) => (word === text ? "printf ran" : word))])
      expect([first, ran.stdout]).toEqual([true, "ran"])
    })
  }
})

test("what is refused starts nothing: the reason on stderr, exit 2", async () => {
  const { code, stdout, stderr } = await shell(["-lc", "touch sentinel; git merge main"])
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toStartWith("Blocked in an isolated child session: git merge main\n")
  expect(existsSync(join(scene.own, "sentinel"))).toBe(false)
})

test("git in a script, which the text does not show, is behind the session's fence", async () => {
  writeFileSync(join(scene.own, "land.sh"), "git update-ref refs/heads/main HEAD\n")
  const { code, stderr } = await shell(["-c", "sh ./land.sh"])
  expect(code).toBe(128)
  expect(stderr).toStartWith("Blocked in an isolated child session: git update-ref refs/heads/main HEAD\n")
  const script = await shell(["./land.sh"])
  expect(script).toMatchObject({ code: 128, stderr })
})

test("what is allowed is the real shell's: words, input, exit code, and its own process", async () => {
  const text = 'read line; echo "$0 $1 $line $BASH_VERSION"; exit 7'
  const ran = await shell(["-c", text, "name", "one"], { stdin: "typed\n" })
  expect(ran).toMatchObject({ code: 7, stderr: "" })
  expect(ran.stdout).toMatch(/^name one typed \d/)
  expect((await shell(["-c", "echo no >&2; exit 2"])).stderr).toBe("no\n")
})

test("input and scripts are passed on", async () => {
  expect(await shell([], { stdin: "echo by input\n" })).toEqual({ code: 0, stdout: "by input\n", stderr: "" })
  expect(await shell(["-s", "x"], { stdin: 'echo "$1"\n' })).toEqual({ code: 0, stdout: "x\n", stderr: "" })
})

test("the session decides, not where the shell stands", async () => {
  const elsewhere = { cwd: scene.main, env: { RINGFENCE_SESSION: "ses_1", RINGFENCE_WORKTREE: scene.own } }
  expect(await shell(["-c", "git commit --allow-empty -m x"], elsewhere)).toMatchObject({ code: 2, stdout: "" })
  expect(await shell(["-c", "git rev-parse --is-inside-work-tree"], { cwd: scene.main })).toMatchObject({ code: 0 })
})

describe("the real shell", () => {
  const which = 'echo "${BASH_VERSION:+bash}"'

  test("RINGFENCE_SHELL before SHELL, else /bin/sh; never ourselves, by whatever name", async () => {
    const link = join(scene.tmp, "ringfence-sh")
    symlinkSync(join(ROOT, "ringfence"), link)
    const plain = await run(["/bin/sh", "-c", which])
    const expected: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [{ SHELL: "/bin/sh", RINGFENCE_SHELL: "/bin/bash" }, "bash\n"],
      [{ SHELL: link, RINGFENCE_SHELL: join(ROOT, "ringfence") }, plain.stdout],
      [{ SHELL: "bash" }, plain.stdout],
      [{ SHELL: "/no/such" }, plain.stdout],
    ]
    for (const [env, stdout] of expected) {
      const ran = await run([link, "-c", which], call({ env }))
      expect(ran).toEqual({ code: 0, stdout, stderr: "" })
    }
  })
})

test("what of ours does not work lets the shell start, and is written down", async () => {
  const copy = join(scene.tmp, "copy")
  await run(["sh", "-c", 'mkdir -p "$1/scripts" && cp ringfence "$1" && cp scripts/*.sh "$1/scripts"', "sh", copy])
  const data = join(scene.tmp, "front-data")
  const ran = await run([join(copy, "ringfence"), "sh", "-c", "echo on"], call({ env: { RINGFENCE_DATA: data } }))
  expect(ran).toEqual({ code: 0, stdout: "on\n", stderr: "" })
  expect(readFileSync(join(data, "hook-failures"), "utf8")).toContain("Bun is not installed")
})
