/** A session's life in a clone by other ways to git than the shim. Run by `sh scripts/run clones`. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { EXPECTED, live, locally, plainly } from "./life.ts"

setDefaultTimeout(100_000)

test("by a runner in this process", async () => {
  expect((await live(locally)).told).toEqual(EXPECTED)
})

test("by this process itself", async () => {
  expect((await live(plainly)).told).toEqual(EXPECTED)
})
