/** Questions of a running command, answered by the person at its terminal or from another process. */
import { beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./support/process.ts"
import { openTerminal } from "./support/terminal.ts"
import { usePlace, type Created } from "./support/session.ts"

const place = usePlace()
let child: Created
let look: string

beforeAll(async () => {
  child = await place.create("--isolate", "Ask around")
  look = `cat ${place.outside}/notes.txt`
}, 100_000)

const waiting = (...wait: readonly string[]) => place.start(["session", "run", child.id, ...wait, "--", look])
const WAITS = "ringfence: waiting for an answer to ask_"

describe("without a terminal, --wait lets somebody else answer", () => {
  test("approve", async () => {
    const running = waiting("--wait", "5m")
    await running.says(WAITS)
    const [ask] = JSON.parse(await place.session("approvals", "--asks", "--json"))
    expect(ask).toMatchObject({ session: child.id, permission: "external_directory", state: "pending" })
    expect(await place.session("approvals")).toContain(ask.id)
    expect(await place.session("approve", ask.id)).toBe(
      `${ask.id} of ${child.id} (external_directory): allowed once.\n`,
    )
    expect(await running.finished).toMatchObject({ code: 0, stdout: "outside\n" })
  })

  test("deny, with what to do instead", async () => {
    const running = waiting("--wait", "5m")
    await running.says(WAITS)
    await place.session("deny", "ask_", "--feedback", "use the fixtures")
    const { code, stdout, stderr } = await running.finished
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain("use the fixtures")
  })

  test("a grant that comes later, of another process", async () => {
    const running = waiting("--wait", "5m")
    await running.says(WAITS)
    const grant = (await place.session("grant-approval", child.id, "--once")).trim()
    expect(await running.finished).toMatchObject({ code: 0, stdout: "outside\n" })
    const { code, stderr } = await place.call(["session", "revoke", grant])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(grant) })
  })

  test("nobody answers in time", async () => {
    const { code, stdout, stderr } = await waiting("--wait", "300ms").finished
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr.split("\n").length).toBeLessThanOrEqual(4)
  })

  test("a signal ends the command and its question", async () => {
    const running = waiting("--wait", "5m")
    await running.says(WAITS)
    running.kill("SIGINT")
    expect((await running.finished).code).toBe(130)
    expect(JSON.parse(await place.session("approvals", "--asks", "--json"))).toEqual([])
  })
})

describe("with a terminal the person is asked", () => {
  const run = (command = look) =>
    openTerminal([join(ROOT, "ringfence"), "session", "run", child.id, "--", command], {
      cwd: place.main,
      env: place.env,
    })

  test("once, after an answer that was none", async () => {
    const terminal = run()
    await terminal.shows("[o]nce, [a]lways or [r]eject? ")
    expect(terminal.screen()).toContain("external_directory")
    terminal.type("perhaps\n")
    await terminal.shows("[o]nce, [a]lways or [r]eject? perhaps\n[o]nce")
    terminal.type("o\n")
    expect(await terminal.exited).toBe(0)
    expect(terminal.screen()).toEndWith("outside\n")
  })

  test("reject, with feedback", async () => {
    const terminal = run(`${look}; touch sentinel`)
    await terminal.shows("[r]eject? ")
    terminal.type("r\n")
    await terminal.shows("What should be done instead?")
    terminal.type("use the fixtures\n")
    expect(await terminal.exited).toBe(2)
    expect(terminal.screen()).not.toContain("outside\n")
    expect(existsSync(join(child.directory, "sentinel"))).toBe(false)
  })

  test("somebody else may answer first", async () => {
    const terminal = run()
    await terminal.shows("[r]eject? ")
    await place.session("approve", "ask_")
    expect(await terminal.exited).toBe(0)
    expect(terminal.screen()).toEndWith("outside\n")
  })

  test("Ctrl-C ends it", async () => {
    const terminal = run()
    await terminal.shows("[r]eject? ")
    terminal.type("\u0003")
    expect(await terminal.exited).toBe(130)
    expect(JSON.parse(await place.session("approvals", "--asks", "--json"))).toEqual([])
  })

  test("a deletion is asked for every time, and there is no always", async () => {
    const terminal = run(`rm ${place.outside}/gone`)
    await terminal.shows("[r]eject? ")
    expect(terminal.screen()).toContain("external_directory")
    terminal.type("o\n")
    await terminal.shows("bash_delete")
    await terminal.shows("[o]nce or [r]eject? ")
    terminal.type("r\n\n")
    expect(await terminal.exited).toBe(2)
  })

  test("always holds from now on, without a terminal too", async () => {
    const terminal = run()
    await terminal.shows("[a]lways")
    terminal.type("a\n")
    expect(await terminal.exited).toBe(0)
    expect(await place.call(["session", "run", child.id, "--", look])).toEqual({
      code: 0,
      stdout: "outside\n",
      stderr: "",
    })
  })
})
