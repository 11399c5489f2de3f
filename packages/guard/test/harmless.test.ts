/** What is told apart without the guard is nothing that the guard refuses. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { findSubcommand, findTool } from "../src/git/table.ts"
import { tools } from "../src/git/tool/index.ts"
import { writers } from "../src/git/writer/index.ts"
import { isHarmless } from "../src/harmless.ts"
import { Guard } from "../src/index.ts"
import { wrappers } from "../src/shell/wrapper/index.ts"
import { copyScene, type Scene } from "./fixture/index.ts"
import { texts } from "./shell/fuzz.ts"
import { allExamples } from "./truth/specs.ts"

let guard: Guard
let scene: Scene
beforeAll(async () => {
  guard = await Guard.load()
  scene = copyScene()
}, 240_000)
afterAll(() => scene.remove())

const refusalOf = (command: string): string | undefined =>
  guard.check({ command, directory: scene.own, env: scene.env, policies: ["isolated-git", "self"] }).code

const CASES = ["isolated-git", "probes"].flatMap((name) =>
  readFileSync(join(import.meta.dir, "cases", `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly command: string }).command),
)

test("no example and no case that is refused is harmless", () => {
  const commands = [...CASES, ...allExamples().map(({ example }) => example.command)]
  const harmless = [...new Set(commands)].filter(isHarmless)
  expect(harmless.length).toBeGreaterThan(20)
  expect(harmless.filter((command) => refusalOf(command) !== undefined)).toEqual([])
})

test("no command that a table knows is", () => {
  const known = [
    ...wrappers.keys(),
    ...tools.keys(),
    ...writers.keys(),
    "git",
    "export",
    "alias",
    "eval",
    "source",
    "set",
  ]
  expect(known.filter((name) => isHarmless(`${name} x`) || isHarmless(`ls && ${name} x | cat`))).toEqual([])
  const subcommands = ["rebase", "merge", "push", "checkout", "log", "diff", "commit", "unknown", "-C", "-c"]
  expect(subcommands.filter((name) => isHarmless(`git ${name}`))).toEqual([])
  expect([findTool("ls"), findSubcommand("status")]).toEqual([undefined, undefined])
})

test("nothing that the shell makes something of is", () => {
  const texts = [
    "ls > ../main/x",
    "$X status",
    "ls $(git merge main)",
    "ls `git merge main`",
    "cat <(git merge main)",
    "ls & git merge main",
    "X=1 ls",
    "{ ls; }",
    "(ls)",
    "l\\s",
    "./ls",
    "g?t merge main",
    "ls\0",
    `ls ${"x".repeat(5000)}`,
  ]
  expect(texts.filter(isHarmless)).toEqual([])
})

test("what agents type most is", () => {
  const texts = ["ls -la src", "cd src && rg -n 'a b' | head -20", "git status --short", "cat a.txt; pwd", "pytest -q"]
  expect(texts.filter((text) => !isHarmless(text))).toEqual([])
})

test("of random texts neither", () => {
  const word = fc.constantFrom("ls", "cat", "git", "status", "merge", "main", "'a b'", "cd", "..", "sh", "-c", "~", "*")
  const joint = fc.constantFrom(" ", " ", " ", "\n", " && ", " | ", "; ", " || ", " #")
  const made = fc.array(fc.tuple(word, joint), { maxLength: 8 }).map((pairs) => pairs.flat().join(""))
  let harmless = 0
  const property = fc.property(fc.oneof(made, texts), (command) => {
    if (!isHarmless(command)) return
    harmless += 1
    expect([command, refusalOf(command)]).toEqual([command, undefined])
  })
  fc.assert(property, { numRuns: 1500, seed: 11 })
  expect(harmless).toBeGreaterThan(100)
}, 60_000)
