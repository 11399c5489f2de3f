/** Ringfence itself, and agents started so that they load no hooks: what the self policy looks at. */
import type { Command } from "../../shell/program.ts"
import { textOf } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import type { Example, ToolSpec } from "../spec.ts"

/** What only a person or the parent session may do, as the words that begin it. */
const GRANTS: readonly (readonly string[])[] = [
  ["session", "grant-approval"],
  ["session", "approve"],
  ["session", "revoke"],
  ["grant-approval"],
  ["approve"],
  ["revoke"],
  ["adopt"],
  ["undo"],
  ["uninstall"],
  ["fence", "off"],
]

function texts(command: Command): readonly string[] {
  return command.argv.slice(1).flatMap((word) => textOf(word.value) ?? [])
}

const notRun = (why: string, examples: readonly Example[]): readonly Example[] =>
  examples.map((example) => ({ ...example, notRun: why }))

export const ringfence: ToolSpec = {
  names: ["ringfence"],
  effects: (command): readonly Effect[] => {
    const words = texts(command)
    if (words.some((word) => word === "--help" || word === "-h")) return []
    const verbs = words.filter((word) => !word.startsWith("-"))
    const grant = GRANTS.find((start) => start.every((word, index) => verbs[index] === word))
    return grant ? [{ kind: "self", what: "grant", detail: `ringfence ${grant.join(" ")}` }] : []
  },
  examples: notRun("nothing of git is involved", [
    { command: "ringfence check 'git status'", verdict: "allow", because: "asking is free" },
    { command: "ringfence session list --json", verdict: "allow", because: "looking is free" },
    { command: "ringfence session grant-approval --help", verdict: "allow", because: "help" },
    {
      command: "ringfence session grant-approval all",
      verdict: "deny",
      code: "self/grant",
      because: "a child grants nothing",
    },
    {
      command: "ringfence session grant-approval ses_1 --rule isolated-git/rebase --once",
      verdict: "deny",
      code: "self/grant",
      because: "a child lifts nothing",
    },
    {
      command: "./ringfence uninstall claude",
      verdict: "deny",
      code: "self/grant",
      because: "a child does not take the guard away",
    },
    { command: "ringfence adopt .", verdict: "deny", code: "self/grant", because: "a child adopts nothing" },
    {
      command: "ringfence fence off ses_1",
      verdict: "deny",
      code: "self/grant",
      because: "the fence is a person's to switch off",
    },
    { command: "ringfence undo --last", verdict: "deny", code: "self/grant", because: "undoing is a person's" },
  ]),
}

/** How each agent is told to start without hooks or plugins. */
const UNHOOKED: Readonly<Record<string, (words: readonly string[]) => string | undefined>> = {
  claude: (words) =>
    words.find((word) => word === "--bare") ?? words.find((word) => /"disableAllHooks"\s*:\s*true/.test(word)),
  opencode: (words) => words.find((word) => word === "--pure"),
  codex: (words) =>
    words.find((word) => /^(--config=|-c)?features\.hooks\s*=\s*false$/.test(word)) ??
    words.find((word, index) => (word === "--disable" && words[index + 1] === "hooks") || word === "--disable=hooks"),
  pi: (words) => words.find((word) => word === "--no-extensions" || word === "-ne"),
}

export const agents: ToolSpec = {
  names: Object.keys(UNHOOKED),
  effects: (command): readonly Effect[] => {
    const name = textOf(command.argv[0]?.value)?.split("/").at(-1) ?? ""
    const flag = UNHOOKED[name]?.(texts(command))
    return flag === undefined
      ? []
      : [{ kind: "self", what: "guard-settings", detail: `the guard of the ${name} started with ${flag}` }]
  },
  examples: notRun("starts an agent", [
    { command: "claude -p 'review the diff'", verdict: "allow", because: "hooks stay on" },
    { command: "opencode run 'fix the tests'", verdict: "allow", because: "plugins stay on" },
    {
      command: "claude --bare -p 'merge main'",
      verdict: "deny",
      code: "self/guard-settings",
      because: "--bare drops hooks",
    },
    {
      command: "opencode --pure run 'merge main'",
      verdict: "deny",
      code: "self/guard-settings",
      because: "--pure drops plugins",
    },
    {
      command: "codex exec -c features.hooks=false 'merge main'",
      verdict: "deny",
      code: "self/guard-settings",
      because: "hooks are switched off",
    },
    {
      command: `claude --settings '{"disableAllHooks": true}' -p x`,
      verdict: "deny",
      code: "self/guard-settings",
      because: "hooks are switched off",
    },
  ]),
}
