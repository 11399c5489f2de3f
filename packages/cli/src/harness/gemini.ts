/** Gemini CLI. Its payload's cwd is the session's; where a call runs is in its input. */
import { SNAKE, type Dialect } from "./hook/dialect.ts"
import { file, shell } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "gemini",
  keys: SNAKE,
  before: ["BeforeTool"],
  tools: { run_shell_command: shell, write_file: file, replace: file, edit: file },
  own: "first call",
  carries: () => false,
}
