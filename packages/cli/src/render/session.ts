/** Sessions for a terminal. */
import type { Verbs } from "@ringfence/opencode/verbs"
import { visible, type Style } from "./style.ts"
import { renderFitted, type Cell } from "./table.ts"

const LONGEST_TITLE = 40

const COLUMNS = [
  { heading: "id" },
  { heading: "title", most: LONGEST_TITLE },
  { heading: "branch" },
  { heading: "ahead/behind" },
  { heading: "dirty" },
  { heading: "asks" },
  { heading: "directory" },
]

/** One session a line. */
export function renderSessions(sessions: readonly Verbs.OverviewView[], style: Style): string {
  const rows = sessions.map((session): readonly Cell[] => [
    { text: session.id, paint: style.bold },
    { text: visible(session.title) },
    { text: session.branch ?? "-", paint: style.cyan },
    distance(session),
    { text: trouble(session) ?? (session.dirty > 0 ? String(session.dirty) : "-"), paint: style.yellow },
    { text: session.asks > 0 ? String(session.asks) : "-", paint: style.red },
    { text: session.directory },
  ])
  return renderFitted(COLUMNS, rows)
}

const distance = ({ condition, ahead, behind }: Verbs.OverviewView): Cell => ({
  text: condition === "present" ? `${ahead}/${behind}` : "-",
})

/** What is the matter with its folder. */
const trouble = ({ condition, operation }: Pick<Verbs.OverviewView, "condition" | "operation">): string | undefined =>
  condition === "missing" || condition === "unreadable" ? condition : (operation ?? undefined)

/** Everything about one session. */
export function renderStatus(status: Verbs.StatusView, style: Style): string {
  const lines: (readonly [string, string])[] = [
    ["title", visible(status.title)],
    ["directory", status.directory + (status.isolated ? "" : " (shared)")],
    ["branch", branchOf(status)],
    ["changes", changesOf(status)],
    ["parent", status.parent ?? "-"],
  ]
  const sections = [
    section("children", status.children, ({ id, title }) => `${id}  ${visible(title)}`),
    section("waits for an answer", status.asks, ({ id, permission, patterns }) =>
      visible([id, permission, ...patterns].join("  ")),
    ),
    section("grants in force", status.grants, grantLine),
    section("denied lately", status.denials, ({ code, command, times }) =>
      visible([code ?? "", command ?? "", times > 1 ? `(${times} times)` : ""].filter(Boolean).join("  ")),
    ),
  ]
  const head = lines.map(([name, text]) => `${style.dim(name.padEnd(10))} ${text}`)
  return [style.bold(status.id), ...head, ...sections.flat()].join("\n")

  function section<A>(name: string, entries: readonly A[], show: (entry: A) => string): readonly string[] {
    return entries.length === 0 ? [] : ["", style.bold(name), ...entries.map((entry) => `  ${show(entry)}`)]
  }
}

type Grant = Verbs.StatusView["grants"][number]

const grantLine = ({ id, permission, pattern, rule, once }: Grant): string =>
  visible([id, rule ?? permission ?? "any permission", pattern ?? "", once ? "once" : ""].filter(Boolean).join("  "))

function branchOf({ branch, condition, ahead, behind, against, problem }: Verbs.StatusView): string {
  if (condition === "missing") return `${branch ?? "-"} (its folder is gone)`
  if (condition === "unreadable") return `${branch ?? "-"} (${visible(problem ?? "unreadable")})`
  if (condition === "plain") return "- (no repository)"
  const from = against === null ? "" : `, ${ahead} ahead of ${against.replace(/^([0-9a-f]{12})[0-9a-f]+$/, "$1")}`
  return `${branch ?? "detached"}${from}${behind > 0 ? `, ${behind} behind` : ""}`
}

function changesOf({ staged, unstaged, untracked, conflicts, operation }: Verbs.StatusView): string {
  const counted = Object.entries({ staged, unstaged, untracked, conflicts }).filter(([, count]) => count > 0)
  const parts = counted.map(([name, count]) => `${count} ${name}`)
  return [...parts, ...(operation ? [`a ${operation} in progress`] : [])].join(", ") || "none"
}
