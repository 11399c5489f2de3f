/**
 * `npm run fence [-- --git PATH] [--only TEXT] [--part matrix|agree]`: everything the fence must stop, first without it and then
 * with it, everything that must go on working, and what is known to get past; then every example of the guard's tables,
 * on which guard and fence must agree. By the git of the PATH, or by another. Exits 1 where a row fails.
 */
import { parseArgs } from "node:util"
import { dirname, delimiter, resolve } from "node:path"

const AT_ONCE = 3

const { values } = parseArgs({
  options: { git: { type: "string" }, only: { type: "string" }, part: { type: "string", default: "all" } },
})
if (values.git !== undefined) {
  const folder = dirname(resolve(values.git))
  process.env["PATH"] = [folder, process.env["PATH"]].join(delimiter)
}

const { rows } = await import("../packages/fence/test/matrix/index.ts")
const { agreements } = await import("../packages/fence/test/matrix/agree.ts")
const { VERSION } = await import("../packages/fence/test/matrix/place.ts")

const parts = { matrix: rows, agree: agreements }
const chosen = Object.entries(parts)
  .flatMap(([name, found]) => (values.part === "all" || values.part === name ? found : []))
  .filter(({ group, id }) => values.only === undefined || `${group}: ${id}`.includes(values.only))

const started = performance.now()
const queue = [...chosen]
const counts = new Map<string, Record<string, number>>()
let failed = 0

const worker = async (): Promise<void> => {
  for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
    const result = await row.judge().catch((error: unknown) => ({ fault: `it could not be judged: ${String(error)}` }))
    const outcome = typeof result === "string" ? result : "failed"
    const count = counts.get(row.group) ?? {}
    counts.set(row.group, { ...count, [outcome]: (count[outcome] ?? 0) + 1 })
    if (typeof result === "string") continue
    failed++
    console.log(`FAILED  ${row.group}: ${row.id}\n  ${result.fault.trimEnd().replaceAll("\n", "\n  ")}\n`)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, worker))

const COLUMNS = ["holds", "told", "skipped", "failed"]
console.log("".padEnd(24) + COLUMNS.map((name) => name.padStart(9)).join(""))
for (const [group, count] of counts)
  console.log(group.padEnd(24) + COLUMNS.map((name) => String(count[name] ?? 0).padStart(9)).join(""))
const seconds = Math.round((performance.now() - started) / 1000)
console.log(`\ngit ${VERSION}: ${chosen.length} rows, ${failed} failed, ${seconds} s`)
process.exit(failed > 0 || chosen.length === 0 ? 1 : 0)
