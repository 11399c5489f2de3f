/** Runs the host's services for one command: typed errors become one clear line, signals end it in order. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { Storage } from "@ringfence/opencode/storage"
import { Verbs } from "@ringfence/opencode/verbs"
import { constants } from "node:os"
import { Denial, ExitCode, Failure } from "./failure.ts"
import { say } from "./terminal.ts"

/** What every failure of the host has. */
interface Told {
  readonly _tag: string
  readonly message: string
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** A command that a signal ended; it has been cleaned up after. */
class Signalled extends Failure {
  override readonly name = "Signalled"
  override readonly code: number

  constructor(signal: (typeof SIGNALS)[number]) {
    super(`ended by ${signal}`)
    this.code = ExitCode.signalled + constants.signals[signal]
  }
}

/**
 * Runs a program with the host's services.
 *
 * @throws Denial where it was refused, Failure for everything else that a person can do something about
 */
export async function host<A, E extends Told>(program: Effect.Effect<A, E, Verbs.Services>): Promise<A> {
  const ending = new AbortController()
  let signal: (typeof SIGNALS)[number] | undefined
  const handlers = SIGNALS.map((name) => {
    const handler = (): void => {
      // Whoever insists does not wait for the cleaning up.
      if (signal) process.exit(ExitCode.signalled + constants.signals[name])
      signal = name
      ending.abort()
    }
    process.on(name, handler)
    return () => process.off(name, handler)
  })
  try {
    const exit = await Effect.runPromiseExit(
      program.pipe(Effect.ensuring(tellProblems), Effect.provide(Verbs.layer), Effect.provide(logger)),
      { signal: ending.signal },
    )
    if (signal) throw new Signalled(signal)
    if (Exit.isSuccess(exit)) return exit.value
    throw failureOf(exit.cause)
  } finally {
    for (const off of handlers) off()
  }
}

/** What a person should know about the database, such as damage that was found. */
const tellProblems = Effect.gen(function* () {
  const storage = yield* Storage.Service
  for (const { message } of yield* storage.problems) say(`ringfence: ${message}`)
})

/** Standard output is for results alone. */
const logger = Logger.layer([Logger.make(({ message }) => say(`ringfence: ${[message].flat().map(String).join(" ")}`))])

/** Refusals, as against what went wrong. */
const DENIALS: ReadonlySet<string> = new Set([
  "IsolatedGit.Blocked",
  "Permission.Denied",
  "Permission.Rejected",
  "Permission.Expired",
  "Permission.Cancelled",
  "Permission.NotYours",
  "Session.Foreign",
])

function failureOf(cause: Cause.Cause<Told>): unknown {
  const error = Cause.squash(cause)
  if (!isTold(error)) return error
  return DENIALS.has(error._tag) ? new Denial(error.message) : new Failure(error.message)
}

const isTold = (error: unknown): error is Told =>
  typeof error === "object" && error !== null && "_tag" in error && "message" in error
