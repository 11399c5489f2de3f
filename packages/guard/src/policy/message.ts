/** The only place that writes prose for agents. */
import type { Command } from "../shell/program.ts"
import { textOf } from "../shell/value.ts"
import type { State } from "../state/state.ts"
import { quote } from "./isolated-git/remedies.ts"
import type { MoveRule, Remedy, Rule, Stake } from "./rule.ts"
import type { Verdict } from "./verdict.ts"

/** There is no rule behind it: the text was not read. */
const TOO_LONG: Rule = {
  code: "isolated-git/too-long",
  title: "this text names git and is too long or too tangled to be read",
  why: "What cannot be read cannot be shown to leave the work of others alone.",
  refuses: () => undefined,
  remedies: () => [
    { text: "run the git commands of it as calls of their own" },
    { text: "write long data to a file with a quoted here-document, which is not counted" },
  ],
}

const LONGEST_COMMAND = 200

/** What every worktree of a repository has in common with the others. */
export const SHARED =
  "All worktrees of this repository share one ref store, stash, configuration and object store,\nso what this command changes is changed under every other checkout at once."

/** On one line, with nothing in it that a terminal would act on. */
const printable = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[\x00-\x1f\x7f-\x9f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`)

/** What these refuse is not what worktrees share. A clone shares nothing. */
const ELSEWHERE = new Set([
  "isolated-git/foreign-worktree",
  "isolated-git/foreign-remote-branch",
  "isolated-git/too-long",
])

/** The simple command on one line, as argv would have it; long ones are cut. */
export function commandLine(command: Pick<Command, "argv" | "redirections">): string {
  const words = command.argv.map((word) => {
    const text = textOf(word.value)
    return text === undefined ? word.text : quote(text)
  })
  const redirected = command.redirections.flatMap(({ operator, target }) =>
    target && operator.includes(">")
      ? [`${operator} ${textOf(target.value) === undefined ? target.text : quote(textOf(target.value)!)}`]
      : [],
  )
  const line = printable([...words, ...redirected].join(" "))
  return line.length > LONGEST_COMMAND ? `${line.slice(0, LONGEST_COMMAND - 1)}…` : line
}

/** The message of a refusal. */
export function refusal(command: string, rule: Rule, stake: Stake, remedies: readonly Remedy[], state: State): string {
  const own = state.own
  const shares = own?.gitDir !== own?.commonDir && rule.code.startsWith("isolated-git/") && !ELSEWHERE.has(rule.code)
  return [
    `Blocked in an isolated child session: ${command}`,
    `Reason: [${rule.code}] ${rule.title}.`,
    "",
    rule.why,
    ...(shares ? [SHARED] : []),
    "",
    ...(own ? [`  your worktree: ${own.worktree}`, `  your branch:   ${own.branch ?? "unknown (detached HEAD)"}`] : []),
    `  at stake:      ${stake.what}`,
    "",
    ...toDoInstead(remedies),
  ].join("\n")
}

/** The message of a refusal to let the shell be moved. */
export function departure(command: string, rule: MoveRule, remedies: readonly Remedy[]): string {
  return [`[${rule.code}] ${rule.title}: ${command}`, "", rule.why, "", ...toDoInstead(remedies)].join("\n")
}

const toDoInstead = (remedies: readonly Remedy[]): readonly string[] => [
  "Do this instead:",
  ...remedies.map(({ text, command }) => (command === undefined ? `  - ${text}` : `  - ${text}: \`${command}\``)),
]

/** The refusal of a text past a bound; `bound` says which. */
export function tooLong(bound: string, text: string, state: State): Verdict {
  const line = printable(text.slice(0, 4 * LONGEST_COMMAND))
    .trim()
    .slice(0, LONGEST_COMMAND)
  const remedy = TOO_LONG.remedies({ kind: "repository", path: { kind: "unknown", why: bound } }, state)
  const reason = refusal(line, TOO_LONG, { what: `whatever it does (${bound})` }, remedy, state)
  return { verdict: "deny", policy: "isolated-git", code: TOO_LONG.code, command: line, reason, effects: [], remedy }
}
