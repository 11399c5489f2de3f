/**
 * What the guard costs, as ratios over the bare parse of the same text in the same run.
 * Run with `npm run bench`; figures of one run may be compared with each other, not with another machine's.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measure } from "mitata"
import { Guard } from "../src/index.ts"
import { parseTree } from "../src/shell/parser.ts"
import { stateFromDisk } from "../src/state/disk.ts"

const scene = makeScene()
const guard = await Guard.load()
const env = { ...process.env, RINGFENCE_DATA: scene.data, HOME: scene.data }
const session = { directory: scene.own, env }

const SHORT = ["git status", "git add -A && git commit -m 'fix: parser'", "ls -la src | head -20", "git rebase main"]
const TYPICAL = `cd src && npm test -- --run 2>&1 | tail -40 && git diff --stat && git log --oneline -5 origin/main..HEAD`
const LONG = Array.from(
  { length: 60 },
  (_, n) => `mkdir -p out/${n} && cp src/app.txt "out/${n}/app-${n}.txt" || echo "failed ${n}"`,
).join("\n")

/** p50 and p99 in microseconds. */
async function microseconds(run: () => unknown): Promise<{ p50: number; p99: number }> {
  const stats = await measure(run, { min_cpu_time: 300e6 })
  return { p50: stats.p50 / 1000, p99: stats.p99 / 1000 }
}

const row = (name: string, value: { p50: number; p99: number }, floor?: number): void =>
  console.log(
    `${name.padEnd(44)} ${value.p50.toFixed(2).padStart(10)} µs p50 ${value.p99.toFixed(2).padStart(10)} µs p99` +
      (floor === undefined ? "" : ` ${(value.p50 / floor).toFixed(2).padStart(7)} x the bare parse`),
  )

let n = 0
/** A text never seen before: a comment at its end defeats the cache and costs the parser next to nothing. */
const fresh = (text: string): string => `${text} #${n++}`

for (const [name, text] of [
  ...SHORT.map((text) => [text, text] as const),
  ["typical", TYPICAL] as const,
  ["long (60 lines)", LONG] as const,
]) {
  const parse = await microseconds(() => parseTree(fresh(text))?.delete())
  row(`parse    ${name}`, parse)
  row(`check    ${name}`, await microseconds(() => guard.check({ ...session, command: fresh(text) })), parse.p50)
  row(`  again  ${name}`, await microseconds(() => guard.check({ ...session, command: text })), parse.p50)
}

row(
  "ownership, warm",
  await microseconds(() =>
    stateFromDisk({ directory: scene.own, cwd: scene.own, env, fenced: false, lifted: new Set() }),
  ),
)
const cold: number[] = []
for (let index = 0; index < 30; index++) {
  const other = makeScene()
  const started = performance.now()
  stateFromDisk({
    directory: other.own,
    cwd: other.own,
    env: { ...env, RINGFENCE_DATA: other.data },
    fenced: false,
    lifted: new Set(),
  })
  cold.push((performance.now() - started) * 1000)
  rmSync(other.root, { recursive: true })
}
cold.sort((a, b) => a - b)
row("ownership, cold", { p50: cold[15]!, p99: cold[29]! })

const COMMANDS = 20_000
for (const [name, ask] of [
  ["one by one", guard],
  ["together", guard.together()],
] as const) {
  const started = performance.now()
  for (let index = 0; index < COMMANDS; index++) ask.check({ ...session, command: fresh(SHORT[index % SHORT.length]!) })
  const rate = Math.round(COMMANDS / ((performance.now() - started) / 1000))
  console.log(`in bulk, all texts new, ${name}: ${rate.toLocaleString("en")} commands/s`)
}

for (const [name, text] of hostile()) {
  const begun = performance.now()
  const { verdict } = guard.check({ ...session, command: text })
  console.log(`hostile  ${name.padEnd(34)} ${(performance.now() - begun).toFixed(1).padStart(8)} ms  ${verdict}`)
}

rmSync(scene.root, { recursive: true })

/** The inputs that stopped or slowed the parser when it was measured, with `git` in them. */
function hostile(): readonly (readonly [string, string])[] {
  const MIB = 1024 * 1024
  return [
    ["1 MiB of <", "git x " + "<".repeat(MIB)],
    ["1 MiB of a=(", "git x; " + "a=(".repeat(MIB / 3)],
    ["1 MiB of git NUL", "git \0".repeat(MIB / 5)],
    ["1 MiB of pipes", "git log" + " | cat".repeat(MIB / 6)],
    ["1 MiB of $(", "git " + "$(".repeat(MIB / 2)],
    ["1 MiB in a here-document", `cat <<'EOF'\n${"git merge main\n".repeat(MIB / 15)}EOF\ngit status`],
    ["1 MiB in quotes", `echo '${"a ".repeat(MIB / 2)}' && git merge main`],
    ["1 MiB of lines", "git status\n".repeat(MIB / 11)],
    ["16 KiB of nested subshells", "(".repeat(8192) + "git status" + ")".repeat(8192)],
    ["brace bomb", `git add {${"a,".repeat(50)}b}{${"a,".repeat(50)}b}{${"a,".repeat(50)}b}{1..9999}`],
  ]
}

function makeScene(): { root: string; own: string; data: string } {
  const root = mkdtempSync(join(tmpdir(), "ringfence-bench-"))
  const data = join(root, "data")
  const folder = join(data, "worktree", "project")
  mkdirSync(folder, { recursive: true })
  const setup = `git init -q -b main main && cd main && mkdir src && echo a > src/app.txt && git add . && git commit -qm a &&
    for b in $(seq 1 200); do echo "create refs/heads/other-$b $(git rev-parse HEAD)"; done | git update-ref --stdin && git pack-refs --all &&
    git worktree add -q -b feat/own ../own && git worktree add -q -b feat/sib ../sib`
  const identity = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.org",
  }
  const made = Bun.spawnSync(["bash", "-c", setup], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: data, GIT_CONFIG_NOSYSTEM: "1", ...identity },
  })
  if (!made.success) throw new Error(made.stderr.toString())
  return { root, own: join(folder, "own"), data }
}
