/**
 * `npm run fuzz [-- RUNS [SEED]]`: random texts for the reader and for the whole guard. No throw, bounded time, the
 * same answer twice. Prints the seed, with which a run can be repeated.
 */
import { Guard } from "../packages/guard/src/index.ts"
import { fuzz } from "../packages/guard/test/shell/fuzz.ts"
import { fuzzVerdicts } from "../packages/guard/test/verdict-fuzz.ts"

const runs = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31))
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error("usage: npm run fuzz [-- RUNS [SEED]]")
  process.exit(1)
}

const guard = await Guard.load()
console.log(`seed ${seed}`)
for (const [name, check] of [
  ["reader", () => fuzz(runs, seed)],
  ["guard", () => fuzzVerdicts(guard, runs, seed)],
] as const) {
  try {
    check()
  } catch (error) {
    console.log(`${name}: ${(error as Error).message}`)
    process.exit(1)
  }
  console.log(`${name}: ${runs} texts`)
}
