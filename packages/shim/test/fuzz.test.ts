/** A sample of `npm run fuzz`. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { endlessFrame, fuzzArgv, fuzzFrames, fuzzServer } from "./fuzz.ts"
import { serverForFuzz, type Fuzzed } from "./support/fuzzed.ts"

const SEED = 7

let fuzzed: Fuzzed
beforeAll(async () => void (fuzzed = await serverForFuzz()))
afterAll(() => fuzzed.close())

test("frames", () => expect(() => fuzzFrames(300, SEED)).not.toThrow())
test("a frame without an end", () => expect(endlessFrame).not.toThrow())
test("words", () => expect(() => fuzzArgv(fuzzed.root, 300, SEED)).not.toThrow())
test("a server", async () => {
  await fuzzServer(fuzzed.path, fuzzed.answers, 40, SEED)
  expect(await fuzzed.answers()).toBe(true)
})
