/** Sessions: who works where, on which branch, for whom. */
export * as Session from "."

import { Context, Effect, Layer } from "effect"
import { Audit } from "../audit/index.ts"
import { Global } from "../global/index.ts"
import { Instance } from "../instance/index.ts"
import * as GrantRow from "../permission/grant-row.ts"
import type { Ruleset } from "../permission/rule.ts"
import { Storage } from "../storage/index.ts"
import { wouldLose, type Loss } from "../worktree/error.ts"
import { Worktree } from "../worktree/index.ts"
import { callerOf, foreignTo } from "./caller.ts"
import { newID } from "./id.ts"
import { placeOf, subjectOf } from "./place.ts"
import { notFound, sharing, unasked } from "./refusal.ts"
import * as Row from "./row.ts"
import { type Caller, Denial, Foreign, Info, Kind, NotFound, Overview, Status, Untitled } from "./schema.ts"

export { Denial, Foreign, Info, Kind, NotFound, Overview, Status, Untitled }
export type { Caller }

export interface Create {
  readonly title: string
  /** Where the caller is. With a parent the parent's directory counts instead. */
  readonly directory: string
  readonly parentID?: string
  /** What it is to its parent; `peer` unless given. Without a parent it is a root. */
  readonly kind?: "peer" | "subagent"
  /** On a worktree and a branch of its own. */
  readonly isolate?: boolean
  /** With `isolate`: how it is kept apart; `worktree` unless given. */
  readonly tier?: Worktree.Tier
  /** With `isolate`: the branch; made from the title unless given. */
  readonly branch?: string
  /** With `isolate`: goes on with the branch, which must be checked out nowhere. */
  readonly existing?: boolean
  /** With `isolate`: what to start from; HEAD of the directory unless given. */
  readonly from?: string
  /** Its own ruleset. */
  readonly rules?: Ruleset
}

export interface Created {
  readonly session: Info
  /** What came out otherwise than asked for, in sentences. */
  readonly notes: readonly string[]
}

export interface Removed {
  readonly session: Info
  /** What became of its branch. */
  readonly branch?: Worktree.Removed["branch"]
  /** Ids of asks that were cancelled. */
  readonly cancelled: readonly string[]
  /** What was lost, where it was forced. */
  readonly lost: readonly Loss[]
}

export interface Integrated extends Worktree.Integrated {
  readonly session: Info
}

export interface Reviewed extends Worktree.Reviewed {
  readonly session: Info
}

export interface Interrupted {
  /** The session and all below it, which are idle now. */
  readonly sessions: readonly string[]
  /** Ids of asks that were cancelled. */
  readonly cancelled: readonly string[]
}

export type CreateError = Storage.Error | NotFound | Untitled | Instance.Unusable | Worktree.CreateError
type ComeBackError = NotFound | Storage.Error | Worktree.IntegrateError

export interface Interface {
  /** Starts a session. Where it is to be isolated: all of it or, whatever happens, nothing. */
  readonly create: (input: Create) => Effect.Effect<Created, CreateError>

  /** The session of this id. */
  readonly get: (id: string) => Effect.Effect<Info, NotFound | Storage.Error>

  /** All sessions, or those of one project, oldest first. */
  readonly list: (filter?: { readonly projectID?: string }) => Effect.Effect<readonly Info[], Storage.Error>

  /** Those that it started itself, oldest first. */
  readonly children: (id: string) => Effect.Effect<readonly Info[], Storage.Error>

  /** All below it at any depth, parents before their children; removed ones too, which may have children. */
  readonly descendants: (id: string) => Effect.Effect<readonly Info[], Storage.Error>

  /** The session, its parent, and so on up to the root; removed ones too, for their rules hold on. */
  readonly chain: (id: string) => Effect.Effect<readonly [Info, ...Info[]], NotFound | Storage.Error>

  /** The last of the chain. */
  readonly root: (id: string) => Effect.Effect<Info, NotFound | Storage.Error>

  /** Sessions with how each is right now. git is asked for several at once. */
  readonly overview: (filter?: { readonly projectID?: string }) => Effect.Effect<readonly Overview[], Storage.Error>

  /** Everything about one session right now. */
  readonly status: (id: string) => Effect.Effect<Status, NotFound | Storage.Error>

  /** Says whether it is at work. */
  readonly setState: (id: string, state: "idle" | "busy") => Effect.Effect<void, NotFound | Storage.Error>

  /** Stops what it and all below it wait for: they are idle, and their asks cancelled. */
  readonly interrupt: (id: string) => Effect.Effect<Interrupted, NotFound | Storage.Error>

  /**
   * Ends a session: its asks are cancelled, its worktree and branch go, its row too. Refuses where anything would be
   * lost, unless forced.
   */
  readonly remove: (
    id: string,
    options?: { readonly force?: boolean },
  ) => Effect.Effect<Removed, NotFound | Storage.Error | Worktree.RemoveError>

  /** Brings the branch of a session in a clone back into the repository, under its own name. */
  readonly integrate: (id: string, options?: { readonly force?: boolean }) => Effect.Effect<Integrated, ComeBackError>

  /** Brings a commit of the repository into a session's clone, to be looked at. As long as it is there the clone is kept. */
  readonly review: (id: string, revision: string) => Effect.Effect<Reviewed, ComeBackError | Worktree.ReviewError>

  /** Ends that. */
  readonly endReview: (id: string) => Effect.Effect<Info, ComeBackError>

  /** Who calls, from the environment and the directory of the caller. */
  readonly caller: (
    env: Readonly<Record<string, string | undefined>>,
    directory: string,
  ) => Effect.Effect<Caller, Storage.Error>

  /** The session of this id, if the caller may deal with it: a child with itself and what it started, others with all. */
  readonly own: (caller: Caller, id: string) => Effect.Effect<Info, NotFound | Foreign | Storage.Error>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Session") {}

/** How many worktrees git is asked about at once. */
const AT_ONCE = 8
const LONGEST_TITLE = 200
const DENIALS = 5

/** One line, without what a terminal would act on. */
const plainTitle = (title: string): string =>
  title
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_TITLE)

const make = Effect.gen(function* () {
  const storage = yield* Storage.Service
  const worktrees = yield* Worktree.Service
  const audit = yield* Audit.Service
  const { path } = yield* Global.Service

  const get = Effect.fn("Session.get")(function* (id: string) {
    const found = yield* storage.read((sql) => Row.find(sql, id))
    if (found === undefined || found.state === "removed") return yield* notFound(id, found)
    return found
  })

  const list = Effect.fn("Session.list")((filter: { readonly projectID?: string } = {}) =>
    storage.read((sql) => (filter.projectID === undefined ? Row.all(sql) : Row.ofProject(sql, filter.projectID))),
  )

  const children = Effect.fn("Session.children")((id: string) => storage.read((sql) => Row.children(sql, id)))
  const descendants = Effect.fn("Session.descendants")((id: string) => storage.read((sql) => Row.descendants(sql, id)))

  const chain = Effect.fn("Session.chain")(function* (id: string) {
    const [self, ...above] = yield* storage.read((sql) => Row.chain(sql, id))
    if (self === undefined || self.state === "removed") return yield* notFound(id, self)
    return [self, ...above] as const
  })

  const root = Effect.fn("Session.root")(function* (id: string) {
    return (yield* chain(id)).at(-1)!
  })

  const create = Effect.fn("Session.create")(function* (input: Create): Effect.fn.Return<Created, CreateError> {
    const title = plainTitle(input.title)
    if (title === "") return yield* new Untitled({ message: "Give the session a title that says what it is for." })
    const parent = input.parentID === undefined ? undefined : yield* get(input.parentID)
    const { directory, worktree, project } = yield* Instance.of(parent?.directory ?? input.directory)
    const now = Date.now()
    const session: Info = {
      id: newID(now),
      projectID: project.id,
      parentID: parent?.id,
      kind: parent === undefined ? "root" : (input.kind ?? "peer"),
      title,
      directory,
      rules: input.rules ?? [],
      state: "idle",
      created: now,
      updated: now,
    }
    const shared = Effect.fnUntraced(function* (notes: readonly string[]) {
      yield* storage.write((sql) => Row.insert(sql, session))
      return { session, notes }
    })
    const { branch, existing, from, tier } = input
    if (!input.isolate) {
      const stray = branch ?? from ?? (existing ? "--existing" : undefined) ?? tier
      if (stray !== undefined) return yield* unasked(stray)
      return yield* shared([])
    }
    if (project.repository === undefined)
      return yield* shared([
        `${directory} is in no git repository, so there is nothing to isolate: the session shares the folder with everybody.`,
      ])
    const leftovers = yield* worktrees.sweep
    const wanted = { directory: worktree, repository: project.repository, branch, existing, from }
    const made = yield* worktrees.create(
      { project: project.id, session: session.id, parent: parent?.id, title, tier, ...wanted },
      Effect.fnUntraced(function* (made, notes) {
        const isolated: Info = { ...session, ...made, worktree: made.directory }
        const held = yield* storage.write(async (sql) => {
          const held = await Row.isHeld(sql, made.repository, made.branch)
          if (!held) await Row.insert(sql, isolated)
          return held
        })
        return held ? yield* Worktree.inClone(made.branch) : { session: isolated, notes }
      }),
    )
    return { session: made.session, notes: [...leftovers.map(leftoverNote), ...made.notes] }
  })

  const overview = Effect.fn("Session.overview")(function* (filter: { readonly projectID?: string } = {}) {
    const sessions = yield* list(filter)
    const asks = yield* storage.read((sql) => Row.waitingAsks(sql, Date.now()))
    return yield* Effect.forEach(
      sessions,
      (session) =>
        worktrees.condition(subjectOf(session)).pipe(
          Effect.map((condition) => ({
            session,
            condition,
            asks: asks.filter((ask) => ask.session === session.id).length,
          })),
        ),
      { concurrency: AT_ONCE },
    )
  })

  const status = Effect.fn("Session.status")(function* (id: string) {
    const [session, ...above] = yield* chain(id)
    const condition = yield* worktrees.condition(subjectOf(session))
    const ids = [session, ...above].map((each) => each.id)
    const denials = yield* audit.list({ session: id, denied: true, limit: DENIALS })
    return yield* storage.read(async (sql) => {
      const now = Date.now()
      const asks = await Row.waitingAsks(sql, now)
      return {
        session,
        condition,
        asks: asks.filter((ask) => ask.session === id),
        grants: await GrantRow.active(sql, ids, now),
        denials: denials.toReversed().map(({ last, code, command, times }) => ({ time: last, code, command, times })),
        children: await Row.children(sql, id),
      }
    })
  })

  const setState = Effect.fn("Session.setState")(function* (id: string, state: "idle" | "busy") {
    yield* get(id)
    yield* storage.write((sql) => Row.setState(sql, [id], state, Date.now()))
  })

  const interrupt = Effect.fn("Session.interrupt")(function* (id: string) {
    yield* get(id)
    return yield* storage.write(async (sql) => {
      const now = Date.now()
      const sessions = [id, ...(await Row.descendants(sql, id)).map((each) => each.id)]
      await Row.setState(sql, sessions, "idle", now)
      return { sessions, cancelled: await Row.cancelAsks(sql, sessions, now) }
    })
  })

  /** What the sessions below it, and whoever waits for an answer of theirs, would lose. */
  const familyLosses = Effect.fnUntraced(function* (id: string) {
    const below = (yield* descendants(id)).filter(({ state }) => state !== "removed")
    const ids = [id, ...below.map((each) => each.id)]
    const asks = (yield* storage.read((sql) => Row.waitingAsks(sql, Date.now()))).filter(
      (ask) => ids.includes(ask.session) && ask.session !== id,
    )
    const busy = below.filter(({ state }) => state === "busy")
    const losses: Loss[] = []
    if (busy.length > 0)
      losses.push({
        kind: "child",
        message: `the work of ${busy.length} running ${busy.length === 1 ? "child" : "children"}`,
        items: busy.map((child) => `${child.id} ${child.title}`),
      })
    if (asks.length > 0)
      losses.push({
        kind: "asks",
        message: `${asks.length} ${asks.length === 1 ? "ask" : "asks"} of its children that wait for an answer`,
        items: asks.map((ask) => `${ask.id} ${ask.permission} ${ask.patterns.join(" ")}`),
      })
    return losses
  })

  const remove = Effect.fn("Session.remove")(function* (
    id: string,
    { force = false }: { readonly force?: boolean } = {},
  ): Effect.fn.Return<Removed, NotFound | Storage.Error | Worktree.RemoveError> {
    const session = yield* get(id)
    const place = placeOf(session)
    const family = yield* familyLosses(id)
    const lost = [...(place === undefined ? [] : yield* worktrees.losses(place)), ...family]
    if (lost.length > 0 && !force) return yield* wouldLose(`the session ${id} (${session.title})`, lost)
    const { cancelled } = force ? yield* interrupt(id) : { cancelled: [] }
    const { branch } = place === undefined ? {} : yield* worktrees.remove(place, { force })
    const own = yield* storage.write(async (sql) => {
      const now = Date.now()
      const rest = await Row.cancelAsks(sql, [id], now)
      await Row.drop(sql, id, now)
      return rest
    })
    return { session, branch, cancelled: [...cancelled, ...own], lost }
  })

  /** Where a session of this id works by itself. */
  const isolatedPlace = Effect.fnUntraced(function* (id: string) {
    const session = yield* get(id)
    const place = placeOf(session)
    return place === undefined ? yield* sharing(session) : { session, place }
  })

  const integrate: Interface["integrate"] = Effect.fn("Session.integrate")(function* (id, options) {
    const { session, place } = yield* isolatedPlace(id)
    return { session, ...(yield* worktrees.integrate(place, options)) }
  })

  const review: Interface["review"] = Effect.fn("Session.review")(function* (id, revision) {
    const { session, place } = yield* isolatedPlace(id)
    return { session, ...(yield* worktrees.review(place, revision)) }
  })

  const endReview: Interface["endReview"] = Effect.fn("Session.endReview")(function* (id) {
    const { session, place } = yield* isolatedPlace(id)
    yield* worktrees.endReview(place)
    return session
  })

  const caller = Effect.fn("Session.caller")(function* (
    env: Readonly<Record<string, string | undefined>>,
    directory: string,
  ) {
    const name = env["RINGFENCE_SESSION"]
    const known = yield* storage.read(async (sql) => ({
      named: name ? await Row.find(sql, name) : undefined,
      sessions: await Row.all(sql),
    }))
    return callerOf({ env: { ...env, RINGFENCE_DATA: path.data }, directory, ...known })
  })

  const own = Effect.fn("Session.own")(function* (caller: Caller, id: string) {
    const [session, ...above] = yield* chain(id)
    const foreign = foreignTo(caller, session, [session, ...above])
    if (foreign !== undefined) return yield* foreign
    return session
  })

  return Service.of({
    create,
    get,
    list,
    children,
    descendants,
    chain,
    root,
    overview,
    status,
    setState,
    interrupt,
    remove,
    integrate,
    review,
    endReview,
    caller,
    own,
  })
})

const leftoverNote = ({ path, problem }: Worktree.Leftover): string =>
  problem === undefined
    ? `What a creation that was killed had left at ${path} has been cleared away.`
    : `A creation that was killed left something at ${path} that could not be cleared away: ${problem}`

export const layer: Layer.Layer<Service, never, Storage.Service | Worktree.Service | Audit.Service | Global.Service> =
  Layer.effect(Service, make)
