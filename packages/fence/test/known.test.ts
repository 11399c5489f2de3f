/** What the shim runs without asking: made of the guard's tables, and never more than the guard allows. */
import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Guard, textOf } from "@ringfence/guard"
import { allExamples } from "@ringfence/guard/examples"
import { copyScene } from "@ringfence/guard/fixture"
import { find, render } from "./support/known.ts"

const FILE = join(import.meta.dir, "../src/sh/known.sh")
const scene = copyScene()
afterAll(() => scene.remove())
const guard = await Guard.load()

test("the tables are those of the guard (else run `sh scripts/run fence-table`)", () => {
  expect(render(find(guard, scene))).toBe(readFileSync(FILE, "utf8"))
})

interface Case {
  readonly text: string
  readonly words: readonly string[]
  readonly verdict: "allow" | "deny"
  readonly isOwn: boolean
}

/** The examples that are one git command of known words, without options in front of the subcommand. */
function cases(): readonly Case[] {
  return allExamples().flatMap(({ example }) => {
    const { command: text, verdict, in: where = "own", env } = example
    if (!text.startsWith("git ") || /[;&|<>\n]/.test(text)) return []
    const { program } = guard.explain({ command: text, directory: scene.own, env: { ...scene.env, ...env } })
    const [only, ...more] = program.commands
    if (!only || more.length > 0 || only.via.length > 0 || only.redirections.length > 0) return []
    if (Object.keys(only.environment.set).length > 0) return []
    const words = only.argv.map(({ value }) => textOf(value))
    if (words[0] !== "git" || words.length < 2 || words[1]?.startsWith("-")) return []
    if (words.some((word) => word === undefined)) return []
    return [{ text, words: words.slice(1) as string[], verdict, isOwn: where === "own" || where === "subdir" }]
  })
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** What the shell functions say of each: reads, stays or asks. */
function decide(each: readonly Case[]): readonly string[] {
  const calls = each.map(({ words }) => `decide ${words.map(quote).join(" ")}`)
  const script = [
    "rf_git=false",
    `. ${quote(FILE)}`,
    'decide() { if rf_reads "$@"; then echo reads; elif rf_stays "$@"; then echo stays; else echo asks; fi; }',
    ...calls,
  ].join("\n")
  const { stdout, exitCode } = Bun.spawnSync(["/bin/sh", "-s"], { stdin: Buffer.from(script), stdout: "pipe" })
  expect(exitCode).toBe(0)
  return stdout.toString().trimEnd().split("\n")
}

test("what an example of the guard's has refused is never run without asking", () => {
  const all = cases()
  const decided = decide(all)
  expect(decided).toHaveLength(all.length)
  const wrong = all.filter(
    ({ verdict, isOwn }, at) => verdict === "deny" && (decided[at] === "reads" || (isOwn && decided[at] === "stays")),
  )
  expect(wrong.map(({ text }) => text)).toEqual([])
  const counts = Object.fromEntries(
    ["reads", "stays", "asks"].map((kind) => [kind, decided.filter((each) => each === kind).length]),
  )
  expect(counts["reads"]).toBeGreaterThan(20)
  expect(counts["stays"]).toBeGreaterThan(60)
  expect(counts["asks"]).toBeGreaterThan(300)
})

test("a command line is compared word by word", () => {
  const lines: readonly (readonly [readonly string[], string])[] = [
    [["branch", "--list", "x"], "reads"],
    [["branch", "--list", "x", "-D", "main"], "asks"],
    [["branch", "--list x -D main"], "asks"],
    [["branch", "x"], "stays"],
    [["branch", "-f", "x"], "asks"],
    [["switch", "-c", "x", "main"], "stays"],
    [["branch", "-D", "main"], "asks"],
    [["log", "--output=../x"], "asks"],
    [["log", "--outp", "../x"], "asks"],
    [["log", "--oneline"], "reads"],
    [["commit", "-m", "--output=x"], "stays"],
    [["cherry-pick", "--output=x", "main"], "asks"],
    [["", ""], "asks"],
    [["*"], "asks"],
  ]
  const all = lines.map(([words]): Case => ({ text: words.join(" "), words, verdict: "allow", isOwn: true }))
  expect(decide(all)).toEqual(lines.map(([, kind]) => kind))
})
