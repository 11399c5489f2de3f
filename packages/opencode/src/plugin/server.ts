/** What opencode loads: the guard before its tools, grants for its questions, and the session tool. */
import type { Hooks, Plugin, PluginModule } from "@opencode-ai/plugin"
import type { ToolDefinition } from "@opencode-ai/plugin/tool"
import { Asks } from "./asks.ts"
import { loadGuard, Watch } from "./guard.ts"
import { host } from "./host.ts"
import { Opencode } from "./opencode.ts"
import { Trouble } from "./trouble.ts"

/** Runs once for each directory that opencode works in. */
const server: Plugin = async (input, options) => {
  const opencode = new Opencode(input)
  const trouble = new Trouble((message) => opencode.toast(message, "error"))
  const report = trouble.report.bind(trouble)
  const watch = new Watch({
    opencode,
    host,
    load: loadGuard,
    trouble: report,
    persistentCd: options?.["persistent-cd"] === true,
  })
  const asks = new Asks({ opencode, host, watch, trouble: report })

  const hooks: Hooks = {
    "tool.execute.before": (call, { args }) => watch.before(call, args),
    "tool.execute.after": async ({ tool, callID }) => {
      if (tool === "bash")
        await watch.after(callID).catch((error) => report("what a command made was not noted", error))
    },
    "shell.env": async ({ callID }, { env }) => {
      const ran = watch.ran(callID)
      // The user's own commands and terminals are nobody's: they never were before the guard.
      if (!ran) return
      await belonging(ran.session.id, ran.session.directory).then(
        (own) => void Object.assign(env, own),
        (error: unknown) => report("a command was not told whose it is", error),
      )
      await watch.fence(callID!, ran, { ...process.env, ...env }).then(
        (fence) => void Object.assign(env, fence),
        (error: unknown) => report("a command ran without its fence", error),
      )
    },
    event: async ({ event }) => asks.hear(event),
  }
  // Loaded apart: a session tool that fails must not take the guard with it.
  const session = await import("./session-tool.ts").then(
    ({ sessionTool }) => sessionTool({ opencode, host }),
    (error: unknown) => {
      report("there is no session tool", error)
      return missing(error)
    },
  )
  preload(trouble)
  return { ...hooks, tool: { session } }
}

/** In place of the session tool where that cannot be loaded: by a tool of that name the terminal knows that we are there. */
function missing(error: unknown): ToolDefinition {
  const why = `It cannot be used: ${error instanceof Error ? error.message : String(error)}. Run ringfence doctor.`
  return { description: why, args: {}, execute: () => Promise.reject(new Error(why)) }
}

/** What a command is told of its session. One that is not isolated is named where others rest on it. */
async function belonging(id: string, directory: string): Promise<Record<string, string>> {
  const { module } = await loadGuard()
  const { isolated, worktree, branch } = module.standingOf(directory)
  const known = await host().then((services) => services.known(id))
  if (!isolated) return known === undefined ? {} : { RINGFENCE_SESSION: known }
  return {
    RINGFENCE_SESSION: known ?? id,
    ...(worktree === undefined ? {} : { RINGFENCE_WORKTREE: worktree }),
    ...(branch === undefined ? {} : { RINGFENCE_BRANCH: branch }),
  }
}

/** Once opencode goes on: the first call does not wait for it, and a person hears at once where it fails. */
function preload(trouble: Trouble): void {
  setTimeout(() => {
    loadGuard()
      .then(() => host())
      .then(
        () => trouble.cleared(),
        (error: unknown) => trouble.report("it could not be loaded", error),
      )
  }, 0).unref()
}

export default { id: "ringfence", server } satisfies PluginModule
