/** What is known of a client whose calls a hook is asked about: where that stands, how it calls, what switches it off. */
import type { Env, Scope, Wishes } from "../client.ts"

/** Where a client looks. */
export interface Place {
  readonly env: Env
  readonly home: string
  /** The folder of a session. */
  readonly directory: string
  /** The top of the worktree around it; the folder itself outside of any. */
  readonly top: string
}

/** One list of hooks in a file: the event it is for, and the tools that are asked about; all where none are named. */
export interface Event {
  readonly event: string
  readonly matcher?: string
}

/** Hooks in a JSON file, which may hold other things. */
export interface HooksForm {
  readonly kind: "hooks"
  readonly events: readonly Event[]
  /** The name of the property that the command is the value of. */
  readonly command: string
  /** What else stands in a hook, such as its timeout in the client's own unit. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Hooks stand in groups with a matcher, or one by one. */
  readonly grouped: boolean
  /** What else a new file holds. */
  readonly besides?: Readonly<Record<string, unknown>>
  /** The line that is run, made of the call of the launcher (`<launcher> hook <client>`), which it is by default. */
  readonly line?: (call: string, launcher: string) => string
}

/** A file that is nothing but ours. */
export interface FileForm {
  readonly kind: "file"
  readonly text: (launcher: string, words: readonly string[]) => string
  /** What each text of ours, of whatever version, begins with. */
  readonly begins: string
}

/** What is run for a client: the launcher's absolute path, and what was asked for. */
export interface Start extends Wishes {
  readonly launcher: string
}

const PERSISTENT_CD = "--persistent-cd"

/** The words after the launcher. */
export const wordsOf = (client: string, { persistentCd }: Wishes): readonly string[] => [
  "hook",
  client,
  ...(persistentCd ? [PERSISTENT_CD] : []),
]

/** What an installed text of ours, a line or a whole file, was asked for. */
export const wishesIn = (text: string): Wishes => ({ persistentCd: text.includes(PERSISTENT_CD) })

/** A setting that switches hooks off. */
export interface Switch {
  readonly file: string
  /** The names of the properties that lead to it. */
  readonly path: readonly string[]
  readonly off: unknown
  /** Whether the client goes by this file at all. */
  readonly counts?: (read: Reader) => boolean
}

/** A line of a file that lists hooks which are off. */
export interface Muted {
  readonly file: string
  readonly line: string
}

/** The value in a settings file; undefined where there is none. */
export type Reader = (file: string, path: readonly string[]) => unknown

/** A call as the client tells its hook of it. */
export interface Sample {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly directory: string
}

export interface Setup {
  readonly program: string
  /** Other names of the client and of its program. */
  readonly aliases?: readonly string[]
  readonly form: HooksForm | FileForm
  readonly file: (scope: Scope, place: Place) => string
  /** Those that come first in their rank come first: the first file that has a value decides. */
  readonly switches: (place: Place) => readonly Switch[]
  /** Where the client keeps which hooks a person switched off one by one, and how it names ours. */
  readonly muted?: (place: Place) => readonly Muted[]
  /** The shell tool, and a file tool with the names of its path and content. */
  readonly tools: { readonly shell: string; readonly file: readonly [tool: string, path: string, content: string] }
  readonly payload: (sample: Sample) => object
  /** Variables that the client sets for a hook. */
  readonly variables?: (sample: Sample) => Readonly<Record<string, string>>
  /** What nobody can see, or what a person has to do. */
  readonly notes: Readonly<Record<Scope, readonly string[]>>
  /** What is not known of the client, so that `doctor` cannot say that it holds. */
  readonly doubts?: readonly { readonly about: string; readonly fix: string; readonly scope?: Scope }[]
  /** The hook counts only where a further setting trusts it. */
  readonly trusted?: true
}

/** How long a client waits for the hook, in seconds. */
export const TIMEOUT = 30

/** The payload that Claude began and most took over. */
export const snakePayload =
  (event: string) =>
  ({ tool, input, directory }: Sample): object => ({
    session_id: "ringfence-doctor",
    transcript_path: "",
    cwd: directory,
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
  })

/** Those tools of a dialect that are asked about, as hooks name several. */
export const matcherOf = (tools: object): string => Object.keys(tools).join("|")

/** The settings files of a session: its own folder's, then those of the worktree's top. */
export const within = ({ directory, top }: Place, ...names: readonly string[]): readonly string[] =>
  [...new Set([directory, top])].flatMap((folder) => names.map((name) => `${folder}/${name}`))
