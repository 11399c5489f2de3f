/** `npm run check`: the fast parts of `npm test`. */
import { checks } from "./checks.ts"

const results = await Promise.all(checks.map(async (check) => ({ name: check.name, ...(await check.run()) })))
for (const { name, passed, output } of results) {
  console.log(`${passed ? "passed" : "FAILED"}  ${name}`)
  if (!passed) console.log(output)
}
process.exit(results.every((result) => result.passed) ? 0 : 1)
