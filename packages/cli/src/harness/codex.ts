/** Codex. The hook is started in the session's folder, while the payload's cwd is the one of the call. */
import { matcherOf, snakePayload, TIMEOUT, within, type Place, type Setup } from "./install/setup.ts"
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

const folder = ({ env, home }: Place): string => env["CODEX_HOME"] || `${home}/.codex`
const NOTES = [
  "No hook sees what Codex types into a program that runs already (write_stdin), nor a run with --disable hooks.",
]
const isTrusted = (place: Place, read: (file: string, path: readonly string[]) => unknown): boolean =>
  read(`${folder(place)}/config.toml`, ["projects", place.top, "trust_level"]) === "trusted"

export const setup: Setup = {
  program: "codex",
  form: {
    kind: "hooks",
    events: [{ event: "PreToolUse", matcher: matcherOf(dialect.tools) }],
    command: "command",
    fields: { timeout: TIMEOUT },
    grouped: true,
  },
  file: (scope, place) => (scope === "user" ? `${folder(place)}/hooks.json` : `${place.top}/.codex/hooks.json`),
  switches: (place) => [
    ...within(place, ".codex/config.toml").map((file) => ({
      file,
      path: ["features", "hooks"],
      off: false,
      counts: (read: (file: string, path: readonly string[]) => unknown) => isTrusted(place, read),
    })),
    { file: `${folder(place)}/config.toml`, path: ["features", "hooks"], off: false },
  ],
  tools: { shell: "Bash", file: ["Write", "file_path", "content"] },
  payload: snakePayload("PreToolUse"),
  notes: { user: NOTES, project: [...NOTES, "Codex loads it only in a project that it trusts."] },
  doubts: [
    {
      about: "it is installed in the project only: Codex loads that where it trusts the project",
      fix: "run `ringfence install codex`, which holds everywhere",
      scope: "project",
    },
  ],
  trusted: true,
}
