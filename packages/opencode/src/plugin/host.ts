/**
 * What the plugin has the host's services for, without naming one of their modules: they are heavy, so they are loaded
 * when they are first needed, and where that fails opencode goes on.
 */
import type { Hosted, Reply } from "./opencode.ts"

export interface Denied {
  /** The session and those above it, itself first. */
  readonly chain: readonly Hosted[]
  readonly code: string
  readonly command: string
  readonly directory: string
  /** The simple command that was refused, or the file. */
  readonly refused: string
  /** Whose work was at stake. */
  readonly owner?: { readonly branch?: string; readonly path?: string } | undefined
}

/** A question that opencode put. */
export interface Question {
  readonly id: string
  readonly chain: readonly Hosted[]
  readonly permission: string
  readonly patterns: readonly string[]
  readonly always: readonly string[]
  /** The command that it is about, and where that starts; absent where the question is about none. */
  readonly run?: { readonly command: string; readonly cwd: string }
  /** Nobody can be asked. */
  readonly headless: boolean
}

export interface ToolCall {
  readonly chain: readonly Hosted[]
  readonly args: Readonly<Record<string, unknown>>
  readonly abort: AbortSignal
}

export interface ToolResult {
  readonly title: string
  readonly output: string
  /** What a session that was made is, for who has to start it. */
  readonly created?: { readonly id: string; readonly directory: string; readonly title: string }
  /** Ids by which the client knows sessions that were removed, with where they worked. */
  readonly removed?: { readonly id: string; readonly directory: string }
}

export interface Host {
  /** Our id for a session, where there is one: it has asked, was refused or started others. */
  readonly known: (client: string) => Promise<string | undefined>
  /** Codes of the guard's rules that are lifted for a session. */
  readonly lifts: (chain: readonly Hosted[]) => Promise<readonly string[]>
  /** Uses lifts. False where one is not there any more. */
  readonly useOnce: (chain: readonly Hosted[], codes: readonly string[]) => Promise<boolean>
  /** Writes a denial down. */
  readonly denied: (denial: Denied) => Promise<void>
  /** The answer to a question, from a grant or from any process. Undefined where it ends without one. */
  readonly answer: (question: Question, ended: AbortSignal) => Promise<Reply | undefined>
  /** Somebody answered a question in opencode itself. */
  readonly answered: (question: string, reply: string) => Promise<void>
  /** Runs the session tool. Rejects with a message for the model. */
  readonly session: (call: ToolCall) => Promise<ToolResult>
  /** Writes down by which id opencode knows a session. */
  readonly hosts: (session: string, client: string) => Promise<void>
  /** Says whether a session that opencode hosts is at work. */
  readonly state: (client: string, state: "idle" | "busy") => Promise<void>
  /** The end of a process. */
  readonly close: () => Promise<void>
}

let loading: Promise<Host> | undefined

/** The services, loaded and opened once a process. A failure is forgotten, so that the next call tries again. */
export function host(): Promise<Host> {
  loading ??= import("./services.ts")
    .then(({ open }) => open())
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}
