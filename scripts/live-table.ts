/** docs/live-validation.md, of what a run of the live tests came to. */
import type { Outcome } from "../packages/cli/test/live/outcome.ts"

/** The tests of one file, as the test runner counts them. */
export interface Counted {
  readonly file: string
  readonly tests: number
  readonly failed: number
  readonly skipped: number
}

export interface Run {
  readonly date: Date
  /** Where it ran, in words. */
  readonly machine: string
  readonly outcomes: readonly Outcome[]
  readonly files: readonly Counted[]
}

const HEAD = `# Live validation

Written by \`npm run live\`; do not edit. It drives the real clients, in the exact versions below, from npm: each in a home
of its own, against a scripted model on loopback, with everything else out of its reach. Each is started in an isolated
worktree. What is refused must leave no trace: no mark of the command, every ref and file of the main checkout and of the
remote as it was, and the reason, with its code, in what the model is told next. What is allowed must leave its mark.
`

const COLUMNS = `- **without it, the harm is done**: the same command, with no Ringfence installed, resets the main checkout's branch.
- **doctor says that it holds**: after \`ringfence install <client>\` alone; for Codex, that Codex itself trusts the hook.
- **main session**: a reset of the main checkout and a forced push to \`main\` are refused, \`git status\` and a commit of
  one's own go through.
- **after a cd to the main checkout**: by the client's own means: a \`cd\` that its shell keeps, a field of the call, or a
  \`cd\` in it. A reset there is refused, a look at the log goes through.
- **file tools**: a file in the main checkout is not written, one in the worktree is.
- **subagent**: one call through, one refused, and told to the subagent. \`none\`: the client has no subagents.
- **uninstalled, nothing is left**: of lines, files and backups.
`

/** The document. A note says in full what a cell only names. */
export function liveTable({ date, machine, outcomes, files }: Run): string {
  const notes: string[] = []
  const cell = (outcome: string | undefined): string => {
    if (outcome === undefined) return "not run"
    if (outcome === "held" || outcome === "none") return outcome
    notes.push(outcome)
    return `**${outcome.split(":")[0]}** (${notes.length})`
  }
  const clients = [...new Set(outcomes.map(({ title }) => title))]
  const shared = sharedBy(outcomes, clients)
  const of = (title: string): readonly Outcome[] => outcomes.filter((each) => each.title === title)
  const rows = clients.map((title) => [
    title,
    of(title)[0]!.version,
    ...shared.map((property) => cell(of(title).find((each) => each.property === property)?.outcome)),
  ])
  const further = outcomes
    .filter(({ property }) => !shared.includes(property))
    .map(({ title, property, outcome }) => [title, property, cell(outcome)])
  const counted = files.map(({ file, tests, failed, skipped }) => [
    `\`${file}\``,
    String(tests),
    failed > 0 ? `**${failed} failed**` : skipped > 0 ? `${skipped} not run` : "held",
  ])
  return [
    HEAD,
    `Run on ${date.toISOString().slice(0, 10)}, ${machine}.\n`,
    table(["client", "version", ...shared], rows),
    COLUMNS,
    ...(further.length > 0 ? ["What only some have:\n", table(["client", "what", "outcome"], further)] : []),
    ...(notes.length > 0 ? [`${notes.map((note, index) => `${index + 1}. ${escaped(note)}`).join("\n")}\n`] : []),
    "The tests of each file, opencode's plugin and its terminal among them:\n",
    table(["file", "tests", "outcome"], counted),
  ].join("\n")
}

/** The properties that more than one client was asked about, in the order of their first mention. */
function sharedBy(outcomes: readonly Outcome[], clients: readonly string[]): readonly string[] {
  const names = [...new Set(outcomes.map(({ property }) => property))]
  const count = (name: string): number =>
    new Set(outcomes.filter(({ property }) => property === name).map(({ title }) => title)).size
  return clients.length === 1 ? names : names.filter((name) => count(name) > 1)
}

const escaped = (text: string): string => text.replace(/[|<>*_`[\]\\]/g, "\\$&")

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n") + "\n"

/** What the test runner counted, from its report in JUnit's form. */
export function countedIn(report: string): readonly Counted[] {
  return [...report.matchAll(/^ {2}<testsuite ([^>]*)>/gm)].map(([, attributes = ""]) => {
    const value = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ""
    return {
      file: value("file"),
      tests: Number(value("tests")),
      failed: Number(value("failures")),
      skipped: Number(value("skipped")),
    }
  })
}
