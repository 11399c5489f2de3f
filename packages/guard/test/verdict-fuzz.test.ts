import { expect, test } from "bun:test"
import { Guard } from "../src/index.ts"
import { fuzzVerdicts } from "./verdict-fuzz.ts"

test("random texts are decided without a fault, in time, the same way twice", async () => {
  const guard = await Guard.load()
  expect(() => fuzzVerdicts(guard, 300, 20_261_130)).not.toThrow()
}, 120_000)
