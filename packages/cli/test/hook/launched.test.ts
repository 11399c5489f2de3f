/** Which form of the hook the launcher starts: the built one while it is current, and what happens to it has no say. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ROOT, run } from "../support/process.ts"

/** A checkout that holds nothing but what is asked for here. */
let root: string
const at = (path: string): string => join(root, path)
const SOURCE = "packages/guard/src/state/disk.ts"

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-launched-")))
  for (const folder of ["dist", "packages/guard/src/state", "packages/cli/src/harness/hook"])
    mkdirSync(at(folder), { recursive: true })
  for (const file of ["package-lock.json", SOURCE]) writeFileSync(at(file), "")
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Builds a hook that ends so, now, with sources of this age in seconds; then asks the launcher. */
async function launch(built: string, sources: number): Promise<{ readonly code: number; readonly stdout: string }> {
  writeFileSync(at("dist/ringfence-hook"), built, { mode: 0o755 })
  writeFileSync(at("dist/ringfence-hook.begun"), "")
  const time = Date.now() / 1000
  for (const path of [
    "package-lock.json",
    "packages/guard/src",
    "packages/guard/src/state",
    "packages/cli/src/harness",
  ])
    utimesSync(at(path), time - 60, time - 60)
  utimesSync(at("packages/cli/src/harness/hook"), time - 60, time - 60)
  utimesSync(at(SOURCE), time - sources, time - sources)
  const script = 'root=$1; hook=$2; shift 2; . "$hook"'
  const env = { PATH: process.env["PATH"], BUN_BE_BUN: "1", RINGFENCE_DATA: at("data") }
  return run(["sh", "-c", script, "sh", root, join(ROOT, "scripts/hook.sh"), "hook", "claude"], { env })
}
const failures = (): string => readFileSync(at("data/hook-failures"), "utf8")

test("the built one, with the words as they are, and no variable that makes Bun of it", async () => {
  const built = '#!/bin/sh\necho "$* ${BUN_BE_BUN-unset}"\nexit 2\n'
  expect(await launch(built, 60)).toMatchObject({ code: 2, stdout: "hook claude unset\n" })
})

test("not where a source is newer: then the script form, which is told to be missing here", async () => {
  expect(await launch("#!/bin/sh\nexit 2\n", -60)).toMatchObject({ code: 0, stdout: "" })
  expect(failures()).toContain("Bun is not installed")
})

test("where it does not start, the script form too", async () => {
  rmSync(at("data"), { recursive: true })
  expect(await launch("#!/nowhere/sh\n", 60)).toMatchObject({ code: 0, stdout: "" })
  expect(failures()).toContain("Bun is not installed")
})

test("where it dies, the call goes on", async () => {
  rmSync(at("data"), { recursive: true })
  expect(await launch("#!/bin/sh\nexit 1\n", 60)).toMatchObject({ code: 0, stdout: "" })
  expect(failures()).toContain("the hook ended with 1")
})
