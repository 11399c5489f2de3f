/** What was installed, and whether it holds, for people. */
import { verdictOf, type Change, type Check, type Diagnosis, type Status } from "../harness/client.ts"
import type { Guarded } from "../harness/worktrees.ts"
import { visible, type Style } from "./style.ts"
import { renderFitted } from "./table.ts"

const DEEDS: Readonly<Record<Change["did"], string>> = {
  added: "added to",
  replaced: "renewed in",
  kept: "is already in",
  removed: "taken out of",
  restored: "taken out of",
  deleted: "removed, for nothing else was in it:",
}

/** One change in a line. */
export function changeText({ did, file, backup }: Change): string {
  const kept = backup === undefined ? "" : ` (kept as it was in ${visible(backup)})`
  return `${DEEDS[did]} ${visible(file)}${kept}`
}

type Named<A> = A & { readonly client: string }

/** Which clients there are, and what of ours is in them. */
export function renderStatus(found: readonly Named<Status>[], style: Style): string {
  return found
    .map(({ client, program, entries, faults }) => {
      const head = `${style.bold(client)}: ${program === undefined ? "no such program in the PATH" : visible(program)}`
      const lines = entries.map(
        ({ part, scope, file, path, exists, persistentCd }) =>
          `  ${part} (${scope}${persistentCd ? ", --persistent-cd" : ""}): ${visible(file)} → ${visible(path)}${exists ? "" : style.red(" which is not there")}`,
      )
      const nothing = entries.length === 0 && faults.length === 0 ? ["  not installed"] : []
      return [head, ...lines, ...nothing, ...faults.map((fault) => `  ${style.red(visible(fault))}`)].join("\n")
    })
    .join("\n")
}

const MARKS: Readonly<Record<Check["result"], (style: Style) => string>> = {
  good: ({ green }) => green("✓"),
  bad: ({ red }) => red("✗"),
  unknown: ({ yellow }) => yellow("?"),
  noted: ({ yellow }) => yellow("!"),
}

export interface Report {
  readonly clients: readonly Named<Diagnosis>[]
  /** Whether git itself refuses what got past the clients. */
  readonly fence: readonly Check[]
  readonly worktrees: readonly Guarded[]
}

/** Every client with what was looked at, the fence, then every worktree. */
export function renderDiagnosis({ clients, fence, worktrees }: Report, style: Style): string {
  const tried = { client: "fence", verdict: verdictOf(fence), checks: fence }
  const diagnosed = [...clients, tried].map(({ client, verdict, checks }) => {
    const paint = verdict === "enforced" ? style.green : verdict === "not enforced" ? style.red : style.yellow
    return `${style.bold(client)}: ${paint(verdict)}\n${renderChecks(checks, style)}`.trimEnd()
  })
  if (worktrees.length === 0) return diagnosed.join("\n")
  const rows = worktrees.map(({ path, branch, guarded, why, hole }) => [
    { text: visible(path) },
    { text: visible(branch ?? "-") },
    { text: guarded ? "guarded" : "not", paint: guarded ? style.green : hole ? style.red : style.dim },
    { text: visible(why) },
  ])
  const columns = [{ heading: "worktree" }, { heading: "branch" }, { heading: "guarded" }, { heading: "why" }]
  return [...diagnosed, "", renderFitted(columns, rows)].join("\n")
}

/** What was looked at, a line each. */
export const renderChecks = (checks: readonly Check[], style: Style): string =>
  checks.flatMap((check) => checkLines(check, style)).join("\n")

function checkLines({ about, result, fix }: Check, style: Style): readonly string[] {
  const line = `  ${MARKS[result](style)} ${visible(about)}`
  return fix === undefined ? [line] : [line, `    → ${visible(fix)}`]
}
