/**
 * What the hook saves: it looks at nothing where nothing can be refused, and starts the grammar only for texts that need
 * it. Neither may change a verdict.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { Guard } from "@ringfence/guard"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { CASES, furnish, harmless, refused, texts as textsThatMove } from "@ringfence/guard/persistent-cd/fixture"
import { standingOf } from "@ringfence/guard/standing"
import { concerns, mayMove } from "../../src/harness/hook/judge.ts"
import { ROOT, run } from "../support/process.ts"

let scene: Scene
let guard: Guard
beforeAll(async () => {
  scene = copyScene()
  furnish(scene.main)
  mkdirSync(join(scene.tmp, "nowhere"))
  guard = await Guard.load()
})
afterAll(() => scene.remove())

/** Texts of all kinds, those of the probes with their own verdicts in isolated sessions included. */
async function texts(): Promise<readonly string[]> {
  const lines = (await Bun.file(join(ROOT, "packages/guard/test/cases/probes.jsonl")).text()).trim().split("\n")
  const probes = lines.map((line) => (JSON.parse(line) as { readonly command: string }).command)
  return [...new Set([...CASES, ...refused, ...harmless].map(({ command }) => command).concat(probes))]
}

describe("where nothing can be refused", () => {
  const folders = ["own", "sib", "main", "src", "nowhere"] as const
  const folderOf = (name: (typeof folders)[number]): string =>
    name === "nowhere" ? join(scene.tmp, name) : name === "src" ? join(scene.main, "src") : scene[name]

  test("the guard refuses nothing: the rest is a superset of what it refuses", async () => {
    const commands = await texts()
    expect(commands.length).toBeGreaterThan(1000)
    let looked = 0
    for (const name of folders) {
      const directory = folderOf(name)
      const standing = standingOf(directory, scene.env)
      for (const carries of [true, false]) {
        const looks = concerns(standing, { carries, actions: [{ kind: "shell", command: "cd" }] })
        const policies = ["isolated-git", "self", ...(carries ? (["persistent-cd"] as const) : [])] as const
        if (looks) looked += 1
        // Where it looks anyway a few are enough to show that it has to.
        const put = looks ? commands.filter((_, at) => at % 10 === 0) : commands
        const denied = put.filter(
          (command) => guard.check({ command, directory, env: scene.env, policies }).verdict === "deny",
        )
        if (!looks) expect([name, denied]).toEqual([name, []])
        else expect([name, denied.length > 10]).toEqual([name, true])
      }
      if (!concerns(standing, { carries: true, actions: [{ kind: "file", path: "" }] }))
        for (const path of [join(scene.own, "x"), join(scene.main, "x"), join(scene.main, ".git/HEAD")])
          expect(guard.checkPath({ path, directory, env: scene.env }).verdict).toBe("allow")
    }
    // own and sib are isolated, main and its src marked.
    expect(looked).toBe(6)
  }, 300_000)
})

describe("a text that cannot move its shell is not read", () => {
  const isRefused = (command: string): boolean =>
    guard.check({ command, directory: scene.main, env: scene.env, policies: ["persistent-cd"] }).verdict === "deny"

  test("every text that is refused may move it", async () => {
    expect((await texts()).filter((command) => isRefused(command) && !mayMove(command))).toEqual([])
    const made = [
      "source <(echo dc bil | rev)",
      ". /dev/stdin <<< 'x'",
      "c\\\nd lib",
      "{c,}d lib",
      "[c]d lib",
      "c? lib",
      "eval c''d lib",
      '"c""d" lib',
      "$X lib",
      "`echo cd` lib",
      "!(x) . lib",
    ]
    expect(made.filter((command) => !mayMove(command))).toEqual([])
  }, 300_000)

  test("random ones, too", () => {
    fc.assert(
      fc.property(textsThatMove, (command) => {
        if (isRefused(command)) expect([command, mayMove(command)]).toEqual([command, true])
      }),
      { numRuns: 1000, seed: 7 },
    )
  }, 300_000)

  test("it is worth it", () => {
    const ordinary = [
      "ls -la",
      "git status",
      "npm test",
      "echo 'done' >> log.txt && cat log.txt | head -3",
      "make; ./run.sh",
    ]
    expect(ordinary.filter(mayMove)).toEqual([])
  })
})

test("a guard that has no grammar gives the same verdict, or says that it needs one", async () => {
  const commands = await texts()
  const script = `
    import { Guard, GrammarMissing } from "@ringfence/guard"
    const guard = Guard.lean()
    const { commands, directories } = JSON.parse(await Bun.stdin.text())
    const answers = directories.map((directory) => commands.map((command) => {
      try { return guard.check({ command, directory }).code ?? "" }
      catch (error) { if (error instanceof GrammarMissing) return null; throw error }
    }))
    console.log(JSON.stringify(answers))`
  const directories = [scene.own, scene.main]
  const ran = await run([process.execPath, "-e", script], {
    cwd: join(ROOT, "packages/cli"),
    env: scene.env,
    stdin: JSON.stringify({ commands, directories }),
  })
  expect(ran.stderr).toBe("")
  const answers = JSON.parse(ran.stdout) as readonly (readonly (string | null)[])[]
  let told = 0
  for (const [at, directory] of directories.entries())
    for (const [which, command] of commands.entries()) {
      const answer = answers[at]![which]!
      if (answer === null) continue
      told += 1
      expect([command, answer]).toEqual([command, guard.check({ command, directory, env: scene.env }).code ?? ""])
    }
  // It is worth it: more than half of them need no grammar.
  expect(told).toBeGreaterThan(commands.length)
}, 300_000)
