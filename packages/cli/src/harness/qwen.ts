/** Qwen Code: Gemini's tools in Claude's payload. */
import { SNAKE, type Dialect } from "./hook/dialect.ts"
import { file, shell } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "qwen",
  keys: SNAKE,
  before: ["PreToolUse"],
  tools: { run_shell_command: shell, write_file: file, edit: file, replace: file, notebook_edit: file },
  own: "first call",
  carries: () => false,
}
