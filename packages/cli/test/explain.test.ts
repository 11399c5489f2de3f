/** `ringfence explain` as a process. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createScene, removeScene, type Scene } from "../src/command/demo/scene.ts"
import { ringfence, type Call, type Finished } from "./support/process.ts"

let scene: Scene

beforeAll(async () => {
  scene = await createScene()
})

afterAll(() => removeScene(scene))

const explain = (argv: readonly string[], call: Call = {}): Promise<Finished> =>
  ringfence(["explain", ...argv], { cwd: scene.child, ...call, env: { ...scene.env, ...call.env } })

test("commands with directory, place and span, effects, ownership and verdict", async () => {
  const { code, stdout, stderr } = await explain(['cd src &&\n  nice git -C "$MAIN" branch -f release HEAD'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toContain(`git -C ${scene.main} branch -f release HEAD\n     in ${scene.child}/src, `)
  expect(stdout).toContain("through nice")
  expect(stdout).toMatch(/from 2:\d+ .*branch -f release HEAD/)
  expect(stdout).toContain("→ forced: update refs/heads/release")
  expect(stdout).toContain("own branch    feat/child-work")
  expect(stdout).toContain(`main in ${scene.main} (main checkout)`)
  expect(stdout).toContain(`feat/search in ${scene.sibling}`)
  expect(stdout).toContain("deny isolated-git/foreign-branch\n")
  expect(stdout).not.toContain("\u001b")
})

test("an allowed command says what it would create", async () => {
  const { stdout } = await explain(["git switch -c feat/new"])
  expect(stdout).toContain("Verdict\n  allow\n  would create refs/heads/feat/new\n")
})

test("colour where it is wanted, and not where NO_COLOR is set", async () => {
  expect((await explain(["git rebase main"], { env: { FORCE_COLOR: "1" } })).stdout).toContain("\u001b[31mdeny")
  expect((await explain(["git rebase main"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).stdout).not.toContain(
    "\u001b",
  )
})

test("control characters of the text cannot reach the terminal", async () => {
  const { stdout } = await explain(["-"], { stdin: "git rebase '\u001b]0;title\u0007main'" })
  expect(stdout).not.toContain("\u001b")
  expect(stdout).toContain("\\x1b]0;title\\x07main")
})

test("--json holds everything", async () => {
  const { code, stdout } = await explain(["--json", "git rebase main"])
  expect(code).toBe(0)
  const explanation = JSON.parse(stdout)
  expect(explanation).toMatchObject({
    isolated: true,
    ownership: { worktree: scene.child, branch: "feat/child-work" },
    verdict: { verdict: "deny", code: "isolated-git/rebase" },
  })
  expect(explanation.program.commands[0].span).toEqual({ start: 0, end: 15 })
  expect(explanation.steps[0].effects.length).toBeGreaterThan(0)
})

test("where nothing is isolated it still shows what was read", async () => {
  const { code, stdout } = await explain(["--directory", scene.main, "git rebase main"])
  expect(code).toBe(0)
  expect(stdout).toContain("1. git rebase main\n")
  expect(stdout).toContain("this directory is not an isolated worktree: isolated-git and self refuse nothing here")
  expect(stdout).toContain("Verdict\n  allow\n")
})

test("a missing text is an error", async () => {
  expect(await explain([])).toEqual({
    code: 1,
    stdout: "",
    stderr: "ringfence: the command text is missing (- reads it from stdin)\n",
  })
})
