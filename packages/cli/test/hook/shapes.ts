/** How each client asks: what it starts the hook with, and what it makes of the answer. All as it was measured. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { respond, type Answer, type Question } from "../../src/harness/hook/respond.ts"
import { ROOT, run, type Finished } from "../support/process.ts"

/** A call of an agent, whatever its client. */
export interface Asked {
  /** A shell command, or the input of a tool by the client's names. */
  readonly command?: string
  readonly tool?: { readonly name: string; readonly input: unknown }
  /** Where the session is at home: where its client was started. */
  readonly home: string
  /** Where its shell stands; at home unless given. */
  readonly cwd?: string
  readonly session?: string
  readonly agent?: string
  readonly event?: string
  readonly response?: unknown
}

/** What the client starts. */
export interface Start {
  readonly argv: readonly string[]
  readonly stdin: string
  /** The folder that the hook is started in. */
  readonly process: string
}

export interface Shape {
  readonly name: string
  /** Whether persistent-cd holds without being asked for. */
  readonly carries: boolean
  readonly start: (asked: Asked) => Start
  /** The reason that the client takes from a no; undefined where it would let the call through. */
  readonly refusal: (answer: Answer) => string | undefined
}

const json = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return undefined
  }
}

/** Exit 2 and a reason on stderr; whatever stands on stdout spoils it. */
const byExit = ({ code, stdout, stderr }: Answer): string | undefined =>
  code === 2 && stdout === "" && stderr !== "" ? stderr.trimEnd() : undefined

const snake =
  (event: string, shell: string, processAt: (asked: Asked) => string, client: string) =>
  (asked: Asked): Start => {
    const cwd = asked.cwd ?? asked.home
    const payload = {
      session_id: asked.session ?? "session-1",
      transcript_path: "/nowhere/transcript.jsonl",
      cwd,
      hook_event_name: asked.event ?? event,
      tool_name: asked.tool?.name ?? shell,
      tool_input: asked.tool?.input ?? { command: asked.command, description: "what it is for" },
      ...(asked.agent ? { agent_id: asked.agent, agent_type: "general-purpose" } : {}),
      ...(asked.response === undefined ? {} : { tool_response: asked.response }),
    }
    return { argv: [client], stdin: JSON.stringify(payload), process: processAt(asked) }
  }

const standing = ({ cwd, home }: Asked): string => cwd ?? home

/** A text is all that it gives; what is no command is not asked about. */
const byText =
  (...before: readonly string[]) =>
  ({ command = "", home }: Asked): Start => ({ argv: [...before, "--command", command], stdin: "", process: home })

const byTextAnswer = ({ code, stdout, stderr }: Answer): string | undefined => {
  const { hookSpecificOutput, systemMessage } = json(stderr) ?? {}
  const denial = hookSpecificOutput as { readonly permissionDecision?: unknown } | undefined
  const { decision, reason } = json(stdout) ?? {}
  const whole = code === 2 && denial?.permissionDecision === "deny" && decision === "deny" && reason === systemMessage
  return whole ? String(reason) : undefined
}

const adapter =
  (client: string) =>
  ({ command, tool, home, cwd }: Asked): Start => ({
    argv: [client],
    stdin: JSON.stringify({
      tool: tool?.name ?? "bash",
      [client === "opencode" ? "args" : "input"]: tool?.input ?? { command },
      cwd: cwd ?? home,
      directory: home,
    }),
    process: cwd ?? home,
  })

export const SHAPES: readonly Shape[] = [
  { name: "claude", carries: true, start: snake("PreToolUse", "Bash", standing, "claude"), refusal: byExit },
  { name: "codex", carries: false, start: snake("PreToolUse", "Bash", ({ home }) => home, "codex"), refusal: byExit },
  {
    name: "gemini",
    carries: false,
    start: snake("BeforeTool", "run_shell_command", standing, "gemini"),
    refusal: byExit,
  },
  { name: "qwen", carries: false, start: snake("PreToolUse", "run_shell_command", standing, "qwen"), refusal: byExit },
  {
    name: "copilot",
    carries: false,
    start: (asked) => ({
      argv: ["copilot"],
      stdin: JSON.stringify({
        sessionId: asked.session ?? "session-1",
        timestamp: 1,
        cwd: asked.cwd ?? asked.home,
        toolName: asked.tool?.name ?? "bash",
        toolArgs: asked.tool?.input ?? { command: asked.command, description: "what it is for" },
        ...(asked.agent ? { agentId: asked.agent } : {}),
      }),
      process: asked.cwd ?? asked.home,
    }),
    refusal: ({ code, stdout }) => {
      const { permissionDecision, permissionDecisionReason } = json(stdout) ?? {}
      return code === 2 && permissionDecision === "deny" ? String(permissionDecisionReason) : undefined
    },
  },
  {
    name: "grok",
    carries: false,
    // It says everything twice, names the event in two spellings, and starts the hook where the session is at home.
    start: ({ command, tool, home, session = "session-1" }) => {
      const name = tool?.name ?? "run_terminal_command"
      const input = tool?.input ?? { command, description: "what it is for" }
      const camel = { hookEventName: "pre_tool_use", sessionId: session, cwd: home, toolName: name, toolInput: input }
      const snake = { hook_event_name: "PreToolUse", session_id: session, tool_name: name, tool_input: input }
      return {
        argv: ["grok", "--directory", `${home}/`],
        stdin: JSON.stringify({ ...camel, ...snake, workspaceRoot: `${home}/`, toolInputTruncated: false }),
        process: home,
      }
    },
    refusal: ({ stdout }) => {
      const { decision, reason } = json(stdout) ?? {}
      return decision === "deny" ? String(reason) : undefined
    },
  },
  { name: "pi", carries: false, start: adapter("pi"), refusal: byExit },
  { name: "pi-signed", carries: false, start: adapter("pi-signed"), refusal: byExit },
  { name: "opencode", carries: false, start: adapter("opencode"), refusal: byExit },
  { name: "pi --command", carries: false, start: byText("pi"), refusal: byTextAnswer },
  { name: "opencode --command", carries: false, start: byText("opencode"), refusal: byTextAnswer },
  { name: "--command", carries: true, start: byText(), refusal: byTextAnswer },
  {
    name: "a client nobody measured",
    carries: false,
    start: snake("PreToolUse", "execute", standing, "somebody"),
    refusal: ({ code, stdout, stderr }) => {
      const said = json(stdout) as
        | { readonly hookSpecificOutput?: { readonly permissionDecision?: unknown } }
        | undefined
      return code === 2 && said?.hookSpecificOutput?.permissionDecision === "deny" ? stderr.trimEnd() : undefined
    },
  },
]

export const shapeOf = (name: string): Shape => SHAPES.find((shape) => shape.name === name)!

/** What was asked is recorded here, where a test wants to know. */
export interface InProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly persistentCd?: boolean
  readonly troubles?: string[]
}

/** Asks in this process. What would be let through because of a failure throws instead. */
export function ask(shape: Shape, asked: Asked, { env, persistentCd = false, troubles }: InProcess): Promise<Answer> {
  const { argv, stdin, process } = shape.start(asked)
  const client = argv[0]?.startsWith("--") ? undefined : argv[0]
  const option = (name: string): string | undefined => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined)
  const question: Question = { client, command: option("--command"), directory: option("--directory"), persistentCd }
  return respond(question, async () => stdin, { env, process, trouble: (error) => troubles?.push(String(error)) })
}

/** The reason of a refusal in this process; undefined where the call goes on, with nothing said. */
export async function refusal(shape: Shape, asked: Asked, around: InProcess): Promise<string | undefined> {
  const answer = await ask(shape, asked, around)
  if (answer.code === 0 && answer.stdout === "" && answer.stderr === "") return undefined
  const reason = shape.refusal(answer)
  if (reason === undefined) throw new Error(`${shape.name} would let this through: ${JSON.stringify(answer)}`)
  return reason
}

/** Asks as the client does: a process of its own, by the launcher. */
export function askForReal(
  shape: Shape,
  asked: Asked,
  env: Readonly<Record<string, string | undefined>>,
  ...more: readonly string[]
): Promise<Finished> {
  const { argv, stdin, process } = shape.start(asked)
  if (!existsSync(process)) throw new Error(`there is no ${process}`)
  return run([join(ROOT, "ringfence"), "hook", ...argv, ...more], { cwd: process, env, stdin })
}
