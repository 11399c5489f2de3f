import { describe, expect, test } from "bun:test"
import { memorable, rule, unapproved } from "../../src/permission/evaluate.ts"
import { type Layer, readRules } from "../../src/permission/rule.ts"

const layer = (whose: string, rules: unknown, under?: unknown): Layer => ({
  whose,
  rules: readRules(rules, "/home/ada", "config.json"),
  ...(under === undefined
    ? {}
    : { under: { whose: `under ${whose}`, rules: readRules(under, "/home/ada", "config.json") } }),
})
const bash = (...patterns: readonly string[]) => ({ permission: "bash", patterns })

describe("layers together", () => {
  const cases: readonly (readonly [
    name: string,
    layers: readonly Layer[],
    patterns: readonly string[],
    expected: string,
  ])[] = [
    ["nobody says anything: bash is allowed", [], ["ls"], "allow"],
    ["the own rules allow", [layer("own", { bash: "allow" })], ["ls"], "allow"],
    [
      "the own ask is an ask, whatever the parent allows",
      [layer("own", { bash: "ask" }), layer("parent", "allow")],
      ["ls"],
      "ask",
    ],
    ["a parent's ask lowers the own allow", [layer("own", "allow"), layer("parent", { bash: "ask" })], ["ls"], "ask"],
    [
      "a parent's deny is a ceiling",
      [layer("own", "allow"), layer("parent", { bash: { "git push *": "deny" } })],
      ["git push"],
      "deny",
    ],
    [
      "a deny that a later rule lifts is none",
      [layer("own", {}), layer("parent", { bash: { "*": "deny", "ls*": "allow" } })],
      ["ls"],
      "allow",
    ],
    [
      "one denied pattern denies the request",
      [layer("own", { bash: { "*": "allow", "rm *": "deny" } })],
      ["ls", "rm x"],
      "deny",
    ],
    ["one open pattern asks", [layer("own", { bash: { "*": "ask", ls: "allow" } })], ["ls", "cat x"], "ask"],
    [
      "what lies under speaks where the layer does not",
      [layer("root", { edit: "allow" }, { bash: "ask" })],
      ["ls"],
      "ask",
    ],
    ["what lies under is overruled", [layer("root", { bash: "allow" }, { bash: "ask" })], ["ls"], "allow"],
    ["but its deny is not", [layer("root", { bash: "allow" }, { bash: "deny" })], ["ls"], "deny"],
    ["no pattern is never allowed", [layer("own", "allow")], [], "ask"],
    ["no pattern is denied by what denies everything", [layer("own", { bash: "deny" })], [], "deny"],
    ["no pattern is not denied by what denies something", [layer("own", { bash: { "git *": "deny" } })], [], "ask"],
    ["an empty pattern is none", [layer("own", "allow")], [""], "ask"],
  ]
  for (const [name, layers, patterns, expected] of cases)
    test(name, () => expect(rule(layers, bash(...patterns)).action).toBe(expected as "ask"))

  test("other permissions are asked for by default", () =>
    expect(rule([], { permission: "external_directory", patterns: ["/other/*"] }).action).toBe("ask"))
  test("a refusal says which rule, for what, and whose", () =>
    expect(
      rule([layer("own", "allow"), layer("root", {}, { bash: { "git push *": "deny" } })], bash("ls", "git push")),
    ).toEqual({
      action: "deny",
      refusal: {
        pattern: "git push",
        whose: "under root",
        rule: { permission: "bash", pattern: "git push *", action: "deny" },
      },
    }))
  test("an ask says which patterns are open", () =>
    expect(rule([layer("own", { bash: { "*": "ask", ls: "allow" } })], bash("ls", "cat x", "id"))).toEqual({
      action: "ask",
      open: ["cat x", "id"],
    }))
})

describe("approvals", () => {
  const approved = readRules({ bash: { "git *": "allow", "*x*": "allow" } }, "", "")
  test("cover what they match", () => expect(unapproved(approved, "bash", ["git push", "id", "x"])).toEqual(["id"]))
  test("of another permission cover nothing", () => expect(unapproved(approved, "edit", ["x"])).toEqual(["x"]))
  test("never cover what could not be read", () =>
    expect(unapproved(readRules("allow", "", ""), "bash", [""])).toEqual([""]))
})

describe("what may be remembered", () => {
  test("is what was shown", () =>
    expect(memorable(["git status *", "rm *", "git status *", "*"], ["git status -s", "ls"])).toEqual([
      "git status *",
      "*",
    ]))
  test("is nothing where nothing was shown", () => expect(memorable(["*"], [])).toEqual([]))
})
