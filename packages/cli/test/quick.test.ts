/** The quick reader and the command tree read the same options from the same words. */
import { describe, expect, test } from "bun:test"
import { findCommand, type Entry, type Group } from "../src/commands.ts"
import { readQuickly } from "../src/quick.ts"
import { clash, check, explain, type Specification } from "../src/specification.ts"
import { grantApproval, list, run } from "../src/specification/session.ts"
import { runTree } from "../src/tree.ts"

/** Its pattern may be repeated. */
const repeating = {
  name: "repeating",
  about: "",
  options: { pattern: { kind: "texts", metavar: "X", about: "" }, json: { kind: "boolean", about: "" } },
  operands: { id: { metavar: "id", about: "", takes: "one" }, more: { metavar: "more", about: "", takes: "optional" } },
  examples: [],
} as const satisfies Specification

async function readByTree(specification: Specification, argv: readonly string[]): Promise<unknown> {
  let read: unknown
  const entry: Entry = {
    specification,
    load: async () => async (options) => {
      read = options
      return 0
    },
  }
  const group: Group = { name: "group", about: "", entries: [{ name: "inner", about: "", entries: [entry] }] }
  expect(await runTree(["group", "inner", specification.name, ...argv], [group])).toBe(0)
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
    [list, []],
    [run, ["ses_1", "--", "git status"]],
    [run, ["ses_1", "git status"]],
    [run, ["ses_1", "--", "git", "commit", "-m", "a b", "--json"]],
    [run, ["--wait", "5s", "ses_1", "--timeout=1m", "--", "--", "-x"]],
    [grantApproval, ["all", "--once"]],
    [grantApproval, ["--for", "2h", "ses_1", "--permission", "bash", "--pattern=*"]],
    [repeating, ["a"]],
    [repeating, ["a", "b", "--pattern", "x", "--json", "--pattern=", "--pattern=-y"]],
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
  const others: readonly (readonly [Specification, readonly string[]])[] = [
    [list, ["x"]],
    [run, []],
    [run, ["ses_1"]],
    [run, ["ses_1", "--"]],
    [run, ["ses_1", "git", "-x"]],
    [run, ["ses_1", "--json", "--", "git"]],
    [grantApproval, []],
    [grantApproval, ["a", "b"]],
    [grantApproval, ["a", "--once", "--for", "2h"]],
    [grantApproval, ["a", "--rule", "isolated-git/rebase", "--pattern", "*"]],
    [repeating, []],
    [repeating, ["a", "b", "c"]],
  ]
  for (const [specification, argv] of others) {
    test([specification.name, ...argv].join(" "), () => expect(readQuickly(specification, argv)).toBeUndefined())
  }

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

describe("commands within commands", () => {
  const entry = (specification: Specification): Entry => ({ specification, load: async () => async () => 0 })
  const tree = [entry(check), { name: "session", about: "", entries: [entry(list), entry(run)] }]

  test("are found by their words", () => {
    expect(findCommand(["check", "list"], tree)).toMatchObject({ entry: { specification: check }, rest: ["list"] })
    expect(findCommand(["session", "run", "a", "--", "b"], tree)).toMatchObject({
      entry: { specification: run },
      rest: ["a", "--", "b"],
    })
    for (const argv of [[], ["list"], ["session"], ["session", "nope"], ["session", "--json", "list"]])
      expect(findCommand(argv, tree)).toBeUndefined()
  })
})

describe("options that exclude each other", () => {
  test("are named", () => {
    expect(clash(grantApproval, { once: true, for: "2h" })).toEqual(["once", "for"])
    expect(clash(grantApproval, { once: false, for: "2h", rule: "x" })).toBeUndefined()
    expect(clash(grantApproval, { once: true, rule: "x", pattern: "" })).toEqual(["pattern", "rule"])
    expect(clash({ ...repeating, exclusive: [["json", "pattern"]] }, { json: true, pattern: [] })).toBeUndefined()
    expect(clash({ ...repeating, exclusive: [["json", "pattern"]] }, { json: true, pattern: ["x"] })).toBeDefined()
  })

  test("are refused in one line", async () => {
    const entry: Entry = { specification: grantApproval, load: async () => async () => 0 }
    const ran = runTree(["grant-approval", "all", "--once", "--for", "2h"], [entry])
    await expect(ran).rejects.toThrow("--once and --for exclude each other")
  })
})
