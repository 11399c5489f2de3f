import { describe, expect, test } from "bun:test"
import { matches } from "../../src/permission/wildcard.ts"

describe("a pattern", () => {
  const cases: readonly (readonly [pattern: string, text: string, expected: boolean, because: string])[] = [
    ["git push", "git push", true, "it is the same text"],
    ["git push", "git push origin", false, "without a star it is that text only"],
    ["git push", "xgit push", false, "it matches the whole"],
    ["*", "", true, "a star is any run, none included"],
    ["*", "a\nb", true, "a star crosses lines"],
    ["grep * /etc/*", "grep root /etc/passwd", true, "a star crosses spaces and slashes"],
    ["grep * /etc/*", "grep root /var/etc", false, "what stands between the stars has to be there"],
    ["/other/*", "/other/a/b/c", true, "a star crosses slashes"],
    ["git log *", "git log", true, "a trailing space and star matches the bare command"],
    ["git log *", "git log -3", true, "and the command with operands"],
    ["git log *", "git logs", false, "but no other command"],
    ["git log*", "git logs", true, "without the space it is a prefix"],
    ["git * *", "git log", true, "the bare form of a pattern with stars"],
    ["git * *", "git", false, "of the last star only"],
    [" *", "", true, "the bare form of nothing"],
    ["?", "a", true, "a question mark is one character"],
    ["?", "", false, "not none"],
    ["?", "ab", false, "not two"],
    ["?", "𝒳", true, "a character outside the basic plane is one"],
    ["a?c*", "abcd", true, "both together"],
    ["*.ts", "a.ts.ts", true, "a star gives back what it took"],
    ["a*b*c", "abbbcb", false, "the end has to match too"],
    ["a.c", "abc", false, "a dot is a dot"],
    ["[ab]", "a", false, "brackets are brackets"],
    ["", "", true, "nothing matches nothing"],
    ["", "a", false, "and only that"],
    ["GIT *", "git push", false, "case counts"],
  ]
  for (const [pattern, text, expected, because] of cases)
    test(`${JSON.stringify(pattern)} ${expected ? "matches" : "does not match"} ${JSON.stringify(text)}: ${because}`, () =>
      expect(matches(pattern, text)).toBe(expected))

  test("costs no more than pattern times text", () => {
    const started = performance.now()
    expect(matches("*a".repeat(200) + "b", "a".repeat(20_000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
