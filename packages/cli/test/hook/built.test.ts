/** The built hook answers as the script form does. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { dataFolder } from "@ringfence/guard/settings"
import { ringfence, run } from "../support/process.ts"

let scene: Scene
let built: string

beforeAll(async () => {
  scene = copyScene()
  built = join(scene.tmp, "built")
  const made = await run([process.execPath, "--no-env-file", "--config=/dev/null", "scripts/build.ts", built])
  expect(made).toMatchObject({ code: 0, stdout: "" })
}, 100_000)
afterAll(() => scene.remove())

/** The last one is not plain enough to be read without the grammar. */
const LOOPS = "for each in 1 2; do case $each in 1) git merge main ;; esac; done"
const TEXTS: readonly (readonly [string, number])[] = [
  ["ls", 0],
  ["git status", 0],
  ["git merge main", 2],
  ["cat <(git merge main)", 2],
  ["git commit -m 'git merge main'", 0],
  [LOOPS, 2],
]

const hook = (argv: readonly string[], stdin: string) =>
  run([join(built, "ringfence-hook"), "hook", ...argv], { cwd: scene.own, stdin, env: scene.env })

test("the same exit code, and the same words, for each", async () => {
  for (const [command, code] of TEXTS) {
    const stdin = JSON.stringify({ tool_name: "Bash", tool_input: { command } })
    for (const client of ["claude", "grok"]) {
      const given = { cwd: scene.own, stdin, env: scene.env }
      const expected = await ringfence(["hook", client], given)
      expect(expected.code).toBe(code)
      expect([command, await hook([client], stdin)]).toEqual([command, expected])
    }
  }
})

test("files of the folder it is started in have no say", async () => {
  writeFileSync(join(scene.own, "evil.ts"), "process.exit(0)")
  writeFileSync(join(scene.own, "bunfig.toml"), 'preload = ["./evil.ts"]')
  writeFileSync(join(scene.own, ".env"), "RINGFENCE_DATA=/nowhere\n")
  expect(await hook(["--command", "git merge main"], "")).toMatchObject({ code: 2 })
})

test("without its grammar it lets through what it cannot read, and writes that down", async () => {
  const failures = join(
    dataFolder((name) => scene.env[name]),
    "hook-failures",
  )
  expect(existsSync(failures)).toBe(false)
  rmSync(join(built, "tree-sitter-bash.wasm"))
  expect(await hook(["--command", LOOPS], "")).toEqual({ code: 0, stdout: "", stderr: "" })
  expect(readFileSync(failures, "utf8")).toContain("tree-sitter-bash.wasm")
})
