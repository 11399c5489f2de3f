/** `ringfence demo`: what the guard does, on a scratch repository, with real commands. */
import { Guard, type Verdict } from "@ringfence/guard"
import { ExitCode, Failure } from "../failure.ts"
import { styleFor, type Style } from "../render/style.ts"
import { renderTable } from "../render/table.ts"
import { columns, print, say, wantsColor } from "../terminal.ts"
import { copyScene, createScene, removeScene, runIn, type Scene } from "./demo/scene.ts"
import { SCRIPT } from "./demo/script.ts"
import { differences, takeSnapshot, type Snapshot } from "./demo/snapshot.ts"

interface Row {
  readonly command: string
  readonly verdict: Verdict
  /** What others noticed of an allowed command, which really ran. */
  readonly happened: readonly string[]
  /** For a denied one: what others notice where no guard stands in the way. */
  readonly unguarded?: readonly string[]
}

/** The unguarded runs go on in the background while the next commands are asked about. */
type Pending = Omit<Row, "unguarded"> & { readonly unguarded?: Promise<readonly string[]> }

export async function runDemo(): Promise<number> {
  if (!Bun.which("git")) throw new Failure("git was not found; the demo needs it")
  say("ringfence: setting up a scratch repository: a main checkout, an origin, a sibling session and an isolated child")
  const guard = await Guard.load()
  const { rows, damage } = await withScene(createScene, async (scene) => {
    const before = await takeSnapshot(scene)
    const pending: Pending[] = []
    let now = before
    for (const command of SCRIPT) {
      const step = await runGuarded(guard, scene, command, now)
      pending.push(step.row)
      now = step.after
    }
    const rows = await Promise.all(pending.map(settle))
    return { rows, damage: differences(before, await takeSnapshot(scene)) }
  })
  print(report(rows, damage, styleFor(wantsColor())))
  return damage.length === 0 ? ExitCode.allowed : ExitCode.failed
}

/** A scene for as long as `use` takes; interrupting the demo removes it too. */
async function withScene<T>(create: () => Promise<Scene>, use: (scene: Scene) => Promise<T>): Promise<T> {
  const scene = await create()
  const interrupt = (): void => void removeScene(scene).then(() => process.exit(ExitCode.failed))
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt)
  try {
    return await use(scene)
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt)
    await removeScene(scene)
  }
}

interface Step {
  readonly row: Pending
  readonly after: Snapshot
}

/** Asks the guard first; what it allows is run in the child, what it denies in a copy that is thrown away. */
async function runGuarded(guard: Guard, scene: Scene, command: string, before: Snapshot): Promise<Step> {
  const verdict = guard.check({ command, directory: scene.child, cwd: scene.child, env: scene.env })
  if (verdict.verdict === "allow") {
    const { happened, after } = await runAndCompare(scene, command, before)
    return { row: { command, verdict, happened }, after }
  }
  const copy = await copyScene(scene)
  const unguarded = withScene(
    async () => copy,
    async () => (await runAndCompare(copy, command, before)).happened,
  )
  return { row: { command, verdict, happened: [], unguarded }, after: before }
}

async function settle({ unguarded, ...row }: Pending): Promise<Row> {
  return unguarded ? { ...row, unguarded: await unguarded } : row
}

async function runAndCompare(
  scene: Scene,
  command: string,
  before: Snapshot,
): Promise<{ readonly happened: readonly string[]; readonly after: Snapshot }> {
  const { code, output } = await runIn(scene, scene.child, command)
  const after = await takeSnapshot(scene)
  const noticed = differences(before, after)
  const complaint = output.trim().split("\n").at(-1)
  return { happened: code === 0 ? noticed : [...noticed, `git itself failed: ${complaint}`], after }
}

function report(rows: readonly Row[], damage: readonly string[], style: Style): string {
  const table = renderTable(
    [
      { heading: "COMMAND", width: { share: 5 } },
      { heading: "VERDICT", width: 7 },
      { heading: "WHY", width: { share: 4 } },
      { heading: "WHAT REALLY HAPPENED TO MAIN AND THE OTHERS", width: { share: 5 } },
    ],
    rows.map((row) => [
      { text: row.command },
      row.verdict.verdict === "allow" ? { text: "allow", paint: style.green } : { text: "DENY", paint: style.red },
      { text: why(row.verdict) },
      { text: outcome(row), ...(row.unguarded ? {} : { paint: style.dim }) },
    ]),
    columns(),
  )
  const denied = rows.filter((row) => row.unguarded !== undefined)
  const harmful = denied.filter((row) => row.unguarded!.length > 0)
  const summary = [
    `${rows.length - denied.length} commands were allowed and run in the child's worktree; ${denied.length} were denied and not run.`,
    `Run unguarded in a throw-away copy, ${harmful.length} of those ${denied.length} damaged what is not the child's.`,
    damage.length === 0
      ? style.green(
          "Main, everybody else's branches here and on the origin, the stash and the sibling are exactly as they were.",
        )
      : style.red(`The work of others was changed: ${damage.join("; ")}`),
  ]
  return `${table}\n\n${summary.join("\n")}\n`
}

function why(verdict: Verdict): string {
  if (verdict.verdict === "allow") {
    return verdict.effects.length === 0 ? "only reads" : "changes only what is the child's own"
  }
  const reason = /^Reason: \[[^\]]*\] (.*)$/m.exec(verdict.reason ?? "")?.[1]
  return `[${verdict.code?.split("/").at(-1)}] ${reason ?? ""}`.trim()
}

function outcome({ happened, unguarded }: Row): string {
  if (unguarded === undefined) return happened.length === 0 ? "nothing" : happened.join("; ")
  return `nothing. Unguarded: ${unguarded.length === 0 ? "nothing this time" : unguarded.join("; ")}`
}
