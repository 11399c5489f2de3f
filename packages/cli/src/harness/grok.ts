/** Grok Build: it takes a no from stdout, and names what it sends in two spellings. */
import { TIMEOUT, type Place, type Setup } from "./install/setup.ts"
import { CAMEL, SNAKE, type Dialect } from "./hook/dialect.ts"
import { byShape } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "grok",
  keys: { ...CAMEL, tool: [...CAMEL.tool, ...SNAKE.tool], input: [...CAMEL.input, ...SNAKE.input] },
  before: ["PreToolUse", "pre_tool_use"],
  tools: byShape,
  own: "process",
  carries: () => false,
  answer: (reason) => ({ decision: "deny", reason }),
}

/**
 * The line that is installed. Grok itself expands the variables in it before a shell sees it, so each has a default.
 *
 * @param call the call of the launcher
 */
export const commandLine = (call: string): string => `${call} --directory "\${GROK_WORKSPACE_ROOT:-}"`

const folder = ({ env, home }: Place): string => env["GROK_HOME"] || `${home}/.grok`
const NOTES = ["No hook sees what the user types behind `!`, nor what is typed into a program that runs already."]
const MANAGED = ["requirements.toml", "managed_config.toml"]

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
  file: (scope, place) => `${scope === "user" ? folder(place) : `${place.top}/.grok`}/hooks/ringfence.json`,
  switches: (place) =>
    [folder(place), "/etc/grok"].flatMap((at) =>
      MANAGED.map((name) => ({ file: `${at}/${name}`, path: ["allow_managed_hooks_only"], off: true })),
    ),
  muted: (place) => [{ file: `${folder(place)}/disabled-hooks`, line: "global/ringfence:pre_tool_use[0].hooks[0]" }],
  tools: { shell: "run_terminal_command", file: ["write", "file_path", "content"] },
  payload: ({ tool, input, directory }) => ({
    ...{ hookEventName: "pre_tool_use", sessionId: "ringfence-doctor", cwd: directory, workspaceRoot: `${directory}/` },
    ...{ toolName: tool, toolInput: input, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input },
  }),
  variables: ({ directory }) => ({ GROK_WORKSPACE_ROOT: `${directory}/` }),
  notes: { user: NOTES, project: [...NOTES, "Grok loads it only in a folder that it trusts."] },
  doubts: [
    {
      about: "it is installed in the project only: Grok loads that where it trusts the folder",
      fix: "run `ringfence install grok`, which holds everywhere",
      scope: "project",
    },
  ],
}
