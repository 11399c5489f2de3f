/** What opencode gets from our plugins are plain things: it has an effect and a zod of its own, and they are not ours. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Report } from "./boundary.ts"
import { PACKAGE } from "./opencode.ts"

const FILE = join(PACKAGE, "src/plugin/server.ts")
const FORMS = [PACKAGE, pathToFileURL(PACKAGE).href, FILE, pathToFileURL(FILE).href]
const folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-boundary-")))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let report: Report

beforeAll(async () => {
  const argv = ["--no-env-file", "--config=/dev/null", join(import.meta.dir, "boundary.ts")]
  const child = Bun.spawn([process.execPath, ...argv, JSON.stringify([FORMS, folder])], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      RINGFENCE_DATA: join(folder, "data"),
      RINGFENCE_ASK_TIMEOUT: "30",
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if (out === "") throw new Error(`nothing came over: ${err}`)
  report = JSON.parse(out) as Report
})

test("the server's plugin is one, by its folder, its file and their URLs; the terminal's is another", () => {
  expect(report.exported).toEqual({
    ...Object.fromEntries(FORMS.map((form) => [form, ["id", "server"]])),
    "./tui": ["id", "tui"],
  })
  expect(report.hooks).toEqual(["event", "shell.env", "tool.execute.after", "tool.execute.before"])
  expect(report.tools["session"]).toContain("action")
  expect(report.commands).toEqual(["ringfence.grant-approval", "ringfence.approvals", "ringfence.ringfence"])
})

test("nothing of effect or of our zod comes over, in what is made, given, shown or thrown", () => {
  expect(report.result).toMatchObject({ title: expect.any(String), output: expect.any(String) })
  expect(report.failure).toEqual({ message: expect.stringContaining("ses_none") })
  expect(report.foreign).toEqual([])
  expect(report.controls).toEqual([expect.stringMatching(/^it\.value\.made/), "it.schema.0: a schema of another zod"])
})

test("a question that nobody answers in the time that was set is refused with a message", () => {
  const message = expect.stringContaining("Nobody answered in time: bash")
  expect(report.replies).toEqual([{ url: "/permission/per_1/reply", body: { reply: "reject", message } }])
})

test("effect is not loaded before the first work needs it", () => {
  expect(report.effects.started).toEqual([0, 0])
  expect(report.effects.worked).toBeGreaterThan(100)
})
