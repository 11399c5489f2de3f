/**
 * `npm run bench:hook [-- RUNS]`: what a hook costs on every call, against what others cost, side by side in one run.
 * CPU time of the process and its children (user and system, the median of the runs): a busy machine spoils it least.
 * Only the ratios mean something elsewhere. Exits 1 where the hook answers wrongly, not where it is slow.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeRecord } from "@ringfence/guard"
import { copyScene, OWN_BRANCH } from "@ringfence/guard/fixture"

const RUNS = Number(process.argv[2] ?? 25)

/** A hook as people write them by hand: jq reads the call, git says where it is, node decides. */
const BY_HAND = `#!/bin/bash
payload=$(cat)
command=$(jq -r '.tool_input.command // empty' <<<"$payload")
case $command in
*git*) ;;
*) exit 0 ;;
esac
branch=$(git rev-parse --abbrev-ref HEAD)
COMMAND=$command BRANCH=$branch node -e '
  const { COMMAND, BRANCH } = process.env
  if (/\\bgit\\s+(merge|rebase|push\\s+--force)/.test(COMMAND) && BRANCH !== "main") {
    console.error("not on " + BRANCH)
    process.exit(2)
  }'
`

interface Row {
  readonly name: string
  readonly argv: readonly string[]
}

/** Texts, whether the guard refuses them, and what is aimed at: times \`bun -e 0\`, and times cc-safety-net. */
const TEXTS = [
  { about: "nothing relevant", text: "ls -la src", code: 0, goal: "1.5 and 0.2" },
  { about: "git, read plainly", text: "git commit -m 'fix: parser'", code: 0, goal: "2 and 0.25" },
  { about: "git, refused", text: "git push origin main", code: 2, goal: "" },
  { about: "git, in a loop", text: 'for f in a b; do git log "$f"; done', code: 0, goal: "" },
]

const scene = copyScene()
const folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-bench-")))
try {
  writeRecord(scene.gitDirs.own, { version: 1, branch: OWN_BRANCH, session: "ses_bench", integration: "orchestrator" })
  const env = { ...scene.env, PATH: process.env["PATH"] ?? "", CC_SAFETY_NET_HOME: join(folder, "safety-net") }
  mkdirSync(env.CC_SAFETY_NET_HOME)
  const byHand = join(folder, "hook.sh")
  writeFileSync(byHand, BY_HAND, { mode: 0o755 })
  const dist = join(folder, "dist")
  const built = Bun.spawnSync([process.execPath, "scripts/build.ts", dist], { stdio: ["ignore", "ignore", "pipe"] })
  if (built.exitCode !== 0) throw new Error(built.stderr.toString())
  const safetyNet = join(process.cwd(), "node_modules/cc-safety-net/dist/bin/cc-safety-net.js")
  const node = Bun.which("node") ?? "node"

  const base: Row = { name: "bun -e 0", argv: [process.execPath, "-e", "0"] }
  const net: Row = { name: "cc-safety-net", argv: [node, safetyNet, "hook", "--claude-code"] }
  const hook: Row = { name: "ringfence-hook", argv: [join(dist, "ringfence-hook"), "hook", "claude"] }
  const rows = [
    base,
    hook,
    { name: "ringfence, the script", argv: scriptForm() },
    net,
    { name: "bash, jq, git, node", argv: [byHand] },
  ]

  console.log(`${RUNS} runs, Bun ${process.versions.bun}, node ${version(node)}; CPU ms, and in times of`)
  console.log(
    `\n${"".padEnd(22)}${"".padEnd(24)}${"ms".padStart(8)}${"bun -e 0".padStart(11)}${"cc-safety-net".padStart(16)}`,
  )
  for (const { about, text, code, goal } of TEXTS) {
    const payload = {
      session_id: "bench",
      cwd: scene.own,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: text },
    }
    const stdin = Buffer.from(JSON.stringify(payload))
    const measure = ({ argv }: Row): { readonly cpu: number; readonly code: number | null } => {
      const { resourceUsage, exitCode } = Bun.spawnSync([...argv], {
        cwd: scene.own,
        env,
        stdin,
        stdout: "ignore",
        stderr: "ignore",
      })
      const { user, system } = resourceUsage!.cpuTime
      return { cpu: Number(user + system) / 1000, code: exitCode }
    }
    const answered = measure(hook)
    if (answered.code !== code) throw new Error(`the hook answered ${answered.code} to: ${text}`)
    const times = rows.map((): number[] => [])
    for (let run = 0; run < RUNS; run++) for (const [at, row] of rows.entries()) times[at]!.push(measure(row).cpu)
    const medians = times.map((each) => each.toSorted((a, b) => a - b)[each.length >> 1]!)
    for (const [at, { name }] of rows.entries()) {
      const [own, bun, other] = [medians[at]!, medians[0]!, medians[rows.indexOf(net)]!]
      const wanted = name === hook.name && goal !== "" ? `   wanted: ${goal}` : ""
      const figures = [
        own.toFixed(1).padStart(8),
        (own / bun).toFixed(2).padStart(11),
        (own / other).toFixed(2).padStart(16),
      ]
      console.log(`${(at === 0 ? about : "").padEnd(22)}${name.padEnd(24)}${figures.join("")}${wanted}`)
    }
  }
} finally {
  scene.remove()
  rmSync(folder, { recursive: true, force: true })
}

function scriptForm(): readonly string[] {
  const apart = ["--no-env-file", "--config=/dev/null", `--tsconfig-override=${process.cwd()}/tsconfig.json`]
  return [process.execPath, ...apart, join(process.cwd(), "packages/cli/src/hook.ts"), "claude"]
}

function version(node: string): string {
  return Bun.spawnSync([node, "--version"]).stdout.toString().trim()
}
