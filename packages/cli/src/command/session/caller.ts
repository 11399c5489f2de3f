/** Who types: a person, or an agent in its session. */
import * as Effect from "effect/Effect"
import { Session } from "@ringfence/opencode/session"
import { currentDirectory } from "../request.ts"

/** The caller, by the environment and the directory of this process. */
export const caller = Effect.gen(function* () {
  const sessions = yield* Session.Service
  return yield* sessions.caller(process.env, currentDirectory())
})
