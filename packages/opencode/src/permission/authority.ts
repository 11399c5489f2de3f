/** Who may say yes: the one place that the command line, the session tool and every other caller go through. */
import type { Caller } from "../session/schema.ts"
import { NotYours } from "./error.ts"

/** The caller as rows and messages name it. */
export const nameOf = (caller: Caller): string =>
  caller.session?.id ?? (caller.kind === "person" ? "a person" : `a session in ${caller.directory}`)

/**
 * Why a caller may not answer, grant or take back something of a session; undefined where it may. An isolated session
 * gives nothing to anybody; any other session what concerns those that it started, at any depth; a person everything.
 *
 * @param chain the ids of the session it is about and of those above it; undefined where it is about all sessions
 */
export function refusalFor(caller: Caller, chain: readonly string[] | undefined): NotYours | undefined {
  if (caller.kind === "child")
    return new NotYours({
      caller: nameOf(caller),
      message:
        "A child session cannot answer, grant or take back: approvals come from a person or from the session that started it. Say in your answer what you need and why.",
    })
  const own = caller.session?.id
  if (own === undefined || chain === undefined || chain.slice(1).includes(own)) return undefined
  return new NotYours({
    caller: own,
    message: `Session ${chain[0]} was not started by session ${own}, which can answer and grant for its own children only. A person can, outside of a session.`,
  })
}
