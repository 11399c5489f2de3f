/** Every case of the inventory, asked of a server: the side that asks declares nothing, the side that spawns judges. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { rmSync } from "node:fs"
import { join } from "node:path"
import {
  copyWorkspace,
  leading,
  paths,
  programs,
  reports,
  settings,
  subcommands,
  transports,
  type Case,
  type Workspace,
} from "@ringfence/guard/inventory/fixture"
import { git } from "./support/workspace.ts"
import { outcome, start, type Running } from "./support/runners.ts"

let workspace: Workspace
let running: Running
let readable: Running
beforeAll(async () => {
  workspace = copyWorkspace()
  const { root, env, outside, top } = workspace
  running = await start("shim", { root, env }, top)
  readable = await start("shim", { root, env, readable: outside }, top)
}, 60_000)
afterAll(async () => {
  await running.close()
  await readable.close()
  rmSync(workspace.top, { recursive: true, force: true })
})

describe("reports of the public", () => {
  for (const [command, code, { cwd = ".", env = {} } = {}] of reports) {
    test(`${command}${cwd === "." ? "" : ` in ${cwd}`}`, async () => {
      // A branch of that name is there when HEAD is to be led to it.
      if (command.startsWith("git symbolic-ref")) git(workspace, "branch", "sess/quiet")
      const asked = await outcome(running.runner, { argv: command.split(" ").slice(1), cwd, env })
      expect(asked).toMatchObject(
        code === undefined ? { exitCode: 0, signal: null } : { tag: "ExecRefusedError", code: `git-inventory/${code}` },
      )
    })
  }
})

test("what is refused is refused by the server, and nothing of it happens", async () => {
  const cases: readonly Case[] = [...subcommands, ...leading, ...programs, ...transports, ...paths, ...settings]
  // Those that are about what lies in the workspace beforehand are judged with it there, by the guard's own test.
  const refused = cases.filter(
    ({ verdict, given, code }) => verdict === "deny" && (given === undefined || code !== "path"),
  )
  expect(refused.length).toBeGreaterThan(100)
  const before = git(workspace, "for-each-ref")
  const wrong: unknown[] = []
  for (const { argv, cwd = ".", readable: second, code } of refused) {
    const { runner } = second ? readable : running
    const words = argv.map((word) => word.replaceAll("@", workspace.top))
    const asked = await outcome(runner, { argv: words, cwd: join(workspace.root, cwd) })
    if (asked.tag !== "ExecRefusedError" || asked.code !== `git-inventory/${code}`) wrong.push({ argv, asked })
  }
  expect(wrong).toEqual([])
  expect(git(workspace, "for-each-ref")).toBe(before)
})
