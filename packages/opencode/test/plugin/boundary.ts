/**
 * Run by `boundary.test.ts` in a process of its own: loads both plugins as opencode does, by every form in which they may
 * be named, lets them work, and prints what came over from them and what was loaded for it.
 */
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export interface Report {
  /** What each form of the name loads, as the names of what it exports by default. */
  readonly exported: Readonly<Record<string, readonly string[]>>
  /** Modules of effect that were evaluated when each of the plugins had been started, and after the first work. */
  readonly effects: { readonly started: readonly number[]; readonly worked: number }
  readonly hooks: readonly string[]
  readonly tools: Readonly<Record<string, readonly string[]>>
  readonly commands: readonly string[]
  /** What the session tool gave, and why it failed. */
  readonly result: unknown
  /** How a question was answered that nobody answered in the time that was set. */
  readonly replies: readonly unknown[]
  readonly failure: unknown
  /** Everything that came over and is not made of plain objects, functions and opencode's own schemas. */
  readonly foreign: readonly string[]
  /** The same of things that must not come over. */
  readonly controls: readonly string[]
}

type Fn = (...args: readonly unknown[]) => unknown
type Fields = Readonly<Record<string, unknown>>

const [specs, folder] = JSON.parse(process.argv[2]!) as readonly [readonly string[], string]

/** The file of a plugin's package that opencode loads for one of its two kinds. */
function entryOf(spec: string, kind: "./server" | "./tui"): string {
  const path = spec.startsWith("file://") ? fileURLToPath(spec) : spec
  if (!statSync(path).isDirectory()) return path
  const { exports } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
    exports: Record<string, string>
  }
  return join(path, exports[kind]!)
}

const load = async (spec: string, kind: "./server" | "./tui"): Promise<Fields> =>
  ((await import(pathToFileURL(entryOf(spec, kind)).href)) as { readonly default: Fields }).default

const effects = (): number =>
  Object.keys(require.cache).filter((path) => /[/\\]node_modules[/\\]effect[/\\]/.test(path)).length

const PLAIN: ReadonlySet<unknown> = new Set([
  ...[null, Object.prototype, Array.prototype, Function.prototype, Error.prototype],
  Object.getPrototypeOf(async () => {}),
])

/** Where in a value something is that only its own library understands. */
function foreignIn(value: unknown, at: string, schemas: ReadonlySet<unknown>, seen = new Set<unknown>()): string[] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return []
  seen.add(value)
  if ("_zod" in value) return schemas.has(value.constructor) ? [] : [`${at}: a schema of another zod`]
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!PLAIN.has(prototype)) return [`${at}: a ${(prototype as { constructor?: Fn }).constructor?.name ?? "thing"}`]
  return Reflect.ownKeys(value).flatMap((key) => {
    const name = `${at}.${String(key)}`
    return /effect|_tag/i.test(String(key)) ? [name] : foreignIn(Reflect.get(value, key), name, schemas, seen)
  })
}

/** Whatever is asked of it, it answers nothing. */
const silent: object = new Proxy(() => Promise.resolve({ data: undefined }), {
  get: (target, name) => (name in target ? (Reflect.get(target, name) as unknown) : silent),
})
const session = { id: "ses_boundary", directory: folder, projectID: "boundary", title: "Boundary" }
const replies: { readonly url: string; readonly body: unknown }[] = []
const post = async ({ url, body }: (typeof replies)[number]) => (
  replies.push({ url, body }),
  { response: { ok: true } }
)
const client = { session: { get: async () => ({ data: session }) }, tui: silent, _client: { post } }

const over: Record<string, unknown> = {}
const exported: Record<string, readonly string[]> = {}
for (const spec of specs) exported[spec] = Object.keys((over[spec] = await load(spec, "./server"))).sort()
const terminal = await load(specs[0]!, "./tui")
exported["./tui"] = Object.keys((over["./tui"] = terminal)).sort()

const shown: unknown[] = []
const layers: { readonly commands: readonly { readonly name: string; readonly run: Fn }[] }[] = []
const show = (value: unknown): void => void shown.push(value)

/** Starts the terminal's plugin. @returns what ends it */
async function open(): Promise<() => Promise<void>> {
  const disposers: Fn[] = []
  await (terminal["tui"] as Fn)({
    client: silent,
    keymap: { registerLayer: (layer: (typeof layers)[number]) => (layers.push(layer), () => {}) },
    lifecycle: { onDispose: (dispose: Fn) => disposers.push(dispose), signal: new AbortController().signal },
    state: { path: { directory: folder }, session: { get: () => undefined } },
    route: { current: {} },
    ui: {
      toast: show,
      DialogSelect: show,
      DialogPrompt: show,
      dialog: { replace: (render: Fn, closed: Fn) => (render(), closed()), setSize: () => {}, clear: () => {} },
    },
  })
  return async () => {
    for (const dispose of disposers) await dispose()
  }
}

// Each is counted at once when it was started, before a timer of its own can load anything.
const started: number[] = []
const first = await open()
started.push(effects())
await first()
const server = over[specs[0]!] as { readonly server: (input: object) => Promise<Readonly<Record<string, Fn>>> }
const { tool: tools, ...hooks } = await server.server({ client, directory: folder, worktree: folder })
started.push(effects())
const close = await open()

const made = tools as unknown as Readonly<Record<string, { readonly args: Fields; readonly execute: Fn }>>
const call = { tool: "bash", sessionID: session.id, callID: "call_1" }
const context = { sessionID: session.id, abort: new AbortController().signal, agent: "build" }
const args = { args: { command: "git status" } }
const given = { env: {} }
await hooks["tool.execute.before"]!(call, args)
await hooks["shell.env"]!(call, given)
await hooks["tool.execute.after"]!(call, {})
await hooks["event"]!({
  event: { type: "session.status", properties: { sessionID: session.id, status: { type: "idle" } } },
})
const result = await made["session"]!.execute({ action: "list" }, context)
const failure = await (
  made["session"]!.execute({ action: "status", session: "ses_none" }, context) as Promise<unknown>
).catch((error: unknown) => error)
const asked = { id: "per_1", sessionID: session.id, permission: "bash", patterns: ["echo one"], always: ["echo *"] }
await hooks["event"]!({ event: { type: "permission.asked", properties: asked } })
while (replies.length === 0) await Bun.sleep(5)
const { commands } = layers.at(-1)!
for (const command of commands) command.run()
while (shown.length < commands.length) await Bun.sleep(5)
const worked = effects()

const { tool } = await import("@opencode-ai/plugin/tool")
const schemas = new Set<unknown>(Object.values(tool.schema))
const [{ Effect }, z] = await Promise.all([import("effect"), import("zod")])
const controls = { value: { made: Effect.succeed(1) }, schema: [z.string()], own: tool.schema.string().optional() }
const report: Report = {
  exported,
  effects: { started, worked },
  hooks: Object.keys(hooks).sort(),
  tools: Object.fromEntries(Object.entries(made).map(([name, { args }]) => [name, Object.keys(args)])),
  commands: commands.map(({ name }) => name),
  result,
  replies,
  failure: failure instanceof Error ? { ...failure, message: failure.message } : failure,
  foreign: foreignIn({ over, hooks, tools, layers, shown, args, given, result, failure, replies }, "it", schemas),
  controls: foreignIn(controls, "it", schemas),
}
process.stdout.write(JSON.stringify(report))
await close()
process.exit(0)
