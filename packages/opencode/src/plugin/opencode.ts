/** What the plugin wants of the opencode that it is loaded into. */
import type { PluginInput } from "@opencode-ai/plugin"

/** A session of opencode's. */
export interface Hosted {
  readonly id: string
  readonly parentID?: string
  readonly projectID: string
  readonly directory: string
  readonly title: string
  /** What answers in it; none before its first message. */
  readonly model?: { readonly providerID: string; readonly modelID: string }
}

export type Reply = { readonly reply: "once" | "always" } | { readonly reply: "reject"; readonly message: string }

/** How long opencode may take to say what a session is, in milliseconds. */
const PATIENCE = 5000

/** Sessions that are remembered. */
const MOST = 2000

export class Opencode {
  private readonly sessions = new Map<string, Promise<Hosted>>()

  constructor(private readonly input: Pick<PluginInput, "client" | "directory">) {}

  /** The directory of this instance. */
  get directory(): string {
    return this.input.directory
  }

  /** A session by its id, asked for once; events keep it current. Rejects where opencode does not tell. */
  session(id: string): Promise<Hosted> {
    const known = this.sessions.get(id)
    if (known) return known
    const asked = this.ask(id)
    this.remember(id, asked)
    asked.catch(() => this.sessions.delete(id))
    return asked
  }

  /** A session and those above it, itself first. */
  async chain(id: string): Promise<readonly Hosted[]> {
    const chain: Hosted[] = []
    for (let next: string | undefined = id; next !== undefined && chain.length < 64; next = chain.at(-1)!.parentID)
      chain.push(await this.session(next))
    return chain
  }

  /** Hears that a session is there, or is another than before. */
  hear(info: unknown): void {
    const session = hostedOf(info)
    if (session) this.remember(session.id, Promise.resolve(session))
  }

  forget(id: string): void {
    this.sessions.delete(id)
  }

  /** Answers a question that opencode has put. @returns false where it does not wait any more. */
  async reply(requestID: string, reply: Reply): Promise<boolean> {
    const { response } = await this.post(`/permission/${requestID}/reply`, reply)
    return response?.ok === true
  }

  /** Starts a session below another one, in a directory of its own. @returns its id */
  async create(directory: string, parentID: string, title: string): Promise<string> {
    const { data } = await this.input.client.session.create({
      query: { directory },
      body: { parentID, title },
      throwOnError: true,
    })
    return data.id
  }

  /** Gives a session something to do, and does not wait for it. */
  async prompt(
    directory: string,
    id: string,
    text: string,
    as: { readonly agent?: string; readonly model?: Hosted["model"] },
  ): Promise<void> {
    await this.input.client.session.promptAsync({
      path: { id },
      query: { directory },
      body: { ...as, parts: [{ type: "text", text }] },
      throwOnError: true,
    })
  }

  /** Stops what a session does. */
  async abort(directory: string, id: string): Promise<void> {
    await this.input.client.session.abort({ path: { id }, query: { directory } })
  }

  /** Shows a person a message, if there is one to show it to. */
  async toast(message: string, variant: "warning" | "error" = "warning"): Promise<void> {
    await this.input.client.tui.showToast({ body: { title: "Ringfence", message, variant, duration: 10_000 } })
  }

  private async ask(id: string): Promise<Hosted> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new Error(`opencode did not say within ${PATIENCE} ms what session ${id} is`)),
      PATIENCE,
    )
    try {
      const { data } = await Promise.race([this.input.client.session.get({ path: { id } }), late.promise])
      const session = hostedOf(data)
      if (!session) throw new Error(`opencode does not know the session ${id}`)
      return session
    } finally {
      clearTimeout(timer)
    }
  }

  private remember(id: string, session: Promise<Hosted>): void {
    this.sessions.delete(id)
    this.sessions.set(id, session)
    const oldest = this.sessions.keys().next()
    if (this.sessions.size > MOST && !oldest.done) this.sessions.delete(oldest.value)
  }

  /** For what the client of the plugin has no method: by the same way, which needs no open port. */
  private post(url: string, body: object): Promise<{ readonly response?: Response }> {
    const { _client } = this.input.client as unknown as { readonly _client: Poster }
    return _client.post({ url, body, headers: { "Content-Type": "application/json" } })
  }
}

interface Poster {
  post(request: {
    readonly url: string
    readonly body: object
    readonly headers: Readonly<Record<string, string>>
  }): Promise<{ readonly response?: Response }>
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

function hostedOf(info: unknown): Hosted | undefined {
  if (typeof info !== "object" || info === null) return undefined
  const { id, parentID, projectID, directory, title, model } = info as Readonly<Record<string, unknown>>
  const known = { id: text(id), directory: text(directory) }
  if (known.id === undefined || known.directory === undefined) return undefined
  return {
    id: known.id,
    directory: known.directory,
    parentID: text(parentID),
    projectID: text(projectID) ?? "global",
    title: text(title) ?? known.id,
    model: modelOf(model),
  }
}

function modelOf(model: unknown): Hosted["model"] {
  if (typeof model !== "object" || model === null) return undefined
  const { id, providerID } = model as Readonly<Record<string, unknown>>
  const known = { modelID: text(id), providerID: text(providerID) }
  if (known.modelID === undefined || known.providerID === undefined) return undefined
  return { modelID: known.modelID, providerID: known.providerID }
}
