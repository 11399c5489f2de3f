/** A model of our own on loopback: it speaks chat completions, and says what a script says. */

export interface ToolCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What the model says next: one call of a tool, or a last word. */
export type Turn = ToolCall | string

/** The result of the last call, for a script whose next turn depends on it. */
export type Step = Turn | ((last: string) => Turn)

interface Message {
  readonly role: string
  readonly content?: string | readonly { readonly text?: string }[] | null
  readonly tool_call_id?: string
}

interface Request {
  readonly stream?: boolean
  readonly messages?: readonly Message[]
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description?: string } }[]
}

const textOf = ({ content }: Message): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n")

/** A command in opencode's shell tool. */
export const bash = (command: string, more: Readonly<Record<string, unknown>> = {}): ToolCall => ({
  tool: "bash",
  args: { command, description: "scripted", ...more },
})

/**
 * A conversation belongs to the script that a user's message names as `[[name]]`; every other one (for a title, say) gets
 * one word. How far a script is shows in the conversation itself, so that a request may come twice.
 */
export class ModelServer {
  private readonly scripts = new Map<string, readonly Step[]>()
  private readonly heard = new Map<string, readonly string[]>()
  private readonly asked = new Map<string, number[]>()
  private readonly waiting = new Set<() => void>()
  private made = 0
  /** The tools that were offered last, with what they are said to be for. */
  tools: Readonly<Record<string, string>> = {}

  private readonly server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: async (request) => this.answer((await request.json()) as Request),
  })

  get url(): string {
    return `${this.server.url.origin}/v1`
  }

  /** Adds a script. @returns the message that starts it */
  script(...steps: readonly Step[]): string {
    const name = `script-${++this.made}`
    this.scripts.set(name, steps)
    return `[[${name}]] Do what the script says.`
  }

  /** What the tools gave back to the script of a message, in order. */
  results(message: string): readonly string[] {
    return this.heard.get(nameIn(message) ?? "") ?? []
  }

  /** Resolves with the results once a script has got as many as it has calls, or so many. */
  async finished(message: string, calls?: number): Promise<readonly string[]> {
    const wanted = calls ?? this.scripts.get(nameIn(message) ?? "")!.filter((step) => typeof step !== "string").length
    while (this.results(message).length < wanted) {
      const heard = Promise.withResolvers<void>()
      this.waiting.add(heard.resolve)
      await heard.promise
      this.waiting.delete(heard.resolve)
    }
    return this.results(message)
  }

  /** The milliseconds from each turn of a script to the next. */
  times(message: string): readonly number[] {
    const at = this.asked.get(nameIn(message) ?? "") ?? []
    return at.slice(1).map((time, index) => time - at[index]!)
  }

  stop(): Promise<void> {
    return this.server.stop(true)
  }

  private answer({ stream = false, messages = [], tools = [] }: Request): Response {
    const said = messages.filter(({ role }) => role === "user").map(textOf)
    const name = tools.length > 0 ? said.map(nameIn).findLast((found) => found !== undefined) : undefined
    if (name === undefined) return reply("ok", stream)
    this.tools = Object.fromEntries(tools.map(({ function: { name, description = "" } }) => [name, description]))
    const results = messages.filter((each) => each.role === "tool" && each.tool_call_id?.startsWith(`${name}_`))
    this.heard.set(name, results.map(textOf))
    this.asked.set(name, [...(this.asked.get(name) ?? []), performance.now()])
    for (const told of this.waiting) told()
    const step = this.scripts.get(name)?.[results.length] ?? "Done."
    const turn = typeof step === "function" ? step(this.heard.get(name)!.at(-1) ?? "") : step
    return reply(turn, stream, `${name}_${results.length}`)
  }
}

const nameIn = (text: string): string | undefined => /\[\[([\w-]+)\]\]/.exec(text)?.[1]

function reply(turn: Turn, stream: boolean, id = ""): Response {
  const text = typeof turn === "string" ? turn : ""
  const calls =
    typeof turn === "string"
      ? []
      : [{ index: 0, id, type: "function", function: { name: turn.tool, arguments: JSON.stringify(turn.args) } }]
  const message = { role: "assistant", content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop"
  const base = { id: "chatcmpl", created: 0, model: "scripted" }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  if (!stream)
    return Response.json({ ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage })
  const chunks = [
    { ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ]
  const body = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("")
  return new Response(body, { headers: { "content-type": "text/event-stream" } })
}
