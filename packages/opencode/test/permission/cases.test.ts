import { describe, expect, test } from "bun:test"
import { cases } from "./cases.ts"
import { play } from "./driver.ts"

describe("reported permission failures", () => {
  for (const each of cases) test(`${each.id}: ${each.title}`, async () => expect(await play(each)).toEqual([]))
})
