/** Running a command in a session, as its agent would. */
import { Effect } from "effect"
import { Instance } from "../instance/index.ts"
import { Session } from "../session/index.ts"
import { findSession } from "./handle.ts"

/** How long a command may take where nothing else is said, in milliseconds. */
export const DEFAULT_TIMEOUT = 120_000

export interface Run {
  readonly command: string
  /** Milliseconds. */
  readonly timeout?: number
  readonly workdir?: string
  /** Ends the command when it fires. */
  readonly abort: AbortSignal
  /** Hears what it writes, as it comes. */
  readonly output: (chunk: Uint8Array) => void
}

/** Runs a command by the bash tool inside a session. Fails as the tool does where it was not run. */
export const run = Effect.fn("Verbs.run")(function* (caller: Session.Caller, handle: string, input: Run) {
  const { command, timeout = DEFAULT_TIMEOUT, workdir, abort, output } = input
  const sessions = yield* Session.Service
  const { id, directory } = yield* sessions.own(caller, (yield* findSession(handle)).id)
  // Loaded when it is needed: a command that only lists would pay for it.
  const bash = yield* Effect.promise(() => import("../tool/bash.ts"))
  const context = { session: id, abort, metadata: () => {}, output }
  return yield* bash.execute({ command, timeout, workdir }, context).pipe(Instance.provide(directory))
})
