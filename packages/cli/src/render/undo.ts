/** What undoing will do, and which refs were changed, for terminals. */
import { Journal } from "@ringfence/fence/journal"
import { visible, type Style } from "./style.ts"
import { renderFitted, type Cell } from "./table.ts"

/** A step with what became of it. */
export interface Shown extends Journal.Judged {
  readonly undone: boolean
  readonly failed?: string
}

/** Every ref in a line: whose it is, from where to where; below it what there is to know. */
export function renderUndo(session: string, steps: readonly Journal.Judged[], style: Style): string {
  return [`${style.bold(session)}:`, ...steps.flatMap((step) => stepLines(step, style))].join("\n")
}

function stepLines(
  { ref, own, left, back, state, told, commands, since }: Journal.Judged,
  style: Style,
): readonly string[] {
  const way =
    back === undefined
      ? "is deleted"
      : left === undefined
        ? `is made again at ${Journal.shown(back)}`
        : `goes back from ${Journal.shown(left)} to ${Journal.shown(back)}`
  const paint = state === "ready" ? style.green : style.red
  const whose = own ? "its own" : "not its own"
  const time = since === undefined ? undefined : stamp(since)
  return [
    `  ${style.cyan(visible(ref))} (${whose}) ${paint(state === "ready" ? way : "stays as it is")}`,
    ...(told === undefined ? [] : [`    ${visible(told)}`]),
    ...(time === undefined ? [] : [`    only what it did since ${time}: somebody else changed it before that`]),
    ...commands.slice(0, SHOWN).map((command) => `    ${style.dim(`$ ${oneLine(command)}`)}`),
    ...(commands.length > SHOWN ? [`    ${style.dim(`and ${commands.length - SHOWN} more`)}`] : []),
  ]
}

/** How many commands a ref is shown with. */
const SHOWN = 5

const oneLine = (command: string): string => visible(command.replaceAll(/\s*\n\s*/g, " ⏎ "))

const stamp = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z")

const COLUMNS = [
  { heading: "when" },
  { heading: "session" },
  { heading: "ref" },
  { heading: "from" },
  { heading: "to" },
  { heading: "command", most: 80 },
]

export interface Logged extends Journal.Change {
  readonly session: string
}

/** One change a line. */
export function renderRefs(changes: readonly Logged[], style: Style): string {
  const rows = changes.map((change): readonly Cell[] => [
    { text: stamp(change.time), paint: style.dim },
    { text: visible(change.session) },
    { text: visible(change.ref), paint: style.cyan },
    { text: Journal.shown(change.old) },
    { text: Journal.shown(change.new) },
    { text: oneLine(change.command ?? "-") },
  ])
  return renderFitted(COLUMNS, rows)
}
