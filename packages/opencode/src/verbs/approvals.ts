/** Saying yes, beforehand or when asked, and taking it back. */
import { Effect, Schema } from "effect"
import { refusalFor } from "../permission/authority.ts"
import { Grant } from "../permission/grant/index.ts"
import { Permission } from "../permission/index.ts"
import { Session } from "../session/index.ts"
import { Ambiguous, findSession, namesOf, pick } from "./handle.ts"

export interface Yes {
  /** A session's handle, or "all". */
  readonly target: string
  readonly permission?: string
  readonly pattern?: string
  /** Lifts this rule of the guard instead. */
  readonly rule?: string
  readonly once?: boolean
  /** In milliseconds. */
  readonly lasts?: number
}

/** Who may give nothing is told so before anything else. */
export const mayGive = Effect.fnUntraced(function* (caller: Session.Caller) {
  const refused = refusalFor(caller, undefined)
  if (refused) return yield* refused
})

/** Gives a grant. It is committed when this ends. */
export const grant = Effect.fn("Verbs.grant")(function* (caller: Session.Caller, { target, ...rest }: Yes) {
  yield* mayGive(caller)
  const grants = yield* Grant.Service
  const id = target === "all" ? target : (yield* findSession(target)).id
  return yield* grants.give({ ...rest, target: id, by: caller })
})

/** Nothing is in force that could be taken back. */
export class NothingGranted extends Schema.TaggedError<NothingGranted>()("Verbs.NothingGranted", {
  target: Schema.String,
  message: Schema.String,
}) {}

/** Takes back one grant, every grant of a session, or every grant to all. */
export const revoke = Effect.fn("Verbs.revoke")(function* (caller: Session.Caller, target: string) {
  yield* mayGive(caller)
  const grants = yield* Grant.Service
  const sessions = yield* Session.Service
  const among: readonly (Grant.Info | Session.Info)[] = [...(yield* grants.list()), ...(yield* sessions.list())]
  const found = target === "all" ? undefined : pick(target, among, (each) => ("title" in each ? namesOf(each) : []))
  if (found instanceof Ambiguous) return yield* found
  const id = found?.id ?? target
  const nothing = new NothingGranted({ target: id, message: `Nothing that is granted to ${id} is in force.` })
  return yield* grants
    .revoke({ target: id, by: caller })
    .pipe(Effect.mapError((error) => (error._tag === "Grant.Unknown" && (found || id === "all") ? nothing : error)))
})

export interface Approvals {
  readonly grants: readonly Grant.Info[]
  readonly asks: readonly Permission.Asked[]
}

/** The grants in force and the questions that wait, oldest first. */
export const approvals = Effect.fn("Verbs.approvals")(function* () {
  const grants = yield* Grant.Service
  const permission = yield* Permission.Service
  const found: Approvals = { grants: yield* grants.list(), asks: yield* permission.list() }
  return found
})

export type Reply = { readonly reply: "once" | "always" } | { readonly reply: "reject"; readonly feedback?: string }

/** Answers a question that waits. The answer is committed when this ends. */
export const answer = Effect.fn("Verbs.answer")(function* (caller: Session.Caller, handle: string, answer: Reply) {
  yield* mayGive(caller)
  const permission = yield* Permission.Service
  const found = pick(handle, yield* permission.list())
  if (found instanceof Ambiguous) return yield* found
  return yield* permission.reply({ ...answer, id: found?.id ?? handle, by: caller })
})
