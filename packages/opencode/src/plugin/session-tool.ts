/** The session tool as opencode shows it to a model: the actions of our own tool, and a prompt for who is started. */
import { tool, type ToolContext, type ToolDefinition } from "@opencode-ai/plugin/tool"
import * as z from "zod"
import { ACTIONS, Parameters } from "../tool/session-parameters.ts"
import type { Host, ToolResult } from "./host.ts"
import type { Opencode } from "./opencode.ts"

export interface Parts {
  readonly opencode: Opencode
  readonly host: () => Promise<Host>
}

const DESCRIPTION = `Starts sessions below your own and looks after them.

Use it to give a piece of work to another agent with a worktree and a branch of its own, so that it cannot disturb what
you and others are doing: create with isolate, a title, and a prompt that says all it has to know. It works in the
background. See how far it is with list and status; say beforehand what it may do with grant-approval, and take that
back with revoke; see what it waits for with approvals, and answer with approve or deny; end it with remove, which
refuses to lose work. Merge its branch yourself when it is done: it may touch nothing but its own.`

const PROMPT = "create: what the new session is to do. It knows nothing of your conversation. It starts at once."

/** opencode's own bash tool runs commands, where they are guarded and asked about. */
const FIELDS_OF_RUN = ["command", "timeout", "workdir"]
const actions = ACTIONS.filter((action) => action !== "run")

/** The tool. What it takes is described in opencode's own schemas, made from ours as data. */
export function sessionTool(parts: Parts): ToolDefinition {
  return tool({
    description: DESCRIPTION,
    args: { ...fields(), prompt: tool.schema.string().optional().describe(PROMPT) },
    execute: (args, context) => execute(parts, args, context),
  })
}

interface Described {
  readonly description?: string
  readonly anyOf?: readonly Described[]
  readonly type?: string
}

function fields() {
  const { properties = {} } = z.toJSONSchema(Parameters, { io: "input" }) as {
    readonly properties?: Readonly<Record<string, Described>>
  }
  const { string, boolean, enum: oneOf } = tool.schema
  const made = Object.entries(properties)
    .filter(([name]) => name !== "action" && !FIELDS_OF_RUN.includes(name))
    .map(([name, described]) => {
      const field = typeOf(described) === "boolean" ? boolean() : string()
      return [name, field.optional().describe(described.description ?? "")] as const
    })
  return { action: oneOf(actions).describe("What to do."), ...Object.fromEntries(made) }
}

const typeOf = ({ type, anyOf = [] }: Described): string | undefined =>
  type ?? anyOf.map(typeOf).find((each) => each !== "null")

type Arguments = Readonly<Record<string, unknown>>

async function execute({ opencode, host }: Parts, args: Arguments, context: ToolContext) {
  const services = await host()
  const { prompt, ...rest } = args
  const given = typeof prompt === "string" && prompt.trim() !== "" ? prompt : undefined
  if (rest["action"] === "create" && given === undefined)
    throw new Error("session: the action create needs prompt: what the new session is to do.")
  const chain = await opencode.chain(context.sessionID)
  const result = await services.session({ chain, args: rest, abort: context.abort })
  if (result.removed) await opencode.abort(result.removed.directory, result.removed.id).catch(() => {})
  if (!result.created || given === undefined) return { title: result.title, output: result.output }
  const id = await start(opencode, services, result.created, given, context)
  const output = `${result.output}\nIt is at work now, in opencode as ${id}.`
  return { title: result.title, output, metadata: { sessionId: id } }
}

/** Lets opencode work in a session that was made. Where it cannot, the session goes again. */
async function start(
  opencode: Opencode,
  services: Host,
  { id, directory, title }: NonNullable<ToolResult["created"]>,
  prompt: string,
  context: ToolContext,
): Promise<string> {
  try {
    const client = await opencode.create(directory, context.sessionID, title)
    await services.hosts(id, client)
    const { model } = await opencode.session(context.sessionID)
    await opencode.prompt(directory, client, prompt, { agent: context.agent, ...(model ? { model } : {}) })
    return client
  } catch (error) {
    const chain = await opencode.chain(context.sessionID)
    await services.session({ chain, args: { action: "remove", session: id, force: true }, abort: context.abort })
    throw error
  }
}
