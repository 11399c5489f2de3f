/** The host's services for the plugin, over one database a process. Loaded when it is first needed. */
import { join } from "node:path"
import { standingOf } from "@ringfence/guard"
import type * as z from "zod"
import { Effect, Layer } from "effect"
import { Audit } from "../audit/index.ts"
import { Global } from "../global/index.ts"
import * as Ask from "../permission/ask.ts"
import { Grant } from "../permission/grant/index.ts"
import * as Row from "../session/row.ts"
import type { Info as Session } from "../session/schema.ts"
import { Session as Sessions } from "../session/index.ts"
import { Storage } from "../storage/index.ts"
import * as SessionTool from "../tool/session.ts"
import { layerOver } from "../verbs/layer.ts"
import type { Host, ToolCall, ToolResult } from "./host.ts"
import type { Hosted } from "./opencode.ts"
import { answer } from "./question.ts"
import { runnerOver } from "./runner.ts"

/** Worktrees lie where opencode makes its own, so that it takes them for its own too. */
const paths = Layer.sync(Global.Service, () => {
  const path = Global.pathOf((name) => process.env[name])
  const data = process.env["XDG_DATA_HOME"] || join(process.env["HOME"] ?? "", ".local", "share")
  return Global.Service.of({ path: { ...path, worktree: join(data, "opencode", "worktree") } })
})

/** Opens nothing yet: the database is opened when it is first asked. */
export async function open(): Promise<Host> {
  const { run, close } = runnerOver(layerOver(paths))

  /** Ids that are known to have, or not to have, a row. Only this process gives rows to what it hosts. */
  const known = new Map<string, string | undefined>()
  const rowOf = (chain: readonly Hosted[]) =>
    register(chain).pipe(Effect.tap((session) => Effect.sync(() => known.set(chain[0]!.id, session.id))))

  const knownAs = async (client: string): Promise<string | undefined> => {
    if (!known.has(client)) known.set(client, (await run(find(client)))?.id)
    return known.get(client)
  }

  return {
    known: knownAs,
    lifts: (chain) =>
      run(
        Effect.gen(function* () {
          const { id } = yield* rowOf(chain)
          return yield* (yield* Grant.Service).lifts(id)
        }),
      ),
    useOnce: (chain, codes) =>
      run(
        Effect.gen(function* () {
          const { id } = yield* rowOf(chain)
          return yield* (yield* Grant.Service).useOnce(id, codes)
        }),
      ),
    denied: ({ chain, code, command, directory, refused, owner }) =>
      run(
        Effect.gen(function* () {
          const { id, projectID } = yield* rowOf(chain)
          const audit = yield* Audit.Service
          const detail = { refused, directory, ...(owner ? { owner } : {}) }
          yield* audit.record({ kind: "denial", session: id, project: projectID, code, command, detail })
        }),
      ),
    answer: async (question, ended) => {
      try {
        return await run(rowOf(question.chain).pipe(Effect.flatMap((session) => answer(question, session))), ended)
      } catch (error) {
        if (ended.aborted) return undefined
        throw error
      }
    },
    answered: (question, reply) =>
      run(
        Effect.gen(function* () {
          const storage = yield* Storage.Service
          const state = reply === "reject" ? "rejected" : "allowed"
          const how = reply === "reject" || reply === "always" ? reply : "once"
          const outcome = { state, reply: how, by: "a person, in opencode" } as const
          yield* storage.write((sql) => Ask.settle(sql, question, outcome, Date.now()))
        }),
      ),
    session: (call) => run(rowOf(call.chain).pipe(Effect.flatMap((session) => sessionTool(call, session))), call.abort),
    hosts: async (session, client) => {
      await run(
        Effect.gen(function* () {
          const storage = yield* Storage.Service
          yield* storage.write((sql) => Row.setClient(sql, session, client, Date.now()))
        }),
      )
      known.set(client, session)
    },
    state: async (client, state) => {
      const session = await knownAs(client)
      // What opencode started itself has no state here, and there is an event of this kind for every step of everybody.
      if (session === undefined || session === client) return
      await run(
        Effect.gen(function* () {
          const storage = yield* Storage.Service
          yield* storage.write((sql) => Row.setState(sql, [session], state, Date.now()))
        }),
      )
    },
    close,
  }
}

const find = Effect.fnUntraced(function* (client: string) {
  const storage = yield* Storage.Service
  return yield* storage.read((sql) => Row.findClient(sql, client))
})

/**
 * The row of a session that opencode hosts, which it gets with those above it when it first asks, is refused something
 * or starts others. It has opencode's own id, unless our session tool made it: then the row says how opencode calls it.
 */
const register = Effect.fnUntraced(function* (chain: readonly Hosted[]) {
  const storage = yield* Storage.Service
  const known = yield* find(chain[0]!.id)
  if (known) return known
  return yield* storage.write(async (sql) => {
    let parent: Session | undefined
    for (const each of chain.toReversed()) {
      const there = await Row.findClient(sql, each.id)
      const session: Session = there ?? rowFor(each, parent)
      if (!there) await Row.insert(sql, session)
      parent = session
    }
    return parent!
  })
})

function rowFor({ id, projectID, directory, title }: Hosted, parent: Session | undefined): Session {
  const { isolated, worktree, branch } = standingOf(directory)
  const now = Date.now()
  return {
    id,
    projectID,
    parentID: parent?.id,
    kind: parent ? "subagent" : "root",
    title,
    directory,
    // Without a repository beside it: nobody takes it away with the session, which did not make it.
    ...(isolated ? { worktree, branch } : {}),
    rules: [],
    state: "idle",
    created: now,
    updated: now,
  }
}

/** Runs our own session tool for a session. */
const sessionTool = Effect.fnUntraced(function* ({ args, abort }: ToolCall, session: Session) {
  const target = args["action"] === "remove" ? yield* hostedAs(String(args["session"])) : undefined
  const context = { session: session.id, abort, metadata: () => {} }
  const { title, output, metadata } = yield* SessionTool.execute(
    args as z.input<typeof SessionTool.parameters>,
    context,
  )
  const made = metadata.action === "create" ? (metadata.result as ToolResult["created"]) : undefined
  const result: ToolResult = {
    title,
    output,
    ...(made ? { created: { id: made.id, directory: made.directory, title: made.title } } : {}),
    ...(target ? { removed: target } : {}),
  }
  return result
})

/** How opencode calls a session that is about to go, if it hosts it. */
const hostedAs = Effect.fnUntraced(function* (handle: string) {
  const sessions = yield* Sessions.Service
  const all = yield* sessions.list()
  const found = all.find(({ id, client }) => id === handle || client === handle)
  return found?.client === undefined ? undefined : { id: found.client, directory: found.directory }
})
