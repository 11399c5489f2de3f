/** May a session do what it asks for? Rules, what was said in advance, and in the end somebody who can be asked. */
export * as Permission from "."

import type { SQL } from "bun"
import { Context, Effect, Exit, Layer, Schema } from "effect"
import { cleaner, put, type Entry } from "../audit/put.ts"
import { Global } from "../global/index.ts"
import * as Sessions from "../session/row.ts"
import type { Caller, NotFound } from "../session/schema.ts"
import { Storage } from "../storage/index.ts"
import { Answerer, MayWait } from "./answerer.ts"
import * as Approval from "./approval.ts"
import * as Ask from "./ask.ts"
import { nameOf, refusalFor } from "./authority.ts"
import {
  type AskError,
  type Denied,
  deniedByRule,
  deniedUnasked,
  type NotYours,
  outcomeOf,
  settledError,
  type Settled,
  UnknownAsk,
  unknownSession,
} from "./error.ts"
import { memorable, patternsOf, type Wish } from "./evaluate.ts"
import * as Grants from "./grant-row.ts"
import { newId } from "./id.ts"
import { builtIn, type Parts } from "./parts.ts"
import { Malformed } from "./rule.ts"
import { Environment, readSettings, type Settings } from "./settings.ts"
import { settleBy, type Settled as Outlook } from "./settle.ts"
import * as Snapshot from "./snapshot.ts"
import { type Chain, chainOf, idsOf, rootOf, routeOf, sceneOf, standingOf } from "./standing.ts"

export { Answerer, Environment, Malformed, MayWait }
export { Denied, Rejected, Expired, Cancelled, NotYours, UnknownAsk, Settled } from "./error.ts"
export { Rule, Ruleset } from "./rule.ts"
export { Info as Asked, Reply } from "./ask.ts"

export const Request = Schema.Struct({
  session: Schema.String,
  permission: Schema.String,
  /** What would be done: command texts, paths. None is a request that nobody could read. */
  patterns: Schema.Array(Schema.String),
  /** What an "always" would remember; what was not shown among the patterns is left out. */
  always: Schema.Array(Schema.String),
  /** For whoever is asked. */
  metadata: Schema.Record(Schema.String, Schema.Json),
  /** Asked for every time, whatever was said in advance. Some permissions always are. */
  forced: Schema.optionalKey(Schema.Boolean),
})
export type Request = typeof Request.Type

export interface Answer {
  readonly id: string
  readonly reply: Ask.Reply
  /** What to do instead; the asker is told. */
  readonly feedback?: string
  readonly by: Caller
}

export type Prospect = "allowed" | "spends" | "waits"

export interface Interface {
  /**
   * Succeeds where the request is allowed. Waits only where somebody may answer, and never longer than the setting
   * says; the answer may come from any process, as may a grant that settles it.
   */
  readonly ask: (request: Request) => Effect.Effect<void, AskError | Malformed | Storage.Error>

  /**
   * What `ask` would come to now: a yes at once, a yes that uses up a grant for one time, or a question that waits.
   * Fails where it would be denied. Uses nothing up and asks nobody.
   */
  readonly foresee: (request: Request) => Effect.Effect<Prospect, Denied | NotFound | Malformed | Storage.Error>

  /** Answers a question that waits, once. What this gives is committed. */
  readonly reply: (answer: Answer) => Effect.Effect<Ask.Info, UnknownAsk | Settled | NotYours | Storage.Error>

  /** The questions that somebody waits for an answer to, oldest first: of a session, or put to a root. */
  readonly list: (filter?: {
    readonly session?: string
    readonly root?: string
  }) => Effect.Effect<readonly Ask.Info[], Storage.Error>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Permission") {}

/** What a request is about, for the log: of a command it keeps no data and secrets, so it has to know what is one. */
const logged = (
  { permission, patterns }: Wish,
  detail: NonNullable<Entry["detail"]>,
): Pick<Entry, "code" | "command" | "detail"> =>
  permission.startsWith("bash")
    ? { code: permission, command: patterns.join("\n"), detail }
    : { code: permission, detail: { ...detail, patterns } }

const make = Effect.fnUntraced(function* (parts: Parts) {
  const storage = yield* Storage.Service
  const { path } = yield* Global.Service
  const warned = new Set<string>()

  const settings = Effect.fnUntraced(function* () {
    const env = yield* Environment
    const read = yield* Effect.try({
      try: () => readSettings(path.config, env),
      catch: (cause) => {
        if (cause instanceof Malformed) return cause
        throw cause
      },
    })
    const { warning } = read.timeout
    if (warning !== undefined && !warned.has(warning)) {
      warned.add(warning)
      yield* Effect.logWarning(warning)
    }
    return read
  })

  /** What would become of a request, without using anything up; fails where it would be denied. */
  const view = Effect.fnUntraced(function* (request: Request) {
    const read = yield* settings()
    const configured = { whose: `your configuration ${path.config}`, rules: read.rules }
    const known = yield* storage.read(async (sql) => {
      const chain = await chainOf(sql, request.session)
      if (!chain) return undefined
      return {
        chain,
        standing: await standingOf(sql, chain, configured),
        kept: await Snapshot.get(sql, request.session),
      }
    })
    if (!known) return yield* unknownSession(request.session)
    const { chain, standing, kept } = known
    if (!Snapshot.isSame(kept, standing))
      yield* storage.write((sql) => Snapshot.put(sql, request.session, standing, Date.now()))

    const ruling = parts.rule(standing.layers, request)
    if (ruling.action === "deny") return yield* deniedByRule(request.session, request, ruling.refusal)
    const forced = request.forced === true || parts.forced.has(request.permission)
    if (ruling.action === "allow" && !forced) return { prospect: "allowed" as const }

    const answerer = yield* Answerer
    const route = routeOf(chain, answerer !== "none", parts.route)
    const steps = forced ? [] : parts.steps
    const open = ruling.action === "ask" && !forced ? ruling.open : patternsOf(request)
    const look = async (sql: SQL): Promise<Outlook> =>
      settleBy(steps, await sceneOf(sql, chain, configured, route, Date.now()), request.permission, open)
    const outlook = yield* storage.read(look)
    if (outlook.refusal) return yield* deniedByRule(request.session, request, outlook.refusal)
    if (outlook.open.length === 0)
      return outlook.spends.length === 0 ? { prospect: "allowed" as const } : { prospect: "spends" as const, look }
    if (route.to === "inherit" || route.to === "non-interactive")
      return yield* deniedUnasked(request.session, request, route.to, forced, outlook.open)
    if (answerer === "none" && !(yield* MayWait))
      return yield* deniedUnasked(request.session, request, "non-interactive", forced, outlook.open)
    return { prospect: "waits" as const, look, question: questionOf(request, chain, route.to, forced, read) }
  })

  const foresee = Effect.fn("Permission.foresee")((request: Request) =>
    view(request).pipe(Effect.map(({ prospect }) => prospect)),
  )

  const ask = Effect.fn("Permission.ask")(function* (request: Request) {
    for (;;) {
      const seen = yield* view(request)
      if (seen.prospect === "allowed") return
      if (seen.prospect === "waits") return yield* putAndWait(seen.question, seen.look)
      if (yield* spend(seen.look)) return
    }
  })

  /** Uses up what is good for one time only. False where it was used up or taken back meanwhile. */
  const spend = (look: (sql: SQL) => Promise<Outlook>) =>
    storage.write(async (sql) => {
      const now = await look(sql)
      if (now.open.length > 0) return false
      await Grants.spend(sql, now.spends, Date.now())
      return true
    })

  const questionOf = (
    request: Request,
    chain: Chain,
    route: Ask.Info["route"],
    forced: boolean,
    { timeout }: Settings,
  ): Ask.Info => {
    const question = {
      id: newId("ask"),
      session: request.session,
      root: rootOf(chain).id,
      project: chain[0].projectID,
      permission: request.permission,
      patterns: request.patterns,
      always: forced ? [] : memorable(request.always, request.patterns),
      metadata: request.metadata,
      forced,
      route,
    }
    return Ask.waiting(question, timeout.milliseconds)
  }

  /** Puts a question to whoever can answer, and waits. However the waiting ends, no question is left behind. */
  const putAndWait = (question: Ask.Info, look: (sql: SQL) => Promise<Outlook>) =>
    Effect.acquireUseRelease(
      storage.write((sql) => Ask.add(sql, question)),
      () => Effect.scoped(Effect.andThen(putToPerson(question), waitFor(question, look))),
      (_, exit) =>
        Exit.isSuccess(exit)
          ? Effect.void
          : storage
              .write((sql) => Ask.settle(sql, question.id, { state: "cancelled" }, Date.now()))
              .pipe(Effect.ignore),
    )

  /** Somebody else may answer while the person at this process still thinks. */
  const putToPerson = Effect.fnUntraced(function* (question: Ask.Info) {
    const answerer = yield* Answerer
    if (answerer === "none" || !answerer.put) return
    yield* answerer.put(question).pipe(
      Effect.flatMap((answer) =>
        answer ? reply({ ...answer, id: question.id, by: { kind: "person" } }) : Effect.void,
      ),
      Effect.catchTag("Permission.Settled", () => Effect.void),
      Effect.catchCause((cause) => Effect.logWarning(`The question ${question.id} could not be put`, cause)),
      // Immediately: an answer from elsewhere must find it started, to end it.
      Effect.forkScoped({ startImmediately: true }),
    )
  })

  const waitFor = Effect.fnUntraced(function* (question: Ask.Info, look: (sql: SQL) => Promise<Outlook>) {
    for (;;) {
      const seen = yield* storage.watch(
        async (sql) => {
          const row = await Ask.get(sql, question.id)
          return row?.state !== "pending" || (await look(sql)).open.length === 0 ? { row } : undefined
        },
        Math.max(0, question.expires - Date.now()),
      )
      const row = seen?.row?.state === "pending" || seen === undefined ? yield* endBy(question, look) : seen.row
      if (row?.state !== "pending") return yield* outcomeOf(question.id, row)
    }
  })

  /** Ends a question whose time is over, or that was settled by something said meanwhile. */
  const endBy = (question: Ask.Info, look: (sql: SQL) => Promise<Outlook>) =>
    storage.write(async (sql) => {
      const now = Date.now()
      const outlook = await look(sql)
      if (outlook.open.length === 0) {
        const by = outlook.by.join(", ") || "what was said before"
        if (await Ask.settle(sql, question.id, { state: "allowed", by }, now))
          await Grants.spend(sql, outlook.spends, now)
      } else if (question.expires <= now) await Ask.settle(sql, question.id, { state: "expired" }, now)
      return Ask.get(sql, question.id)
    })

  const reply = Effect.fn("Permission.reply")(function* (answer: Answer) {
    const { id, reply, feedback, by } = answer
    const clean = yield* Effect.promise(cleaner)
    const answered = yield* storage.write(async (sql) => {
      const question = await Ask.get(sql, id)
      const chain = question && (await Sessions.chain(sql, question.session))
      const refused = refusalFor(by, chain && idsOf(chain))
      if (refused) return refused
      if (!question) return new UnknownAsk({ ask: id, message: `There is no question ${id}.` })
      const now = Date.now()
      const waits = Ask.isWaiting(question, now)
      const state = reply === "reject" ? "rejected" : "allowed"
      const outcome = waits ? ({ state, reply, feedback, by: nameOf(by) } as const) : ({ state: "expired" } as const)
      const ended = await Ask.settle(sql, id, outcome, now)
      const after = (await Ask.get(sql, id))!
      if (!waits || !ended) return settledError(after)
      const asker = chain![0]
      if (reply === "always" && asker) await remember(sql, question, asker, nameOf(by), now)
      // With the answer: whoever waited for it goes on as soon as it is there, and may end this process or this fiber.
      await put(sql, clean(entryOf(after, answer)), now)
      return after
    })
    if (answered instanceof Error) return yield* answered
    return answered
  })

  const entryOf = (question: Ask.Info, { reply, feedback, by }: Answer): Entry => ({
    kind: "answer",
    session: question.session,
    project: question.project,
    by: nameOf(by),
    ...logged(question, { ask: question.id, reply, ...(feedback === undefined ? {} : { feedback }) }),
  })

  /** What an "always" leaves behind: approvals for the project, and for those who inherit from the session. */
  const remember = async (
    sql: SQL,
    { permission, always }: Ask.Info,
    asker: Chain[0],
    by: string,
    now: number,
  ): Promise<void> => {
    const scope = Approval.scopeOf(asker)
    await Approval.add(sql, { scope, session: asker.id, permission, patterns: always, by }, now)
    const kept = await Snapshot.get(sql, asker.id)
    if (kept) await Snapshot.put(sql, asker.id, { ...kept, approved: await Approval.of(sql, scope) }, now)
  }

  const list = Effect.fn("Permission.list")(function* (
    filter: { readonly session?: string; readonly root?: string } = {},
  ) {
    const pending = yield* storage.read((sql) => Ask.pending(sql))
    const now = Date.now()
    const dead = pending.filter((question) => !Ask.isWaiting(question, now))
    if (dead.length > 0)
      yield* storage.write(async (sql) => {
        for (const { id } of dead) await Ask.settle(sql, id, { state: "expired" }, now)
      })
    return pending.filter(
      (question) =>
        !dead.includes(question) &&
        (filter.session === undefined || filter.session === question.session) &&
        (filter.root === undefined || filter.root === question.root),
    )
  })

  return Service.of({ ask, foresee, reply, list })
})

/** The service, made of other parts than the built-in ones: for tests that switch one off. */
export const assemble = (parts: Parts): Layer.Layer<Service, never, Storage.Service | Global.Service> =>
  Layer.effect(Service, make(parts))

export const layer: Layer.Layer<Service, never, Storage.Service | Global.Service> = assemble(builtIn)
