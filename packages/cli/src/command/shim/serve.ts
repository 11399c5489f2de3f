/** `ringfence shim serve`: the process in a sandbox that spawns git for a host. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { ShimServer } from "@ringfence/shim/server"
import { resolve } from "node:path"
import { ExitCode, Failure } from "../../failure.ts"
import type { Options } from "../../specification.ts"
import type { serve } from "../../specification/shim.ts"
import { print, say } from "../../terminal.ts"
import { milliseconds, wayOf } from "./way.ts"

/** Serves until it is told to end, or the only client has gone. Prints where it listens. */
export async function runServe(options: Options<typeof serve>): Promise<number> {
  const { root = ".", readable, stdio } = options
  const longest = options["longest-seconds"]
  const way = stdio ? ({ kind: "stdio", input: process.stdin, output: process.stdout } as const) : wayOf(options)
  if (way === undefined) throw new Failure("name a way in: --socket PATH, --port PORT or --stdio")
  const workspace = {
    root: resolve(root),
    ...(readable === undefined ? {} : { readable: resolve(readable) }),
    ...(longest === undefined ? {} : { bounds: { longest: milliseconds("--longest-seconds", longest) } }),
  }
  const serving = Effect.gen(function* () {
    const { address, over } = yield* ShimServer.serve(workspace, way)
    if (!stdio) print(`${address}\n`)
    say(`ringfence: git is run in ${workspace.root} for whoever asks at ${address}`)
    yield* over
  })
  const ending = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort())
  const exit = await Effect.runPromiseExit(Effect.scoped(serving), { signal: ending.signal })
  if (Exit.isSuccess(exit) || ending.signal.aborted) return ExitCode.allowed
  const error = Cause.squash(exit.cause)
  throw error instanceof Error && "_tag" in error ? new Failure(error.message) : error
}
