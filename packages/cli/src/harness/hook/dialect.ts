/** What the hook knows of a client: where in its payload what stands, which calls write, and what it takes for a no. */
import type { Action } from "./tools.ts"

export type Fields = Readonly<Record<string, unknown>>

/** The payload is none that this client was seen to send. The call is let through, and that is written down. */
export class Unreadable extends Error {
  override readonly name = "Unreadable"
}

/** One call of a tool, as the client tells it. */
export interface Call {
  /** The tool, by the client's name for it; undefined where the client gives none. */
  readonly tool: string | undefined
  readonly input: Fields
  readonly event?: string
  readonly session?: string
  /** The subagent that calls. */
  readonly agent?: string
  /** Where it starts from: never what decides whose session it is. */
  readonly cwd?: string
  /** The session's own directory, where an adapter of ours says it. */
  readonly directory?: string
  /** What the tool gave back, after the call. */
  readonly response?: unknown
}

/** The names that each part of a call goes by in a payload, the first that is there counts. */
export type Keys = Readonly<Record<keyof Call, readonly string[]>>

/** What a tool is about to do, read from its input. */
export type Reader = (input: Fields) => readonly Action[]

export interface Dialect {
  /** As it is typed. */
  readonly name: string
  readonly keys: Keys
  /** The events that come before a call; a payload without an event is one. */
  readonly before: readonly string[]
  /** The tools that run or write something, or a reader that tells by the input's shape. */
  readonly tools: Readonly<Record<string, Reader>> | Reader
  /**
   * Where the session's own directory is from: the place of its first call, for the payload's follows a `cd`; or the
   * folder that the client starts the hook in; what the command line says comes before both.
   */
  readonly own: "first call" | "process"
  /** Whether the shell of this call carries its directory on to the next one. */
  readonly carries: (call: Call) => boolean
  /** After a call: the session's directory is another one from now on, or the first one again. */
  readonly moved?: (call: Call) => "entered" | "left" | undefined
  /** What has to stand on stdout beside exit 2 and the reason on stderr; nothing where that is enough. */
  readonly answer?: (reason: string) => object
}

/** The payload that Claude began and most took over. */
export const SNAKE: Keys = {
  tool: ["tool_name"],
  input: ["tool_input"],
  event: ["hook_event_name"],
  session: ["session_id"],
  agent: ["agent_id"],
  cwd: ["cwd"],
  directory: [],
  response: ["tool_response"],
}

export const CAMEL: Keys = {
  tool: ["toolName"],
  input: ["toolInput", "toolArgs"],
  event: ["hookEventName"],
  session: ["sessionId"],
  agent: ["agentId"],
  cwd: ["cwd"],
  directory: [],
  response: [],
}

/** The one answer that was measured to hold, with its reason, in every client with hooks; together with exit 2. */
export const portable = (reason: string): object => ({
  permissionDecision: "deny",
  permissionDecisionReason: reason,
  decision: "block",
  reason,
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
})

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The call that a payload tells of.
 *
 * @throws Unreadable where it is no payload of this client
 */
export function callOf(payload: unknown, { name, keys }: Dialect): Call {
  if (!isFields(payload)) throw new Unreadable(`the payload of ${name} is not a JSON object`)
  const value = (part: keyof Call): unknown =>
    keys[part].map((key) => payload[key]).find((found) => found !== undefined)
  const text = (part: keyof Call): string | undefined => {
    const found = value(part)
    return typeof found === "string" && found !== "" ? found : undefined
  }
  const input = inputOf(value("input"))
  if (!input) throw new Unreadable(`the payload of ${name} has no ${keys.input.join(" or ")}`)
  const tool = text("tool")
  return {
    tool,
    input,
    event: text("event"),
    session: text("session"),
    agent: text("agent"),
    cwd: text("cwd"),
    directory: text("directory"),
    response: value("response"),
  }
}

/** Some send the input as JSON in a text, or as a text alone. */
function inputOf(value: unknown): Fields | undefined {
  if (isFields(value)) return value
  if (typeof value !== "string") return undefined
  try {
    const read: unknown = JSON.parse(value)
    return isFields(read) ? read : undefined
  } catch {
    return { input: value }
  }
}

/**
 * What a call is about to do; nothing for tools that only read.
 *
 * @throws Unreadable where a tool that does something does not say what
 */
export function actionsOf({ tool, input }: Call, { name, tools }: Dialect): readonly Action[] {
  if (typeof tools === "function") return tools(input)
  if (tool === undefined) throw new Unreadable(`the payload of ${name} names no tool`)
  return Object.hasOwn(tools, tool) ? tools[tool]!(input) : []
}
