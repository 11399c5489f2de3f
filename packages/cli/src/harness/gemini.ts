/** Gemini CLI. Its payload's cwd is the session's; where a call runs is in its input. */
import { matcherOf, snakePayload, TIMEOUT, within, type Place, type Setup } from "./install/setup.ts"
import { SNAKE, type Dialect } from "./hook/dialect.ts"
import { openLine } from "./hook/word.ts"
import { file, shell } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "gemini",
  keys: SNAKE,
  before: ["BeforeTool"],
  tools: { run_shell_command: shell, write_file: file, replace: file, edit: file },
  own: "first call",
  carries: () => false,
}

const homeOf = ({ env, home }: Place): string => env["GEMINI_CLI_HOME"] || home
const SETTINGS = ".gemini/settings.json"
const NOTES = ["No hook sees what the user types behind `!`, nor what is typed into a program that runs already."]

export const setup: Setup = {
  program: "gemini",
  form: {
    kind: "hooks",
    events: [{ event: "BeforeTool", matcher: matcherOf(dialect.tools) }],
    command: "command",
    // In milliseconds.
    fields: { timeout: TIMEOUT * 1000 },
    grouped: true,
    line: openLine,
  },
  file: (scope, place) => `${scope === "user" ? homeOf(place) : place.top}/${SETTINGS}`,
  switches: (place) =>
    ["/etc/gemini-cli/settings.json", ...within(place, SETTINGS), `${homeOf(place)}/${SETTINGS}`].map((file) => ({
      file,
      path: ["hooksConfig", "enabled"],
      off: false,
    })),
  tools: { shell: "run_shell_command", file: ["write_file", "file_path", "content"] },
  payload: snakePayload("BeforeTool"),
  notes: { user: NOTES, project: NOTES },
}
