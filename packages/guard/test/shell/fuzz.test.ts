import { beforeAll, expect, test } from "bun:test"
import { loadShell } from "../../src/shell/reader.ts"
import { fuzz } from "./fuzz.ts"

beforeAll(loadShell)

test("random texts are read without a fault, the same way twice", () => {
  const runs = Number(process.env["RINGFENCE_FUZZ_RUNS"] ?? 400)
  const seed = Number(process.env["RINGFENCE_FUZZ_SEED"] ?? 20261130)
  expect(() => fuzz(runs, seed)).not.toThrow()
}, 600_000)
