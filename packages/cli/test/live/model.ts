/** A model of our own on loopback, in the four protocols that clients speak: it says what a script says. */
import { anthropic } from "./wire/anthropic.ts"
import { chat } from "./wire/chat.ts"
import { gemini } from "./wire/gemini.ts"
import { responses } from "./wire/responses.ts"
import type { Fields, Heard, Spoken, Turn } from "./wire/wire.ts"

const WIRES = [chat, responses, anthropic, gemini]

/** What a script says at one point; it may depend on what the last call gave. */
export type Step = Turn | ((last: string) => Turn)

/**
 * A conversation belongs to the script that the first user's message to name one names as `[[name]]`; every other one (for
 * a title, say) gets one word. How far a script is shows in the conversation itself, so that a request may come twice.
 */
export class Model {
  private readonly scripts = new Map<string, readonly Step[]>()
  private readonly heard = new Map<string, readonly string[]>()
  private made = 0
  /** The names of the tools that were offered to a script last. */
  tools: readonly string[] = []

  private readonly server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: (request) => this.answer(request),
  })

  /** Without a path. */
  get url(): string {
    return this.server.url.origin
  }

  /** Adds a script. @returns the message that starts it */
  script(...steps: readonly Step[]): string {
    const name = `script-${++this.made}`
    this.scripts.set(name, steps)
    return `[[${name}]] Do what the script says.`
  }

  /** What the calls of a script gave, as the model was told, in their order. */
  results(message: string): readonly string[] {
    return this.heard.get(nameIn(message) ?? "") ?? []
  }

  stop(): Promise<void> {
    return this.server.stop(true)
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (request.method === "GET" && /\/models(\/|$)/.test(pathname)) return Response.json(MODELS)
    const wire = WIRES.find(({ path }) => path.test(pathname))
    const body = request.method === "POST" ? ((await request.json().catch(() => ({}))) as Fields) : {}
    if (/count_?tokens$/i.test(pathname)) return Response.json({ input_tokens: 1, totalTokens: 1 })
    if (!wire)
      return Response.json({ error: { type: "not_found", message: `no such path: ${pathname}` } }, { status: 404 })
    const heard = wire.read(body, pathname)
    const { turn, id } = this.next(heard)
    return reply(wire.say(turn, id, heard), heard.stream)
  }

  private next({ said, results, tools }: Heard): { readonly turn: Turn; readonly id: string } {
    const name =
      tools.length > 0 ? said.map(nameIn).find((found) => found !== undefined && this.scripts.has(found)) : undefined
    if (name === undefined) return { turn: "ok", id: "aside" }
    this.tools = tools.map((tool) => tool.name)
    const own = results.filter(({ id }) => id === undefined || id.includes(`${name}_`))
    this.heard.set(
      name,
      own.map(({ text }) => text),
    )
    const step = this.scripts.get(name)![own.length] ?? "Done."
    return { turn: typeof step === "function" ? step(own.at(-1)?.text ?? "") : step, id: `call_${name}_${own.length}` }
  }
}

const MODELS = {
  object: "list",
  data: [{ id: "scripted", object: "model", type: "model", display_name: "scripted", created: 0, owned_by: "nobody" }],
  has_more: false,
}

const nameIn = (text: string): string | undefined => /\[\[(script-\d+)\]\]/.exec(text)?.[1]

function reply({ whole, events }: Spoken, stream: boolean): Response {
  if (!stream) return Response.json(whole)
  const lines = events.map(({ event, data }) => {
    const text = typeof data === "string" ? data : JSON.stringify(data)
    return `${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`
  })
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } })
}
