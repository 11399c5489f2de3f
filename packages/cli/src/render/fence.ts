/** How the fence of one session stands, for terminals. */
import { bad, good, type Check } from "../harness/client.ts"
import { renderChecks } from "./harness.ts"
import { visible, type Style } from "./style.ts"

/** As `ringfence fence status --json` prints it: nothing missing, null where there is nothing. */
export interface FenceReport {
  readonly directory: string
  readonly isolated: boolean
  /** It is in force for commands that start now. */
  readonly fenced: boolean
  /** A person switched it off. */
  readonly off: boolean
  readonly folder: string | null
  /** Nothing of it is missing or changed. */
  readonly installed: boolean
  /** The user's own hooks that go on running, and where they lie. */
  readonly chained: { readonly folder: string; readonly names: readonly string[] } | null
  /** git runs the fence's hooks beside the user's, which needs 2.54; else in their place, and they run the user's. */
  readonly configuredHooks: boolean
  readonly git: { readonly path: string; readonly version: string } | null
  /** What of the environment it is delivered by. */
  readonly variables: readonly string[]
  readonly problems: readonly string[]
  /** What gets past it, in sentences. */
  readonly limits: readonly string[]
}

/** A verdict, then what it rests on. */
export function renderFence(report: FenceReport, style: Style): string {
  const { directory, fenced } = report
  const verdict = fenced ? style.green("in force") : style.red(report.off ? "switched off" : "not in force")
  return `${style.bold(visible(directory))}: ${verdict}\n${renderChecks(checksOf(report), style)}`
}

function checksOf(report: FenceReport): readonly Check[] {
  const { isolated, off, installed, chained, configuredHooks, git, problems, limits, folder } = report
  if (!isolated)
    return [bad("this is no isolated session", "only isolated sessions are fenced: ringfence session create --isolate")]
  const fix = off ? "ringfence fence on puts it up again" : "ringfence doctor tries it in a scratch worktree"
  const parts = [
    `git in the PATH of a command is ${folder}/bin/git`,
    `git's hooks are in ${folder}/hooks${configuredHooks ? ", beside the user's own" : ""}`,
    ...(chained && chained.names.length > 0
      ? [`the user's own hooks go on running: ${chained.names.join(", ")} in ${chained.folder}`]
      : []),
  ]
  const notes = [
    ...(git ? [`git ${git.version} at ${git.path}`] : []),
    ...limits.map((limit) => `it cannot stop ${limit}`),
  ]
  return [
    ...problems.map((problem) => bad(problem, fix)),
    ...(installed && !off ? parts.map(good) : []),
    ...notes.map((about): Check => ({ about, result: "noted" })),
  ]
}
