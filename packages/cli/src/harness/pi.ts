/** pi, and pi-signed: an extension of ours asks before every call of a tool that does something. */
import type { Setup } from "./install/setup.ts"
import type { Dialect } from "./hook/dialect.ts"
import { file, shell } from "./hook/tools.ts"

/** The tools of pi's own that only read: nothing is asked for them. */
const READERS = ["read", "grep", "find", "ls"]

/** How long pi waits for an answer, in milliseconds: it has no bound of its own. */
const PATIENCE = 30_000

export const dialect: Dialect = {
  name: "pi",
  keys: {
    tool: ["tool"],
    input: ["input"],
    event: [],
    session: ["session"],
    agent: [],
    cwd: ["cwd"],
    directory: ["directory"],
    response: [],
  },
  before: [],
  tools: { bash: shell, write: file, edit: file },
  own: "process",
  carries: () => false,
}

/**
 * The extension, as it is installed. Whatever fails in it lets the call through: a throw would block every tool.
 *
 * @param launcher the absolute path of what is run
 * @param words what it is started with
 */
export const extension = (
  launcher: string,
  words: readonly string[],
): string => `// Ringfence for pi, written by \`ringfence install pi\`: asks before a tool runs or writes something.
import { spawn } from "node:child_process"

const LAUNCHER = ${JSON.stringify(launcher)}
const WORDS = ${JSON.stringify(words)}
const READERS = new Set(${JSON.stringify(READERS)})

function ask(payload) {
  return new Promise((resolve) => {
    try {
      const hook = spawn(LAUNCHER, WORDS, { stdio: ["pipe", "ignore", "pipe"], timeout: ${PATIENCE}, killSignal: "SIGKILL" })
      let said = ""
      hook.stderr.setEncoding("utf8").on("data", (text) => (said += text))
      hook.on("error", () => resolve(undefined))
      hook.on("close", (code) => resolve(code === 2 ? said.trim() || "Refused by Ringfence" : undefined))
      hook.stdin.on("error", () => {})
      hook.stdin.end(payload)
    } catch {
      resolve(undefined)
    }
  })
}

export default function (pi) {
  pi.on("tool_call", async (event, context) => {
    try {
      if (READERS.has(event.toolName)) return undefined
      const directory = context.cwd
      const reason = await ask(JSON.stringify({ tool: event.toolName, input: event.input, cwd: directory, directory }))
      return reason === undefined ? undefined : { block: true, reason }
    } catch {
      return undefined
    }
  })
}
`

const NOTES = ["No hook sees what the user types behind `!`, nor what is typed into a program that runs already."]

export const setup: Setup = {
  program: "pi",
  aliases: ["pi-signed"],
  form: { kind: "file", text: extension, begins: "// Ringfence for pi" },
  file: (scope, { env, home, top }) =>
    scope === "user"
      ? `${env["PI_CODING_AGENT_DIR"] || `${home}/.pi/agent`}/extensions/ringfence.ts`
      : `${top}/.pi/extensions/ringfence.ts`,
  switches: () => [],
  tools: { shell: "bash", file: ["write", "path", "content"] },
  payload: ({ tool, input }) => ({ type: "tool_call", toolName: tool, toolCallId: "1", input }),
  notes: { user: NOTES, project: NOTES },
}
