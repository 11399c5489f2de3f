/** The log of what was refused, granted and answered. */
import { Effect } from "effect"
import { Audit } from "../audit/index.ts"
import { Session } from "../session/index.ts"
import { Ambiguous, namesOf, pick } from "./handle.ts"

export interface LogQuery {
  readonly denied: boolean
  /** A session's handle, or the id of one that was removed. */
  readonly session?: string
  readonly limit?: number
}

export type LogEntry = Audit.Recorded

/** The latest entries, oldest first. */
export const log = Effect.fn("Verbs.log")(function* ({ session: handle, ...query }: LogQuery) {
  const audit = yield* Audit.Service
  const sessions = yield* Session.Service
  if (handle === undefined) return yield* audit.list(query)
  const found = pick(handle, yield* sessions.list(), namesOf)
  if (found instanceof Ambiguous) return yield* found
  const session = found?.id ?? handle
  const entries = yield* audit.list({ ...query, session })
  // What the log holds of a session that was removed stays readable; any other name is a slip.
  if (!found && (yield* audit.list({ session, limit: 1 })).length === 0) yield* sessions.get(session)
  return entries
})
