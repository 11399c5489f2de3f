/** What opencode's terminal loads: dialogs to grant, to see and to take back, and a word when a session is blocked. */
import type { TuiPlugin, TuiPluginApi, TuiPluginModule } from "@opencode-ai/plugin/tui"
import { approvals } from "./tui/approvals.ts"
import { deskFor, type Desk } from "./tui/desk.ts"
import { Dialogs } from "./tui/dialogs.ts"
import { grantApproval, type Scene } from "./tui/grant.ts"
import { Bulletin } from "./tui/news.ts"
import { state } from "./tui/state.ts"
import { lastProblem, problemText } from "./trouble.ts"

/** How long the services wait, so that opencode is on the screen before they are loaded, in milliseconds. */
const LATER = 2000

/** How often it is looked for news, in milliseconds. */
const OFTEN = 1000

type Run = (scene: Scene, api: TuiPluginApi) => Promise<string | undefined>

interface Command {
  readonly name: string
  readonly title: string
  readonly run: Run
}

const COMMANDS: readonly Command[] = [
  { name: "grant-approval", title: "Let a session do what it asks for", run: grantApproval },
  { name: "approvals", title: "What waits for an answer, and what is granted", run: approvals },
  {
    name: "ringfence",
    title: "The guard in this session, and what it refused",
    run: async (scene, api) => {
      const directory = (scene.shown && api.state.session.get(scene.shown)?.directory) || api.state.path.directory
      return state(scene, { directory, loaded: await isLoaded(api, directory) })
    },
  },
]

const tui: TuiPlugin = async (api) => {
  const desk = deskFor(() => api.state.path.directory)
  const dialogs = new Dialogs(api)
  const commands = COMMANDS.map(({ name, title, run }) => ({
    ...{ name: `ringfence.${name}`, title: `Ringfence: ${title}`, category: "Ringfence", namespace: "palette" },
    ...{ slashName: name, slashDescription: title },
    run: () => void perform(api, desk, dialogs, run),
  }))
  api.lifecycle.onDispose(api.keymap.registerLayer({ commands, bindings: [] }))
  watch(api, desk)
}

/** Runs a command to its end. Whatever goes wrong is shown, and opencode goes on. */
async function perform(api: TuiPluginApi, desk: () => Promise<Desk>, dialogs: Dialogs, run: Run): Promise<void> {
  try {
    const done = await run({ desk: await desk(), dialogs, shown: shownIn(api) }, api)
    dialogs.close()
    if (done !== undefined) api.ui.toast({ title: "Ringfence", message: done, variant: "success" })
  } catch (error) {
    dialogs.close()
    const message = error instanceof Error ? error.message : String(error)
    api.ui.toast({ title: "Ringfence", message, variant: "error", duration: 10_000 })
  }
}

function shownIn({ route }: TuiPluginApi): string | undefined {
  const { params } = route.current as { readonly params?: Readonly<Record<string, unknown>> }
  return typeof params?.["sessionID"] === "string" ? params["sessionID"] : undefined
}

/** Whether opencode has the guard's plugin there: its session tool is among the tools. */
async function isLoaded({ client }: TuiPluginApi, directory: string): Promise<boolean | undefined> {
  const { data } = await client.tool.ids({ directory }).catch(() => ({ data: undefined }))
  return data?.includes("session")
}

/**
 * Tells of a guard that opencode did not load, which says nothing by itself, and of what failed before anybody could see
 * it: opencode starts plugins while its screen is still to come.
 */
async function warn(api: TuiPluginApi): Promise<void> {
  const begun = Date.now() - process.uptime() * 1000
  const problem = lastProblem()
  const failed = problem && problem.time > begun ? problemText(problem) : undefined
  const missing = (await isLoaded(api, api.state.path.directory)) === false
  const message = missing
    ? "opencode did not load the guard: sessions here are NOT guarded. Run ringfence doctor."
    : failed
  if (message !== undefined) api.ui.toast({ title: "Ringfence", message, variant: "error", duration: 30_000 })
}

/** Tells what is new. A database that cannot be read is told of by the guard, which needs it more. */
function watch(api: TuiPluginApi, desk: () => Promise<Desk>): void {
  const bulletin = new Bulletin()
  let timer = setTimeout(() => void warn(api).then(look), LATER)
  let open: Desk | undefined
  async function look(): Promise<void> {
    try {
      open = await desk()
      for (const message of bulletin.read(await open.news()))
        api.ui.toast({ title: "Ringfence", message, variant: "warning", duration: 8000 })
    } catch {
      // Told of by the guard, see above.
    }
    if (!api.lifecycle.signal.aborted) timer = setTimeout(look, OFTEN)
  }
  api.lifecycle.onDispose(async () => {
    clearTimeout(timer)
    await open?.close()
  })
}

export default { id: "ringfence-tui", tui } satisfies TuiPluginModule
