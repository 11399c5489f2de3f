/** Copilot CLI. It sends every tool, and passes on a reason only where it is in the answer. */
import { TIMEOUT, within, type Place, type Setup } from "./install/setup.ts"
import { CAMEL, portable, type Dialect } from "./hook/dialect.ts"
import { openLine } from "./hook/word.ts"
import { file, patch, shell } from "./hook/tools.ts"

export const dialect: Dialect = {
  name: "copilot",
  keys: CAMEL,
  before: ["preToolUse"],
  tools: {
    bash: shell,
    create: file,
    edit: file,
    insert: file,
    str_replace: file,
    str_replace_editor: file,
    apply_patch: patch,
  },
  own: "first call",
  carries: () => false,
  answer: portable,
}

const folder = ({ env, home }: Place): string => env["COPILOT_HOME"] || `${home}/.copilot`
const NOTES = ["No hook sees what the user types behind `!`, nor what is typed into a program that runs already."]

export const setup: Setup = {
  program: "copilot",
  form: {
    kind: "hooks",
    events: [{ event: "preToolUse" }],
    command: "bash",
    fields: { timeoutSec: TIMEOUT },
    grouped: false,
    line: openLine,
    besides: { version: 1 },
  },
  file: (scope, place) =>
    scope === "user" ? `${folder(place)}/hooks/ringfence.json` : `${place.top}/.github/hooks/ringfence.json`,
  switches: (place) =>
    [...within(place, ".github/copilot/settings.json"), `${folder(place)}/settings.json`].map((file) => ({
      file,
      path: ["disableAllHooks"],
      off: true,
    })),
  tools: { shell: "bash", file: ["create", "path", "file_text"] },
  payload: ({ tool, input, directory }) => ({
    sessionId: "ringfence-doctor",
    timestamp: 0,
    cwd: directory,
    toolName: tool,
    toolArgs: input,
  }),
  notes: { user: NOTES, project: [...NOTES, "Copilot loads it only in a folder that it trusts."] },
  doubts: [
    {
      about: "it is installed in the project only: Copilot loads that where it trusts the folder",
      fix: "run `ringfence install copilot`, which holds everywhere",
      scope: "project",
    },
  ],
}
