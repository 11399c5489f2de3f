/** How `session run` passes on what a command does. */
import { beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { run as spawn, ROOT } from "./support/process.ts"
import { until, untilFile, usePlace, type Created } from "./support/session.ts"

const place = usePlace()
let child: Created

beforeAll(async () => {
  child = await place.create("--isolate", "Run things")
}, 100_000)

const run = (...argv: readonly string[]) => place.call(["session", "run", child.id, ...argv])

describe("exit codes", () => {
  const cases: readonly (readonly [string, readonly string[], number])[] = [
    ["the command's own", ["--", "exit 7"], 7],
    ["128 and the signal's number", ["--", "kill -TERM $$"], 143],
    ["a command that is not there", ["--", "no-such-program"], 127],
  ]
  for (const [name, argv, code] of cases) test(name, async () => expect((await run(...argv)).code).toBe(code))

  test("124 after a timeout, with a word on stderr", async () => {
    const { code, stdout, stderr } = await run("--timeout", "500ms", "--", "echo begun; sleep 600; echo ended")
    expect({ code, stdout }).toEqual({ code: 124, stdout: "begun\n" })
    expect(stderr).toBe("ringfence: timed out after 500ms; the command and everything it started were ended\n")
  })
})

describe("the words of the command", () => {
  test("one is a text, several are words", async () => {
    expect((await run("--", "echo $((1 + 1))")).stdout).toBe("2\n")
    expect((await run("--", "echo", "$((1 + 1))", "it's", "--json", "")).stdout).toBe("$((1 + 1)) it's --json \n")
  })

  test("--workdir is where it starts", async () => {
    await mkdir(join(child.directory, "deep"), { recursive: true })
    expect((await run("--workdir", "deep", "--", "pwd")).stdout).toBe(`${child.directory}/deep\n`)
  })
})

test("output comes as it is written, and a signal ends the command with all it started", async () => {
  const mark = join(child.directory, "mark")
  const text = `echo begun; (sleep 600; touch ${mark}) & echo $! > pid; sleep 600`
  const running = Bun.spawn([join(ROOT, "ringfence"), "session", "run", child.id, "--timeout", "1h", "--", text], {
    cwd: place.main,
    env: { ...process.env, ...place.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  })
  const first = await running.stdout.getReader().read()
  expect(new TextDecoder().decode(first.value)).toBe("begun\n")
  await untilFile(join(child.directory, "pid"))
  const pid = Number(await Bun.file(join(child.directory, "pid")).text())
  running.kill("SIGTERM")
  expect(await running.exited).toBe(143)
  const gone = async (): Promise<boolean> => {
    const { stdout } = await spawn(["ps", "-o", "stat=", "-p", String(pid)])
    return stdout.trim() === "" || stdout.startsWith("Z")
  }
  await until("the background is ended too", gone)
  expect(existsSync(mark)).toBe(false)
})

test("a reader that goes away ends the command, without a crash", async () => {
  const line = `'${join(ROOT, "ringfence")}' session run ${child.id} -- yes 2>&1 | head -n 2; echo "\${PIPESTATUS[0]}"`
  const { code, stdout } = await spawn(["bash", "-c", line], { cwd: place.main, env: place.env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: "y\ny\n141\n" })
})

test("what goes on in the background is named", async () => {
  const { code, stdout, stderr } = await run("--", "sleep 30 & echo $!")
  expect(code).toBe(0)
  expect(stderr).toContain(`still running: ${stdout.trim()} sleep 30`)
  process.kill(Number(stdout))
})
