/** Run by `try.ts` in a process of its own: loads a plugin as opencode does, hands it calls, writes down the answers. */
import { writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

export interface Task {
  readonly entry: string
  /** The session's directory. */
  readonly directory: string
  readonly main: string
  readonly calls: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[]
  /** The file for the answers. */
  readonly answers: string
}

export interface Answer {
  /** Why the plugin could not be loaded. */
  readonly failure?: string
  /** For each call why it was refused, null where it was let through. */
  readonly refusals: readonly (string | null)[]
}

type Hook = (input: object, output: object) => Promise<void>
type Hooks = Readonly<Record<string, Hook | undefined>>
type Plugin = (input: object) => Promise<Hooks>

const SESSION = "ses_doctor"

/** What opencode loads: `server` of the default export, or every function that is exported. */
function pluginsIn(module: Readonly<Record<string, unknown>>): readonly Plugin[] {
  const { server } = (module["default"] ?? {}) as { readonly server?: unknown }
  const found =
    typeof server === "function" ? [server] : Object.values(module).filter((value) => typeof value === "function")
  return [...new Set(found)] as unknown as readonly Plugin[]
}

/** A client that knows one session and answers nothing else. */
function clientFor({ directory }: Task): object {
  const session = { id: SESSION, directory, projectID: "doctor", title: "doctor" }
  const silent: object = new Proxy(() => Promise.resolve({ data: undefined }), {
    get: (target, name) => (name in target ? Reflect.get(target, name) : silent),
  })
  return new Proxy(
    {
      session: new Proxy(
        { get: async () => ({ data: session }) },
        { get: (known, name) => Reflect.get(known, name) ?? silent },
      ),
    },
    { get: (known, name) => Reflect.get(known, name) ?? silent },
  )
}

async function answer(task: Task): Promise<Answer> {
  const hooks: Hooks[] = []
  try {
    const plugins = pluginsIn((await import(pathToFileURL(task.entry).href)) as Readonly<Record<string, unknown>>)
    if (plugins.length === 0) return { failure: "it exports no plugin", refusals: [] }
    for (const plugin of plugins) hooks.push(await plugin(inputFor(task)))
  } catch (error) {
    return { failure: messageOf(error), refusals: [] }
  }
  const refusals: (string | null)[] = []
  for (const call of task.calls) refusals.push(await refusalOf(hooks, call))
  return { refusals }
}

const inputFor = (task: Task): object => ({
  client: clientFor(task),
  project: { id: "doctor", worktree: task.main, vcs: "git" },
  directory: task.directory,
  worktree: task.directory,
  serverUrl: new URL("http://localhost:4096"),
  experimental_workspace: { register: () => undefined },
  $: Bun.$,
})

async function refusalOf(hooks: readonly Hooks[], { tool, args }: Task["calls"][number]): Promise<string | null> {
  try {
    for (const hook of hooks)
      await hook["tool.execute.before"]?.({ tool, sessionID: SESSION, callID: "call_doctor" }, { args: { ...args } })
    return null
  } catch (error) {
    return messageOf(error)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

if (import.meta.main) {
  const task = JSON.parse(process.argv[2]!) as Task
  writeFileSync(task.answers, JSON.stringify(await answer(task)))
  process.exit(0)
}
