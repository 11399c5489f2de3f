/** The log for a terminal. */
import type { Verbs } from "@ringfence/opencode/verbs"
import { visible, type Style } from "./style.ts"
import { renderFitted, type Cell } from "./table.ts"

const COLUMNS = [
  { heading: "when" },
  { heading: "what" },
  { heading: "session" },
  { heading: "code" },
  { heading: "by" },
  { heading: "command", most: 80 },
]

/** One entry a line, what was repeated with how often. */
export function renderLog(entries: readonly Verbs.LogEntry[], style: Style): string {
  const rows = entries.map((entry): readonly Cell[] => [
    { text: new Date(entry.last).toISOString().replace(/\.\d+Z$/, "Z"), paint: style.dim },
    {
      text: entry.kind + (entry.times > 1 ? ` ×${entry.times}` : ""),
      ...(entry.kind === "denial" ? { paint: style.red } : {}),
    },
    { text: entry.session ?? "-" },
    { text: visible(entry.code ?? "-"), paint: style.cyan },
    { text: entry.by ?? "-" },
    { text: visible(about(entry)) },
  ])
  return renderFitted(COLUMNS, rows)
}

/** The command; where it was about something else, what that was. */
function about({ command, detail }: Verbs.LogEntry): string {
  if (command !== undefined) return command.replaceAll(/\s*\n\s*/g, " ⏎ ")
  const { pattern, patterns, message } = detail
  const told = [message, pattern, patterns].flat().filter((text) => typeof text === "string")
  return told.join(", ") || "-"
}
