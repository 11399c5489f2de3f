/** Claude Code. Its payload's cwd follows the shell, whose directory lasts in the main session only. */
import { matcherOf, snakePayload, TIMEOUT, within, type Place, type Setup } from "./install/setup.ts"
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

const SETTINGS = ".claude/settings.json"
const folder = ({ env, home }: Place): string => env["CLAUDE_CONFIG_DIR"] || `${home}/.claude`
const MANAGED = process.platform === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code"
const NOTES = [
  "No hook sees what the user types behind `!`, and none runs under `claude --bare` or where `disableAllHooks` is set: `ringfence doctor` looks for the latter.",
]

export const setup: Setup = {
  program: "claude",
  form: {
    kind: "hooks",
    events: [
      { event: "PreToolUse", matcher: matcherOf(dialect.tools) },
      { event: "PostToolUse", matcher: matcherOf(WORKTREES) },
    ],
    command: "command",
    fields: { timeout: TIMEOUT },
    grouped: true,
  },
  file: (scope, place) => (scope === "user" ? `${folder(place)}/settings.json` : `${place.top}/${SETTINGS}`),
  switches: (place) =>
    [
      `${MANAGED}/managed-settings.json`,
      ...within(place, ".claude/settings.local.json", SETTINGS),
      `${folder(place)}/settings.json`,
    ].map((file) => ({ file, path: ["disableAllHooks"], off: true })),
  tools: { shell: "Bash", file: ["Write", "file_path", "content"] },
  payload: snakePayload("PreToolUse"),
  notes: { user: NOTES, project: NOTES },
}
