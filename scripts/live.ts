/**
 * `npm run live [-- PART…]`: the tests that drive real clients, those too that `npm test` leaves out for their time. They
 * install the clients from npm into the user's cache folder, where they are not there yet. With arguments, only the files
 * whose path holds one of them. Where the clients are among them, docs/live-validation.md is written.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { OUTCOMES, type Outcome } from "../packages/cli/test/live/outcome.ts"
import { cleanEnvironment, dependency, run } from "./checks.ts"
import { countedIn, liveTable } from "./live-table.ts"

const TABLE = "docs/live-validation.md"
const CLIENTS = "packages/cli/test/live/clients.live.ts"

const wanted = process.argv.slice(2)
const found = [...new Bun.Glob("packages/*/test/{plugin,harness,live}/**/*.{test,live}.ts").scanSync()].sort()
const files = found.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
if (files.length === 0) {
  console.error(`no live test matches ${wanted.join(" ")}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), "ringfence-live-"))
const [outcomes, report] = [join(folder, "outcomes"), join(folder, "report.xml")]
const argv = ["test", "--timeout=180000", "--reporter=junit", `--reporter-outfile=${report}`]
const child = Bun.spawn([process.execPath, ...argv, ...files.map((file) => `./${file}`)], {
  env: { ...cleanEnvironment(), [OUTCOMES]: outcomes },
  stdio: ["ignore", "inherit", "inherit"],
})
const code = await child.exited
if (files.includes(CLIENTS)) await write()
rmSync(folder, { recursive: true, force: true })
process.exit(code)

async function write(): Promise<void> {
  const git = (await run(["git", "--version"])).output.trim()
  const lines = existsSync(outcomes) ? readFileSync(outcomes, "utf8").trim().split("\n") : []
  const text = liveTable({
    date: new Date(),
    machine: `${process.platform} ${process.arch}, ${git}`,
    outcomes: lines.map((line) => JSON.parse(line) as Outcome),
    files: existsSync(report) ? countedIn(readFileSync(report, "utf8")) : [],
  })
  writeFileSync(TABLE, text)
  const { passed, output } = await run(dependency("oxfmt/bin/oxfmt", TABLE))
  console.error(passed ? `${TABLE} is written` : `${TABLE} is written, but not formatted: ${output}`)
}
