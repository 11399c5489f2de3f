/** `ringfence shim run`: one request to a server. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ShimGitRunner, type GitRunner } from "@ringfence/shim"
import { constants } from "node:os"
import { ExitCode, Failure } from "../../failure.ts"
import type { Options } from "../../specification.ts"
import type { run } from "../../specification/shim.ts"
import { printBytes, say } from "../../terminal.ts"
import { milliseconds, wayOf } from "./way.ts"

/** Exit codes for what is no answer of git's. */
const CODES: Readonly<Partial<Record<GitRunner.ExecError["_tag"], number>>> = {
  ExecRefusedError: ExitCode.denied,
  ExecTimeoutError: ExitCode.timeout,
}

/** Runs `ringfence shim run`; exits as git did, with 128 and the number of the signal that ended it. */
export async function runRun(options: Options<typeof run>): Promise<number> {
  const { via } = options
  const way = via === undefined ? wayOf(options) : ({ kind: "command", argv: ["sh", "-c", via] } as const)
  if (way === undefined) throw new Failure("name the server: --socket PATH, --port PORT or --via COMMAND")
  const timeout = options["timeout-seconds"]
  const request = {
    argv: options.argv,
    cwd: options.cwd ?? ".",
    env: Object.fromEntries(options.env.map(variable)),
    ...(timeout === undefined ? {} : { timeout: milliseconds("--timeout-seconds", timeout) }),
  }
  let code: number = ExitCode.failed
  const show = (event: GitRunner.Event): void => {
    if (event._tag === "Ended") code = event.exitCode ?? ExitCode.signalled + numberOf(event.signal)
    else if (event.channel === "stdout") printBytes(event.bytes)
    else process.stderr.write(event.bytes)
  }
  const asked = Effect.gen(function* () {
    const runner = yield* ShimGitRunner.make(way)
    yield* Stream.runForEach(runner.stream(request), (event) => Effect.sync(() => show(event)))
  })
  return Effect.runPromise(
    Effect.scoped(asked).pipe(
      Effect.map(() => code),
      Effect.catch((error) => {
        say(error._tag === "ExecRefusedError" ? error.reason : `ringfence: ${error.message}`)
        return Effect.succeed(CODES[error._tag] ?? ExitCode.failed)
      }),
    ),
  )
}

const numberOf = (signal: string | null): number => constants.signals[signal as NodeJS.Signals] ?? 0

function variable(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf("=")
  if (equals < 1) throw new Failure(`--env takes NAME=VALUE, not ${JSON.stringify(text)}`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}
