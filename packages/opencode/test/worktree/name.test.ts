/** Names for worktrees and branches. */
import { describe, expect, test } from "bun:test"
import { assert, property, string } from "fast-check"
import { branchFor, candidates, slug, takenBy } from "../../src/worktree/name.ts"

describe("slug", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["Fix the login (again)!", "fix-the-login-again"],
    ["  -- leading and trailing -- ", "leading-and-trailing"],
    ["Crème brûlée", "creme-brulee"],
    ["../../etc/passwd", "etc-passwd"],
    ["@{-1}", "1"],
    ["修复登录", "session"],
    ["", "session"],
    ["a".repeat(39) + " b", "a".repeat(39)],
    ["x.lock", "x-lock"],
  ]
  for (const [title, expected] of cases) test(JSON.stringify(title), () => expect(slug(title)).toBe(expected))

  test("of anything names a folder and a branch", () => {
    assert(
      property(string({ unit: "binary", maxLength: 200 }), (title) => {
        expect(slug(title)).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/)
      }),
    )
  })
})

test("candidates are the name, then numbered ones", () => {
  expect([...candidates("x")].slice(0, 3)).toEqual(["x", "x-2", "x-3"])
})

describe("a branch name is free", () => {
  const { isFree } = takenBy([
    "refs/heads/main",
    "refs/heads/feat/one",
    "refs/heads/Deep/er/still",
    "refs/remotes/origin/release",
    "refs/remotes/my/fork/topic/a",
  ])
  const cases: readonly (readonly [string, boolean])[] = [
    ["fresh", true],
    ["feat/two", true],
    ["main", false],
    ["MAIN", false],
    ["feat", false],
    ["feat/one/more", false],
    ["main/x", false],
    ["deep/er", false],
    ["release", false],
    ["release/x", true],
    ["topic/a", false],
    ["fork/topic/a", false],
  ]
  for (const [branch, expected] of cases) test(`${branch}: ${expected}`, () => expect(isFree(branch)).toBe(expected))
})

test("a worktree's branch lies below ringfence, unless a branch is called so", () => {
  expect(branchFor("x", takenBy([]))).toBe("ringfence/x")
  expect(branchFor("x", takenBy(["refs/heads/ringfence/x"]))).toBeUndefined()
  expect(branchFor("x", takenBy(["refs/heads/ringfence"]))).toBe("ringfence-x")
  expect(branchFor("x", takenBy(["refs/heads/ringfence", "refs/heads/ringfence-x"]))).toBeUndefined()
})
