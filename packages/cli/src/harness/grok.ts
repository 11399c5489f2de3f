/** Grok Build, by its published shape: it takes a no from stdout, and starts hooks wherever it likes. */
import { TIMEOUT, type Setup } from "./install/setup.ts"
import { shellWord } from "./hook/word.ts"
import { CAMEL, SNAKE, type Dialect } from "./hook/dialect.ts"
import { byShape } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "grok",
  keys: { ...CAMEL, tool: [...CAMEL.tool, ...SNAKE.tool], input: [...CAMEL.input, ...SNAKE.input] },
  before: ["PreToolUse"],
  tools: byShape,
  own: "process",
  carries: () => false,
  answer: (reason) => ({ decision: "deny", reason }),
}

/**
 * The line that is installed. Grok itself expands the variables in it before a shell sees it, so each has a default.
 *
 * @param launcher the absolute path of what is run
 */
export const commandLine = (launcher: string): string =>
  `${shellWord(launcher)} hook grok --directory "\${GROK_WORKSPACE_ROOT:-}"`

const FILE = ".grok/hooks/ringfence.json"
const NOTES = ["No hook sees what is typed into a program that runs already. Grok Build itself could not be tried."]

export const setup: Setup = {
  program: "grok",
  form: {
    kind: "hooks",
    events: [{ event: "PreToolUse" }],
    command: "command",
    fields: { timeout: TIMEOUT },
    grouped: true,
    line: commandLine,
  },
  file: (scope, place) => `${scope === "user" ? place.home : place.top}/${FILE}`,
  switches: () => [],
  tools: { shell: "run_terminal_cmd", file: ["write", "file_path", "content"] },
  payload: ({ tool, input }) => ({ toolName: tool, toolInput: input }),
  variables: ({ directory }) => ({ GROK_WORKSPACE_ROOT: directory }),
  notes: { user: NOTES, project: [...NOTES, "Grok asks for a project's hooks only where it trusts the folder."] },
  doubts: [
    {
      about: "that Grok starts the hook was not seen by us: its shape is the published one",
      fix: "let an agent in Grok run `git rebase main` in an isolated worktree once: it is refused",
    },
  ],
}
