/** Reported cases; the alternatives that a refusal names; random texts. Real bash is the judge of all of them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { Guard } from "../../src/index.ts"
import { refused } from "../../src/policy/persistent-cd.ts"
import { CASES } from "./cases.ts"
import { brokenTexts, texts, TOKENS } from "./random.ts"
import { fateInBash, makeScene, request, type Scene } from "./scene.ts"

let scene: Scene
let guard: Guard

beforeAll(async () => {
  scene = makeScene()
  // A word that lands behind a cd is a folder, so that only its form decides.
  for (const token of TOKENS) mkdirSync(join(scene.main, token), { recursive: true })
  guard = await Guard.load()
})
afterAll(() => scene.remove())

describe("reported", () => {
  for (const { command, verdict, because } of CASES)
    test(`${verdict} ${command}: ${because}`, () => {
      expect(guard.check(request(scene, command)).verdict).toBe(verdict)
      expect(fateInBash(scene, command)).toBe(verdict === "deny" ? "moved" : "stayed")
    })
})

describe("what a refusal says", () => {
  test("code, command, reason and what to do instead", () => {
    const verdict = guard.check(request(scene, "X=1 command cd pkg/api >/dev/null && ls"))
    expect(verdict).toMatchObject({
      policy: "persistent-cd",
      code: "persistent-cd",
      command: "cd pkg/api",
      effects: [],
    })
    expect(verdict.reason).toStartWith("[persistent-cd] ")
    expect(verdict.reason).toContain("Do this instead:")
    expect(verdict.remedy.map(({ command }) => command)).toEqual([
      `git -C ${scene.main}/pkg/api status`,
      `ls ${scene.main}/pkg/api`,
      `(cd ${scene.main}/pkg/api && pwd)`,
    ])
  })

  test("every alternative is allowed, works, and leaves the shell where it is", () => {
    const commands = [...refused.map(({ command }) => command), "cd 'my lib'", 'cd "it\'s"']
    for (const name of ["my lib", "it's"]) mkdirSync(join(scene.main, name), { recursive: true })
    const remedies = commands.map((command) => guard.check(request(scene, command)).remedy)
    expect(remedies.filter((each) => each.length < 3)).toEqual([])
    const printed = [...new Set(remedies.flat().flatMap(({ command }) => (command === undefined ? [] : [command])))]
    expect(printed.length).toBeGreaterThan(10)
    for (const command of printed) {
      expect([command, guard.check(request(scene, command)).verdict]).toEqual([command, "allow"])
      expect([command, fateInBash(scene, `${command} || cd /`)]).toEqual([command, "stayed"])
    }
  }, 60_000)
})

/** Both as one word, so that a difference names the text. */
const compare = (text: string): readonly [string, string, string] => [
  text,
  guard.check(request(scene, text)).verdict === "deny" ? "moved" : "stayed",
  fateInBash(scene, text),
]

test("random texts are refused exactly where bash moves", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const [, expected, fate] = compare(text)
      expect([text, expected]).toEqual([text, fate])
    }),
    { numRuns: Number(process.env["CD_RUNS"] ?? 200), seed: Number(process.env["CD_SEED"] ?? 5) },
  )
}, 600_000)

test("random texts with a mistake in them are not refused where bash stays", () => {
  fc.assert(
    fc.property(brokenTexts, (text) => {
      const [, expected, fate] = compare(text)
      if (expected === "moved") expect([text, fate]).toEqual([text, "moved"])
    }),
    { numRuns: Number(process.env["CD_RUNS"] ?? 120), seed: Number(process.env["CD_SEED"] ?? 6) },
  )
}, 600_000)
