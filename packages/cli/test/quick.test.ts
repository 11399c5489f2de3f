/** The quick reader and the command tree read the same options from the same words. */
import { describe, expect, test } from "bun:test"
import type { Entry } from "../src/commands.ts"
import { readQuickly } from "../src/quick.ts"
import { check, explain, type Specification } from "../src/specification.ts"
import { runTree } from "../src/tree.ts"

async function readByTree(specification: Specification, argv: readonly string[]): Promise<unknown> {
  let read: unknown
  const entry: Entry = {
    specification,
    load: async () => async (options) => {
      read = options
      return 0
    },
  }
  expect(await runTree([specification.name, ...argv], [entry])).toBe(0)
  return read
}

describe("plain uses are read alike", () => {
  const cases: readonly (readonly [Specification, readonly string[]])[] = [
    [check, []],
    [check, ["git status"]],
    [check, ["-"]],
    [check, ["--", "-x"]],
    [check, ["--", "--json"]],
    [check, ["--json", "git status"]],
    [check, ["git status", "--json"]],
    [check, ["--directory", "/a b", "git status"]],
    [check, ["--directory=/a=b", "git status"]],
    [check, ["--directory", "/a", "--cwd", "/b", "--json", "--", "git status"]],
    [check, ["--policy", "self", "git status"]],
    [check, ["--policy", "self", "--policy=isolated-git", "git status"]],
    [check, ["--batch"]],
    [check, [""]],
    [check, ["--", "--"]],
    [check, ["git commit -m 'ü\n$(x)'"]],
    [explain, ["--json", "git status"]],
    [explain, ["--cwd=", "x"]],
  ]
  for (const [specification, argv] of cases) {
    test(JSON.stringify([specification.name, ...argv]), async () => {
      const quickly = readQuickly(specification, argv)
      expect(quickly).toBeDefined()
      expect(await readByTree(specification, argv)).toEqual(quickly)
    })
  }
})

describe("what is not plain is left to the tree", () => {
  const cases: readonly (readonly string[])[] = [
    ["--help"],
    ["-h"],
    ["--version"],
    ["--completions", "bash"],
    ["--unknown", "x"],
    ["-x"],
    ["a", "b"],
    ["--policy", "other", "x"],
    ["--json=yes", "x"],
    ["--directory"],
    ["--directory", "-x", "y"],
    ["--directory", "a", "--directory", "b", "x"],
    ["--no-json", "x"],
    ["--jso", "x"],
  ]
  for (const argv of cases) test(argv.join(" "), () => expect(readQuickly(check, argv)).toBeUndefined())
})
