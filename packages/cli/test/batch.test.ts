/** `ringfence check --batch` as a process. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { createScene, removeScene, type Scene } from "../src/command/demo/scene.ts"
import { cleanEnvironment, ringfence, ROOT, run } from "./support/process.ts"

let scene: Scene

beforeAll(async () => {
  scene = await createScene()
})

afterAll(() => removeScene(scene))

async function batch(lines: readonly string[], argv: readonly string[] = []) {
  const { code, stdout, stderr } = await ringfence(["check", "--batch", ...argv], {
    stdin: lines.join("\n"),
    env: scene.env,
  })
  expect(stderr).toBe("")
  return { code, lines: stdout === "" ? [] : stdout.trimEnd().split("\n") }
}

const request = (id: unknown, command: string, more: object = {}): string =>
  JSON.stringify({ id, command, directory: scene.child, ...more })

test("one answer a line, in the same order", async () => {
  const commands = ["git status", "git rebase main", "git commit -m x", "git branch -D release"]
  const many = Array.from({ length: 1000 }, (_, index) => request(index, commands[index % 4]!))
  const { code, lines } = await batch([...many, ""])
  expect(code).toBe(0)
  const answers = lines.map((line) => JSON.parse(line))
  expect(answers.map(({ id }) => id)).toEqual(many.map((_, index) => index))
  expect(answers.slice(0, 4).map(({ verdict, code: rule }) => [verdict, rule])).toEqual([
    ["allow", undefined],
    ["deny", "isolated-git/rebase"],
    ["allow", undefined],
    ["deny", "isolated-git/foreign-branch"],
  ])
  expect(new Set(answers.map(({ verdict }, index) => `${index % 4} ${verdict}`)).size).toBe(4)
})

test("a deny holds the message, the command and what to do instead", async () => {
  const { lines } = await batch([request("a", "cd src; git merge main")])
  const answer = JSON.parse(lines[0]!)
  expect(Object.keys(answer)).toEqual(["id", "verdict", "policy", "code", "reason", "command", "remedy"])
  expect(answer).toMatchObject({
    id: "a",
    verdict: "deny",
    policy: "isolated-git",
    code: "isolated-git/merge",
    command: "git merge main",
  })
  expect(answer.reason).toStartWith("Blocked in an isolated child session: git merge main\n")
  expect(answer.remedy.length).toBeGreaterThan(0)
})

test("the id is echoed as it came", async () => {
  const ids = ['"text"', "1", "1.0", "-0", "12345678901234567890123", "1e3", "null", "true", '{"a":[1]}', "[]", '""']
  const { code, lines } = await batch(ids.map((id) => `{"command":"ls","directory":"/","id":${id}}`))
  expect(code).toBe(0)
  expect(lines).toEqual(ids.map((id) => `{"id":${id},"verdict":"allow","remedy":[]}`))
})

test("a malformed line is answered by its number, and the rest goes on", async () => {
  const malformed = [
    "not json",
    "[]",
    "null",
    '"text"',
    '{"id":1,"directory":"/"}',
    '{"id":1,"command":"ls"}',
    '{"command":"ls","directory":"/"}',
    '{"id":1,"command":7,"directory":"/"}',
    '{"id":1,"command":"ls","directory":"/","cwd":7}',
    '{"id":1,"command":"ls","directory":"/","policies":["nope"]}',
    '{"id":1,"command":"ls","directory":"/","policies":"self"}',
    '{"id":1,"command":"ls","directory":"/","policies":[]}',
    '{"id":1,"command":"ls","directory":"/","env":["A=1"]}',
    '{"id":1,"command":"ls","directory":"/","env":{"A":1}}',
    '{"id":1,"command":"ls","directory":"/"',
  ]
  const { code, lines } = await batch(malformed.flatMap((line) => [line, request("ok", "git status")]))
  expect(code).toBe(1)
  expect(lines).toHaveLength(malformed.length * 2)
  for (const [index, line] of lines.entries()) {
    const answer = JSON.parse(line)
    if (index % 2 === 1) expect(answer).toMatchObject({ id: "ok", verdict: "allow" })
    else expect(answer).toEqual({ id: null, line: index + 1, error: expect.any(String) })
  }
})

test("a directory that is not there is an error of its own request", async () => {
  const { code, lines } = await batch(['{"id":"x","command":"ls","directory":"/no/such"}', request(2, "ls")])
  expect(code).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: "x", line: 1, error: "no such directory: /no/such" },
    { id: 2, verdict: "allow" },
  ])
})

test("cwd, env and policies are those of the line", async () => {
  const { lines } = await batch([
    request(1, "git reset --hard"),
    request(2, "git reset --hard", { cwd: scene.main }),
    request(3, 'git -C "$WHERE" add -A'),
    request(4, 'git -C "$WHERE" add -A', { env: { WHERE: scene.main } }),
    request(5, "git rebase main", { policies: ["self"] }),
    request(6, "git rebase main", { policies: null, cwd: null, env: null }),
    request(7, "git rebase main", { env: { RINGFENCE_DATA: null } }),
  ])
  expect(lines.map((line) => JSON.parse(line).verdict)).toEqual([
    "allow",
    "deny",
    "allow",
    "deny",
    "allow",
    "deny",
    "allow",
  ])
})

test("--policy holds where a line names none", async () => {
  const { lines } = await batch(
    [request(1, "git rebase main"), request(2, "git rebase main", { policies: ["isolated-git"] })],
    ["--policy", "self"],
  )
  expect(lines.map((line) => JSON.parse(line).verdict)).toEqual(["allow", "deny"])
})

test("empty lines are passed over, CRLF ends a line too, and no input is no error", async () => {
  const { code, lines } = await batch(["", `${request(1, "ls")}\r`, "  ", "oops"])
  expect(code).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: 1 }, { id: null, line: 4 }])
  expect(await batch([])).toEqual({ code: 0, lines: [] })
})

test("answers come while stdin is still open", async () => {
  const child = Bun.spawn([join(ROOT, "ringfence"), "check", "--batch"], {
    env: { ...cleanEnvironment(), ...scene.env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  })
  const answers = child.stdout.getReader()
  const ask = async (text: string): Promise<unknown> => {
    child.stdin.write(text)
    await child.stdin.flush()
    return JSON.parse(new TextDecoder().decode((await answers.read()).value))
  }
  expect(await ask(`${request(1, "git status")}\n`)).toMatchObject({ id: 1, verdict: "allow" })
  const [start, end] = [request("ü", "git rebase main").slice(0, 9), request("ü", "git rebase main").slice(9)]
  child.stdin.write(start)
  await child.stdin.flush()
  expect(await ask(`${end}\n`)).toMatchObject({ id: "ü", verdict: "deny" })
  await child.stdin.end()
  expect(await child.exited).toBe(0)
})

test("a reader that goes away ends it quietly", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => request(index, "git rebase main")).join("\n")
  const input = join(scene.folder, "requests.ndjson")
  await Bun.write(input, lines)
  const pipeline = `'${join(ROOT, "ringfence")}' check --batch <'${input}' | head -n 1`
  const { stdout, stderr } = await run(["sh", "-c", pipeline], { env: scene.env })
  expect(stderr).toBe("")
  expect(JSON.parse(stdout)).toMatchObject({ id: 0, verdict: "deny" })
})
