/** What a handle means among several. */
import { describe, expect, test } from "bun:test"
import { Ambiguous, pick } from "../../src/verbs/handle.ts"

const among = [
  { id: "ses_1", branch: "fix/parser" },
  { id: "ses_12", branch: "fix/login" },
  { id: "ses_2", branch: "fix/login" },
  { id: "ses_30", branch: "ses_2" },
]

describe("a handle means", () => {
  const cases: readonly (readonly [string, string | undefined, string])[] = [
    ["ses_1", "ses_1", "the whole id, though another begins with it"],
    ["ses_12", "ses_12", "the whole id"],
    ["ses_3", "ses_30", "the beginning of an id"],
    ["ses_2", "ses_2", "an id before a branch of that name"],
    ["fix/parser", "ses_1", "a branch"],
    ["fix", undefined, "no beginning of a branch"],
    ["", undefined, "nothing"],
    ["ses_4", undefined, "none"],
  ]
  for (const [handle, id, name] of cases) {
    test(`${name}: ${JSON.stringify(handle)}`, () => {
      const found = pick(handle, among, ({ branch }) => [branch])
      expect(found instanceof Ambiguous ? found.fits : found?.id).toEqual(id)
    })
  }

  test("several: it says which", () => {
    const found = pick("ses_", among)
    expect(found).toBeInstanceOf(Ambiguous)
    expect((found as Ambiguous).message).toBe("ses_ fits several: ses_1, ses_12, ses_2, ses_30. Give more of the id.")
    expect(pick("fix/login", among, ({ branch }) => [branch])).toBeInstanceOf(Ambiguous)
  })

  test("many: it says how many more", () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ id: `ask_${index}` }))
    expect((pick("ask_", many) as Ambiguous).message).toContain("ask_4 and 4 more.")
  })
})
