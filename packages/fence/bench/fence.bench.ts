/**
 * What the fence costs: the same git with and without it, side by side in one run. Run with `npm run bench`; ratios of
 * one run may be compared, not times of two machines. Both the time that passes and the time of processors are shown; the
 * bounds are held to the latter, for the former is also that of whatever else runs. Exits 1 where one is not kept.
 */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Fence } from "@ringfence/fence"
import { writeRecord } from "@ringfence/guard"
import { copyScene, OWN_BRANCH } from "@ringfence/guard/fixture"

const NEW_REFS = 10_000

const scene = copyScene()
writeRecord(scene.gitDirs.own, { version: 1, branch: OWN_BRANCH, session: "ses_bench", integration: "orchestrator" })
const prepared = Fence.prepare({ directory: scene.own, env: scene.env })
if (!prepared.fenced) throw new Error(`the fence is not up: ${prepared.problems.join("; ")}`)
const fenced = { ...scene.env, ...prepared.env }

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

interface Cost {
  /** Milliseconds that passed, and that it and all it started had a processor. */
  readonly wall: number
  readonly processor: number
}

/** One run; a command that fails measures nothing. */
function timed(argv: readonly string[], env: Readonly<Record<string, string>>): Cost {
  const git = Bun.which("git", { PATH: env["PATH"]! })!
  const begun = performance.now()
  const ran = Bun.spawnSync([git, ...argv], { cwd: scene.own, env, stdout: "ignore", stderr: "pipe" })
  const wall = performance.now() - begun
  if (ran.exitCode !== 0) throw new Error(`git ${argv.join(" ")}: ${ran.stderr.toString()}`)
  return { wall, processor: Number(ran.resourceUsage.cpuTime.total) / 1000 }
}

interface Case {
  readonly name: string
  readonly argv: readonly string[]
  readonly rounds: number
  /** The ratio that is promised. */
  readonly bound?: number
  /** Makes the next run like the first. */
  readonly before?: () => void
}

/** So many branches that no fetch has seen. */
function growRemote(): void {
  const asked = Bun.spawnSync(["git", "rev-parse", "main"], { cwd: scene.origin, env: scene.env })
  const commit = asked.stdout.toString().trim()
  const names = Array.from({ length: NEW_REFS }, (_, index) => `refs/heads/zz/${String(index).padStart(5, "0")}`)
  appendFileSync(join(scene.origin, "packed-refs"), names.map((name) => `${commit} ${name}\n`).join(""))
}

function forgetFetched(): void {
  for (const folder of ["refs", "logs/refs"])
    rmSync(join(scene.commonDir, folder, "remotes/origin/zz"), { recursive: true, force: true })
  const packed = join(scene.commonDir, "packed-refs")
  const kept = readFileSync(packed, "utf8")
    .split("\n")
    .filter((line) => !line.includes("/origin/zz/"))
  writeFileSync(packed, kept.join("\n"))
}

const cases: readonly Case[] = [
  { name: "git status", argv: ["status"], rounds: 200, bound: 1.5 },
  { name: "git log -1", argv: ["log", "-1", "--format=%H"], rounds: 100 },
  { name: "git commit", argv: ["commit", "-q", "--allow-empty", "-m", "x"], rounds: 100, bound: 3 },
  { name: "git checkout -b (asks the guard)", argv: ["checkout", "-q", "-B", "another"], rounds: 20 },
  { name: "git fetch, nothing new", argv: ["fetch", "-q"], rounds: 30 },
]

const COLUMNS = ["bare", "fenced", "ratio", "bare", "fenced", "ratio"]
console.log(`${"".padEnd(34)}${"time that passes".padStart(27)}${"time of processors".padStart(27)}   (ms, p50)`)
console.log("".padEnd(34) + COLUMNS.map((name) => name.padStart(9)).join(""))

/** Whether the case keeps to its bound. */
function compare({ name, argv, rounds, bound, before }: Case): boolean {
  const costs = { bare: [] as Cost[], fenced: [] as Cost[] }
  for (let round = -1; round < rounds; round++) {
    before?.()
    const bare = timed(argv, scene.env)
    before?.()
    const inside = timed(argv, fenced)
    if (round < 0 && rounds > 5) continue
    costs.bare.push(bare)
    costs.fenced.push(inside)
  }
  const figures = (["wall", "processor"] as const).flatMap((kind) => {
    const [low, high] = [median(costs.bare.map((cost) => cost[kind])), median(costs.fenced.map((cost) => cost[kind]))]
    return [low, high, high / low]
  })
  const within = bound === undefined || figures.at(-1)! <= bound
  const promise = bound === undefined ? "" : within ? `≤ ${bound}` : `ABOVE ${bound}`
  console.log(`${name.padEnd(34)}${figures.map((figure) => figure.toFixed(2).padStart(9)).join("")}   ${promise}`)
  return within
}

const within = cases.map(compare)
growRemote()
within.push(
  compare({
    name: `git fetch, ${NEW_REFS} new refs`,
    argv: ["fetch", "-q"],
    rounds: 3,
    bound: 1.3,
    before: forgetFetched,
  }),
)
scene.remove()
process.exit(within.every(Boolean) ? 0 : 1)
