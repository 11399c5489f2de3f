/**
 * A session's life in a clone, wherever git is run: nothing outside the inventory. The same by
 * other ways to git: `sh scripts/run clones`.
 */
import { admit } from "@ringfence/guard"
import { expect, setDefaultTimeout, test } from "bun:test"
import { EXPECTED, live, throughShim, type Request } from "./life.ts"

setDefaultTimeout(100_000)

/** Every subcommand that is issued on the way. */
const ISSUED = [
  ...["branch", "check-ref-format", "clone", "config", "fetch", "remote", "reset", "rev-list", "rev-parse"],
  ...["show-ref", "status", "symbolic-ref", "update-ref", "worktree"],
]

const issued = (asked: readonly Request[]): readonly string[] =>
  [...new Set(asked.map(({ argv }) => argv[0]!))].toSorted()

const outside = (subcommand: string): boolean =>
  admit({ argv: [subcommand], cwd: "/", root: "/" }).code === "git-inventory/subcommand"

test("the inventory does not admit everything", () => {
  expect(["checkout", "for-each-ref", "push", "status"].filter(outside)).toEqual(["checkout", "for-each-ref", "push"])
})

test("through the shim: the steps of a life, and nothing outside the inventory is issued", async () => {
  const { told, asked } = await live(throughShim)
  expect(told).toEqual(EXPECTED)
  expect(issued(asked).filter(outside)).toEqual([])
  expect(issued(asked)).toEqual(ISSUED)
  // Files of a repository that fetches them when they are needed.
  const materializing = asked.filter(({ argv }) => argv[0] === "reset")
  expect(materializing.map(({ env }) => env)).toEqual([{ GIT_NO_LAZY_FETCH: "0" }, { GIT_NO_LAZY_FETCH: "0" }])
})
