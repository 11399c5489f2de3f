/**
 * Yes, said in advance: to what a session will ask, or, as a lift, to what one rule of the guard would refuse it.
 * Every process sees it, from the moment it is reported as given.
 */
export * as Grant from "."

import { liftableCodes } from "@ringfence/guard"
import type { SQL } from "bun"
import { Context, Effect, Layer } from "effect"
import { cleaner, put, type Entry } from "../../audit/put.ts"
import * as Sessions from "../../session/row.ts"
import type { Caller, NotFound } from "../../session/schema.ts"
import { Storage } from "../../storage/index.ts"
import { nameOf, refusalFor } from "../authority.ts"
import { NotYours, unknownSession } from "../error.ts"
import * as Grants from "../grant-row.ts"
import { newId } from "../id.ts"
import { expandHome, FORCED } from "../rule.ts"
import { Environment } from "../settings.ts"
import { chainOf, idsOf } from "../standing.ts"
import {
  Invalid,
  invalid,
  NotLiftable,
  notLiftable,
  Over,
  over,
  UnknownGrant,
  UnknownRule,
  unknownGrant,
  unknownRule,
} from "./error.ts"

export { Info, stateOf, type State } from "../grant-row.ts"
export { Invalid, NotLiftable, NotYours, Over, UnknownGrant, UnknownRule }

export interface Give {
  /** A session's id, or "all": with a parent session as the caller all below it, otherwise everybody. */
  readonly target: string
  /** Patterns as in rules; without them it is good for any. */
  readonly permission?: string
  readonly pattern?: string
  /** Lifts this rule of the guard, for one session; good for one time unless `lasts` says otherwise. */
  readonly rule?: string
  /** Good for one time. */
  readonly once?: boolean
  /** For how long, in milliseconds; without it until it is used or taken back. */
  readonly lasts?: number
  readonly by: Caller
}

export interface Revoke {
  /** One grant, every active grant of a session, or "all": every active grant to all that the caller may take back. */
  readonly target: string
  readonly by: Caller
}

export type GiveError = NotFound | NotYours | Invalid | UnknownRule | NotLiftable | Storage.Error
export type RevokeError = UnknownGrant | Over | NotYours | Storage.Error

export interface Interface {
  /** Gives a grant. It is committed, and on the log, when this ends. */
  readonly give: (input: Give) => Effect.Effect<Grants.Info, GiveError>

  /** Takes grants back, and gives those that it took. A question that one of them settled stays settled. */
  readonly revoke: (input: Revoke) => Effect.Effect<readonly Grants.Info[], RevokeError>

  /** Grants, oldest first: the active ones, or with `ended` all there ever were. */
  readonly list: (filter?: { readonly ended?: boolean }) => Effect.Effect<readonly Grants.Info[], Storage.Error>

  /** The codes of the guard's rules that are lifted for a session now. */
  readonly lifts: (session: string) => Effect.Effect<readonly string[], Storage.Error>

  /**
   * Uses lifts that made a difference: one that lasts goes on, one that is good for one time is used up, by exactly one
   * caller on the machine. @returns false, and nothing is used, where one of the codes is not lifted any more.
   */
  readonly useOnce: (session: string, codes: readonly string[]) => Effect.Effect<boolean, Storage.Error>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Grant") {}

/** What is wrong with what is to be given, on its own. */
function faultOf({
  target,
  permission,
  pattern,
  rule,
  once,
  lasts,
}: Give): Invalid | UnknownRule | NotLiftable | undefined {
  const empty = Object.entries({ target, permission, pattern }).find(([, value]) => value?.trim() === "")
  if (empty) return invalid(empty[0], "", "leave it out where anything is meant")
  if (once && lasts !== undefined)
    return invalid("lasts", String(lasts), "a grant is good for one time or for a time, not both")
  if (lasts !== undefined && !(Number.isFinite(lasts) && lasts > 0))
    return invalid("lasts", String(lasts), "expected milliseconds, more than none")
  if (permission !== undefined && FORCED.has(permission))
    return invalid(
      "permission",
      permission,
      "it is asked for every time, and no grant answers it: answer the question when it comes",
    )
  if (rule === undefined) return undefined
  if (permission !== undefined || pattern !== undefined)
    return invalid("rule", rule, "a lift is about a rule of the guard alone, without permission and pattern")
  if (target === "all") return invalid("target", target, "a rule is lifted for one session: name it")
  if (rule === "self/grant") return notLiftable(rule)
  return liftableCodes.includes(rule) ? undefined : unknownRule(rule, liftableCodes)
}

export const layer: Layer.Layer<Service, never, Storage.Service> = Layer.effect(
  Service,
  Effect.gen(function* () {
    const storage = yield* Storage.Service

    const give = Effect.fn("Grant.give")(function* (input: Give): Effect.fn.Return<Grants.Info, GiveError> {
      const fault = faultOf(input)
      if (fault) return yield* fault
      const env = yield* Environment
      const { target, permission = null, rule = null, lasts, by } = input
      const home = env("HOME") ?? ""
      const pattern = input.pattern === undefined ? null : expandHome(input.pattern, home)
      const clean = yield* Effect.promise(cleaner)
      const given = yield* storage.write(async (sql) => {
        const chain = target === "all" ? undefined : await chainOf(sql, target)
        const refused = refusalFor(by, chain && idsOf(chain))
        if (refused) return refused
        if (target !== "all" && !chain) return unknownSession(target)
        const now = Date.now()
        const grant: Grants.Info = {
          id: newId("grt"),
          target,
          parent: target === "all" ? (by.session?.id ?? null) : null,
          permission,
          pattern,
          rule,
          once: input.once === true || (rule !== null && lasts === undefined),
          used: null,
          expires: lasts === undefined ? null : now + Math.ceil(lasts),
          created: now,
          createdBy: nameOf(by),
          revoked: null,
        }
        await Grants.add(sql, grant)
        await put(sql, clean(entryOf("grant", grant, by)), now)
        return grant
      })
      if (given instanceof Error) return yield* given
      return given
    })

    const revoke = Effect.fn("Grant.revoke")(function* ({
      target,
      by,
    }: Revoke): Effect.fn.Return<readonly Grants.Info[], RevokeError> {
      const clean = yield* Effect.promise(cleaner)
      const taken = yield* storage.write(async (sql) => {
        const now = Date.now()
        const all = await Grants.all(sql)
        const named = all.filter((grant) => grant.id === target)
        const found = named.length > 0 ? named : all.filter((grant) => grant.target === target)
        const active = found.filter((grant) => Grants.stateOf(grant, now) === "active")
        const refusals = await Promise.all(active.map((grant) => refusalToRevoke(sql, grant, by)))
        const free = active.filter((_, at) => refusals[at] === undefined)
        if (free.length === 0)
          return (
            refusals[0] ??
            refusalFor(by, undefined) ??
            (found.length > 0 ? over(found.at(-1)!, now) : unknownGrant(target))
          )
        for (const grant of free) {
          await Grants.revoke(sql, grant.id, now)
          await put(sql, clean(entryOf("revoke", grant, by)), now)
        }
        return free.map((grant) => ({ ...grant, revoked: now }))
      })
      if (taken instanceof Error) return yield* taken
      return taken
    })

    const list = Effect.fn("Grant.list")(function* ({ ended = false }: { readonly ended?: boolean } = {}) {
      const grants = yield* storage.read(Grants.all)
      const now = Date.now()
      return ended ? grants : grants.filter((grant) => Grants.stateOf(grant, now) === "active")
    })

    const lifts = Effect.fn("Grant.lifts")((session: string) =>
      storage.read(async (sql) => [
        ...new Set((await Grants.lifts(sql, session, Date.now())).map((grant) => grant.rule!)),
      ]),
    )

    const useOnce = Effect.fn("Grant.useOnce")(function* (session: string, codes: readonly string[]) {
      const clean = yield* Effect.promise(cleaner)
      return yield* storage.write(async (sql) => {
        const now = Date.now()
        const used = await Grants.useLifts(sql, session, codes, now)
        for (const { code, grant } of used ?? [])
          await put(sql, clean({ kind: "lift", session, code, detail: { grant } }), now)
        return used !== undefined
      })
    })

    return Service.of({ give, revoke, list, lifts, useOnce })
  }),
)

/** What the log says of it. It is written with the grant itself: either both are there or neither is. */
function entryOf(kind: "grant" | "revoke", grant: Grants.Info, by: Caller): Entry {
  const { id, target, permission, pattern, rule, once, expires } = grant
  return {
    kind,
    ...(target === "all" ? {} : { session: target }),
    code: rule ?? permission ?? "*",
    by: nameOf(by),
    detail: { grant: id, target, pattern, once, expires },
  }
}

/** A grant can be taken back by whoever could give it. */
async function refusalToRevoke(sql: SQL, grant: Grants.Info, by: Caller): Promise<NotYours | undefined> {
  if (grant.target !== "all") return refusalFor(by, idsOf(await Sessions.chain(sql, grant.target)))
  const own = by.session?.id
  if (by.kind === "child" || own === undefined || grant.parent === own) return refusalFor(by, undefined)
  return new NotYours({
    caller: own,
    message: `The grant ${grant.id} was not given by session ${own}. A person can take it back, outside of a session.`,
  })
}
