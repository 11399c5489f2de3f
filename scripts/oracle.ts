/**
 * `npm run oracle [-- --seed N] [--cases N] [--only NAME]`: every example in many contexts, judged by the guard and by
 * real git before and after. Prints a table by subcommand and every fault; exits 1 where there is one.
 */
import { parseArgs } from "node:util"
import type { Finding } from "../packages/guard/test/truth/oracle.ts"

const PROCESSES = 2

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    cases: { type: "string", default: "6000" },
    only: { type: "string" },
    shard: { type: "string" },
  },
})
if (values.only !== undefined) process.env["RINGFENCE_ONLY"] = values.only

if (values.shard === undefined) process.exitCode = await overview()
else await work(Number(values.shard))

/** One process's share, a finding a line. */
async function work(shard: number): Promise<void> {
  const { judgeCase, oracleCases } = await import("../packages/guard/test/truth/oracle.ts")
  const mine = oracleCases(Number(values.seed), Number(values.cases)).filter((_, index) => index % PROCESSES === shard)
  await Promise.all(mine.map(async (item) => process.stdout.write(JSON.stringify(await judgeCase(item)) + "\n")))
}

/** Starts the workers, gathers what they find and prints it. */
async function overview(): Promise<number> {
  const started = performance.now()
  const workers = Array.from({ length: PROCESSES }, (_, shard) =>
    Bun.spawn([process.execPath, import.meta.path, ...Bun.argv.slice(2), "--shard", String(shard)], {
      stdout: "pipe",
      stderr: "inherit",
    }),
  )
  const findings = (await Promise.all(workers.map(({ stdout }) => gather(stdout)))).flat()
  const failed = (await Promise.all(workers.map((worker) => worker.exited))).some((code) => code !== 0)
  const faults = findings.filter(({ fault }) => fault !== undefined)
  for (const { fault, id, told } of faults.toSorted((a, b) => a.id.localeCompare(b.id)))
    console.log(`${fault}: ${id}\n  ${told?.replaceAll("\n", "\n  ")}\n`)
  printTable(findings)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\n${findings.length} cases (seed ${values.seed}), ${faults.length} faults, ${seconds} s`)
  if (failed) console.log("a worker stopped before its end")
  return failed || faults.length > 0 || findings.length === 0 ? 1 : 0
}

/** A worker's findings as they come, with a word on stderr now and then. */
async function gather(stdout: ReadableStream<Uint8Array>): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
    rest = lines.pop()!
    for (const line of lines) {
      const finding = JSON.parse(line) as Finding
      findings.push(finding)
      if (finding.fault !== undefined) console.error(`${finding.fault}: ${finding.id}`)
      if (findings.length % 250 === 0) console.error(`${findings.length} cases of one worker done`)
    }
  }
  return findings
}

function printTable(findings: readonly Finding[]): void {
  const rows = [...Map.groupBy(findings, ({ owner }) => owner)].toSorted(([a], [b]) => a.localeCompare(b))
  const line = (name: string, counts: readonly (number | string)[]): string =>
    name.padEnd(26) + counts.map((count) => String(count).padStart(9)).join("")
  const count = (group: readonly Finding[], fault: Finding["fault"]): number =>
    group.filter((finding) => finding.fault === fault).length
  console.log(line("", ["cases", "denied", "missing", "noisy", "broken"]))
  for (const [owner, group] of [...rows, ["all", findings] as const]) {
    const denied = group.filter(({ verdict }) => verdict === "deny").length
    console.log(
      line(owner, [group.length, denied, count(group, "missing"), count(group, "noisy"), count(group, "broken")]),
    )
  }
}
