/**
 * `npm test`: every check and every test file. The last line is `N passed, N failed` and nothing else.
 * With arguments, only the test files that match them.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { bundle } from "./bundle.ts"
import { checks, cleanEnvironment } from "./checks.ts"

interface Count {
  readonly passed: number
  readonly failed: number
}

async function runChecks(): Promise<Count> {
  const results = await Promise.all(checks.map(async (check) => ({ name: check.name, ...(await check.run()) })))
  for (const { name, passed, output } of results) console.log(passed ? `passed  ${name}` : `FAILED  ${name}\n${output}`)
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function runTests(patterns: readonly string[]): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), "ringfence-test-"))
  const report = join(folder, "report.xml")
  try {
    const argv = [
      "test",
      "--only-failures",
      "--timeout=180000",
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      ...workers(),
      ...patterns,
    ]
    const child = Bun.spawn([process.execPath, ...argv], {
      env: cleanEnvironment(),
      stdin: "ignore",
      stdout: "inherit",
      stderr: "inherit",
    })
    const code = await child.exited
    return await count(report, code)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One more than there are cores: many a test waits for something. */
const workers = (): readonly string[] => [`--parallel=${Math.min(availableParallelism() + 1, 4)}`]

/** What the runner reported. A run that ended badly without a failed test (a crash, a leak) counts as one. */
async function count(report: string, code: number): Promise<Count> {
  const text = await Bun.file(report)
    .text()
    .catch(() => "")
  const suites = /<testsuites\b[^>]*>/.exec(text)?.[0] ?? ""
  const attribute = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suites)?.[1] ?? 0)
  const failed = attribute("failures") + attribute("errors")
  const skipped = attribute("skipped")
  if (skipped > 0) console.log(`FAILED  ${skipped} tests were skipped`)
  const passed = attribute("tests") - failed - skipped
  const crashed = passed === 0 || (code !== 0 && failed === 0) ? 1 : 0
  if (crashed) console.log(`FAILED  the test run ended with exit code ${code}`)
  return { passed, failed: failed + skipped + crashed }
}

const patterns = process.argv.slice(2)
const checked = patterns.length === 0 ? await runChecks() : { passed: 0, failed: 0 }
// Most of what the tests of the command line wait for is its start.
await bundle("dist/cli")
const tested = await runTests(patterns)
const failed = checked.failed + tested.failed
console.log(`${checked.passed + tested.passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
