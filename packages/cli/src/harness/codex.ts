/** Codex. The hook is started in the session's folder, while the payload's cwd is the one of the call. */
import { SNAKE, type Dialect } from "./hook/dialect.ts"
import { file, patch, shell } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "codex",
  keys: SNAKE,
  before: ["PreToolUse"],
  tools: { Bash: shell, shell, exec_command: shell, apply_patch: patch, Write: file, Edit: file },
  own: "process",
  carries: () => false,
}
