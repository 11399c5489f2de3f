import { describe, expect, test } from "bun:test"
import { decisive, expandHome, Malformed, readRules } from "../../src/permission/rule.ts"

const read = (input: unknown) => readRules(input, "/home/ada", "config.json")

describe("rules of a configuration", () => {
  test("are read in the order of their keys", () =>
    expect(read({ bash: { "*": "ask", "git *": "allow", "git push *": "deny" }, external_directory: "ask" })).toEqual([
      { permission: "bash", pattern: "*", action: "ask" },
      { permission: "bash", pattern: "git *", action: "allow" },
      { permission: "bash", pattern: "git push *", action: "deny" },
      { permission: "external_directory", pattern: "*", action: "ask" },
    ]))
  test("are none where there is nothing", () => expect(read(undefined)).toEqual([]))
  test("are one for everything where a word stands for all", () =>
    expect(read("ask")).toEqual([{ permission: "*", pattern: "*", action: "ask" }]))
  test("know the home folder", () =>
    expect(
      read({ external_directory: { "~/tools/*": "allow", "$HOME/x": "deny" } }).map((rule) => rule.pattern),
    ).toEqual(["/home/ada/tools/*", "/home/ada/x"]))
  test("take a key that JavaScript knows otherwise", () =>
    expect(read(JSON.parse('{"__proto__": "deny", "constructor": "ask"}'))).toEqual([
      { permission: "__proto__", pattern: "*", action: "deny" },
      { permission: "constructor", pattern: "*", action: "ask" },
    ]))
})

describe("a rule that cannot be read names its key and its value", () => {
  const cases: readonly (readonly [input: unknown, key: string, value: string])[] = [
    [{ bash: "maybe" }, "permission.bash", '"maybe"'],
    [{ bash: { "git push *": "Deny" } }, 'permission.bash."git push *"', '"Deny"'],
    [{ bash: { "*": true } }, "permission.bash.*", "true"],
    [{ bash: { "*": { deep: "deny" } } }, "permission.bash.*", '{"deep":"deny"}'],
    [{ bash: null }, "permission.bash", "null"],
    [{ bash: ["deny"] }, "permission.bash", '["deny"]'],
    [{ "": "deny" }, 'permission.""', '"deny"'],
    [{ "web fetch": 1 }, 'permission."web fetch"', "1"],
    [[], "permission", "[]"],
    ["no", "permission", '"no"'],
    [null, "permission", "null"],
    [7, "permission", "7"],
    [{ bash: "x".repeat(200) }, "permission.bash", `"${"x".repeat(76)}...`],
  ]
  for (const [input, key, value] of cases)
    test(`${JSON.stringify(input).slice(0, 40)}: ${key}`, () => {
      let thrown: unknown
      try {
        read(input)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toBeInstanceOf(Malformed)
      const { file, key: found, value: shown, message } = thrown as Malformed
      expect([file, found, shown]).toEqual(["config.json", key, value])
      expect(message).toStartWith(`config.json: ${key} is ${value}; expected `)
    })
})

describe("the home folder in a pattern", () => {
  const cases: readonly (readonly [pattern: string, expected: string])[] = [
    ["~", "/home/ada"],
    ["~/x", "/home/ada/x"],
    ["$HOME", "/home/ada"],
    ["$HOME/*", "/home/ada/*"],
    ["~bob/x", "~bob/x"],
    ["$HOMER/x", "$HOMER/x"],
    ["a/~/b", "a/~/b"],
    ["cat ~/x", "cat ~/x"],
  ]
  for (const [pattern, expected] of cases)
    test(`${pattern} is ${expected}`, () => expect(expandHome(pattern, "/home/ada/")).toBe(expected))
  test("stays as it is where no home is known", () => expect(expandHome("~/x", "")).toBe("~/x"))
})

describe("the last rule that matches decides", () => {
  const rules = read({ "*": "ask", bash: { "*": "allow", "git *": "deny", "git status": "allow" }, "web*": "deny" })
  const cases: readonly (readonly [permission: string, pattern: string, expected: string])[] = [
    ["bash", "ls", "allow"],
    ["bash", "git push", "deny"],
    ["bash", "git status", "allow"],
    ["bash", "git status -s", "deny"],
    ["edit", "a.txt", "ask"],
    ["webfetch", "x", "deny"],
  ]
  for (const [permission, pattern, expected] of cases)
    test(`${permission} ${pattern}: ${expected}`, () =>
      expect(decisive(rules, permission, pattern)?.action).toBe(expected as "ask"))
  test("nothing decides where nothing matches", () => expect(decisive(rules.slice(1, 3), "edit", "x")).toBeUndefined())
})
