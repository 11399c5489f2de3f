/** Claude Code. Its payload's cwd follows the shell, whose directory lasts in the main session only. */
import { SNAKE, type Dialect } from "./hook/dialect.ts"
import { file, shell } from "./hook/tools.ts"

const WORKTREES = { EnterWorktree: "entered", ExitWorktree: "left" } as const

export const dialect: Dialect = {
  name: "claude",
  keys: SNAKE,
  before: ["PreToolUse"],
  tools: { Bash: shell, Monitor: shell, Write: file, Edit: file, MultiEdit: file, NotebookEdit: file },
  own: "first call",
  carries: ({ agent }) => agent === undefined,
  moved: ({ event, tool }) =>
    event === "PostToolUse" && (tool === "EnterWorktree" || tool === "ExitWorktree") ? WORKTREES[tool] : undefined,
}
