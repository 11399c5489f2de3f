/** What a scripted model needs of a protocol that clients talk to models by. */

export interface ToolCall {
  readonly tool: string
  /** The arguments; a text for tools that take one. */
  readonly args: Readonly<Record<string, unknown>> | string
  /** Where the tool is found, in protocols that sort tools, though the request may not offer it. */
  readonly namespace?: string
}

/** What the model says next: one call of a tool, or a last word. */
export type Turn = ToolCall | string

export type Fields = Readonly<Record<string, unknown>>

/** A tool that a request offers. */
export interface Offered {
  readonly name: string
  /** It takes a text, not arguments by name. */
  readonly free?: boolean
}

/** The result of a call, as a client gives it to the model. */
export interface Result {
  /** The id of the call; undefined where the client leaves it out. */
  readonly id?: string
  readonly text: string
}

/** A conversation so far. */
export interface Heard {
  /** What users said, each message apart. */
  readonly said: readonly string[]
  readonly results: readonly Result[]
  readonly tools: readonly Offered[]
  /** The answer is wanted as a stream of events. */
  readonly stream: boolean
}

/** An answer in the words of a protocol: whole, and as the events of a stream. */
export interface Spoken {
  readonly whole: object
  readonly events: readonly { readonly event?: string; readonly data: object | string }[]
}

export interface Wire {
  /** The paths of the requests. */
  readonly path: RegExp
  readonly read: (body: Fields, path: string) => Heard
  /** @param id the id of the call, where the turn is one */
  readonly say: (turn: Turn, id: string, heard: Heard) => Spoken
}

export const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as readonly Fields[]) : [])

/** The text of a content that is a text, or a list of parts. */
export const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : list(content)
        .map((part) => (typeof part === "string" ? part : String(part["text"] ?? "")))
        .join("\n")

/** The arguments of a call as JSON. */
export const argumentsOf = ({ args }: ToolCall): string => (typeof args === "string" ? args : JSON.stringify(args))
