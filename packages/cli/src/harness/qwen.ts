/** Qwen Code: Gemini's tools in Claude's payload. */
import { matcherOf, snakePayload, TIMEOUT, within, type Setup } from "./install/setup.ts"
import { SNAKE, type Dialect } from "./hook/dialect.ts"
import { file, shell } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "qwen",
  keys: SNAKE,
  before: ["PreToolUse"],
  tools: {
    run_shell_command: shell,
    monitor: shell,
    write_file: file,
    edit: file,
    replace: file,
    notebook_edit: file,
  },
  own: "first call",
  carries: () => false,
}

const SETTINGS = ".qwen/settings.json"
const NOTES = ["No hook sees what the user types behind `!`, nor what is typed into a program that runs already."]

export const setup: Setup = {
  program: "qwen",
  form: {
    kind: "hooks",
    events: [{ event: "PreToolUse", matcher: matcherOf(dialect.tools) }],
    command: "command",
    // In milliseconds.
    fields: { timeout: TIMEOUT * 1000 },
    grouped: true,
  },
  file: (scope, place) => `${scope === "user" ? place.home : place.top}/${SETTINGS}`,
  switches: (place) =>
    ["/etc/qwen-code/settings.json", ...within(place, SETTINGS), `${place.home}/${SETTINGS}`].map((file) => ({
      file,
      path: ["disableAllHooks"],
      off: true,
    })),
  tools: { shell: "run_shell_command", file: ["write_file", "file_path", "content"] },
  payload: snakePayload("PreToolUse"),
  notes: { user: NOTES, project: NOTES },
}
