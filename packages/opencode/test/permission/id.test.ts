import { expect, test } from "bun:test"
import { newId } from "../../src/permission/id.ts"

test("ids are in the order of their making, many of a millisecond too", () => {
  const ids = Array.from({ length: 5000 }, () => newId("ask"))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toMatch(/^ask_[0-9a-z]{8}[0-9a-v]{8}$/)
})
