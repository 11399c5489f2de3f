/**
 * Runs git through a server in a sandbox. Nothing is judged on this side: it is the process that spawns git whose
 * check counts.
 */
export * as ShimGitRunner from "."

import { randomUUID } from "node:crypto"
import { Cause, Effect, Layer, Stream, type Scope } from "effect"
import type { RpcClientError } from "effect/rpc/RpcClientError"
import { GitRunner } from "../runner/index.ts"
import { nameOf, type Address } from "./connect.ts"
import { connect, shared, type Connection } from "./connection.ts"

export { type Address } from "./connect.ts"

/** Milliseconds that a run which is left early is waited for: longer than its process group needs to be killed. */
const ENDING = 10_000

/**
 * A runner that connects when it is first asked, and again when it is asked after a drop. What was under way at the
 * drop fails, and is not sent again. `run` shares a connection; `stream` has one to itself, so that whoever reads
 * slowly holds up nobody else.
 */
export const make = Effect.fn("ShimGitRunner.make")(function* (
  address: Address,
): Effect.fn.Return<GitRunner.Interface, never, Scope.Scope> {
  const common = yield* shared(address)
  return {
    run: GitRunner.collected((request) => through(address, common, request)),
    stream: (request) => through(address, connect(address), request),
  }
})

/** The runner for a server at an address. */
export const layer = (address: Address): Layer.Layer<GitRunner.Service> =>
  Layer.effect(GitRunner.Service, make(address))

function through(
  address: Address,
  connection: Effect.Effect<Connection, Error, Scope.Scope>,
  request: GitRunner.Request,
): Stream.Stream<GitRunner.Event, GitRunner.ExecError> {
  const opened = Effect.gen(function* () {
    const used = yield* connection.pipe(Effect.mapError((error) => unreachable(request, address, error)))
    const key = randomUUID()
    let over = false
    yield* Effect.addFinalizer(() =>
      over || used.broken
        ? Effect.void
        : used.calls.Over({ key }).pipe(
            Effect.timeout(ENDING),
            Effect.catchCause(() => Effect.void),
          ),
    )
    return used.calls.Exec({ ...request, key }).pipe(
      Stream.onEnd(Effect.sync(() => void (over = true))),
      Stream.catchCause((cause) => {
        over = true
        return Stream.fail(failure(request, address, used, cause))
      }),
    )
  })
  return Stream.unwrap(opened)
}

function failure(
  request: GitRunner.Request,
  address: Address,
  used: Connection,
  cause: Cause.Cause<GitRunner.ExecError | RpcClientError>,
): GitRunner.ExecError {
  const failed = cause.reasons.find(Cause.isFailReason)?.error
  if (failed !== undefined && failed._tag !== "RpcClientError") return failed
  if (failed !== undefined) used.broken = true
  return dropped(request, address, failed)
}

const shown = ({ argv }: GitRunner.Request): string => ["git", ...argv].join(" ")

const unreachable = (request: GitRunner.Request, address: Address, error: Error): GitRunner.ExecConnectionError =>
  new GitRunner.ExecConnectionError({
    argv: request.argv,
    cwd: request.cwd,
    ran: "no",
    message: `\`${shown(request)}\` was not run: there is no connection to the shim at ${nameOf(address)} (${error.message}). Start \`ringfence shim serve\` there, or look at what it says.`,
  })

const dropped = (
  request: GitRunner.Request,
  address: Address,
  error: RpcClientError | undefined,
): GitRunner.ExecConnectionError =>
  new GitRunner.ExecConnectionError({
    argv: request.argv,
    cwd: request.cwd,
    ran: "unknown",
    message: `The shim at ${nameOf(address)} did not answer to \`${shown(request)}\` (${error === undefined ? "it was ended there, or not understood" : "the connection broke"}). It is not sent again: look at what it has done in ${request.cwd} before you repeat it.`,
  })
