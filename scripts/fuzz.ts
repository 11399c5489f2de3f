/**
 * `npm run fuzz [-- RUNS [SEED]]`: random texts for the reader and for the whole guard, random frames and requests for
 * the shim. No throw, bounded time, the same answer twice. Prints the seed, with which a run can be repeated.
 */
import { Guard } from "../packages/guard/src/index.ts"
import { fuzz } from "../packages/guard/test/shell/fuzz.ts"
import { fuzzVerdicts } from "../packages/guard/test/verdict-fuzz.ts"
import { fuzzArgv, fuzzFrames, fuzzServer } from "../packages/shim/test/fuzz.ts"
import { serverForFuzz } from "../packages/shim/test/support/fuzzed.ts"

const runs = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31))
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error("usage: npm run fuzz [-- RUNS [SEED]]")
  process.exit(1)
}

const guard = await Guard.load()
const served = await serverForFuzz()
console.log(`seed ${seed}`)
for (const [name, check] of [
  ["reader", () => fuzz(runs, seed)],
  ["guard", () => fuzzVerdicts(guard, runs, seed)],
  ["inventory", () => fuzzArgv(served.root, runs, seed)],
  ["frames", () => fuzzFrames(runs, seed)],
  ["server", () => fuzzServer(served.path, served.answers, runs, seed)],
] as const) {
  try {
    await check()
  } catch (error) {
    console.log(`${name}: ${(error as Error).message}`)
    process.exit(1)
  }
  console.log(`${name}: ${runs} runs`)
}
await served.close()
