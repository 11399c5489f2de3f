/** git through a runner in a sandbox. What it refuses is a failure of its own kind, and never an answer of git's. */
import type { GitRunner } from "@ringfence/shim"
import { Effect } from "effect"
import type { Ended } from "./index.ts"

const CUT = {
  ExecRefusedError: "refused",
  ExecTimeoutError: "time",
  ExecOutputError: "output",
  ExecSpawnError: "spawn",
  ExecConnectionError: "connection",
} as const satisfies Readonly<Record<GitRunner.ExecError["_tag"], NonNullable<Ended["cut"]>>>

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

/** Runs a request and tells how it ended, in the words of git that this process runs itself. */
export const confined = (runner: GitRunner.Interface, request: GitRunner.Request): Effect.Effect<Ended> =>
  runner.run(request).pipe(
    Effect.map(({ stdout, stderr, exitCode, signal }): Ended => {
      const printed = { stdout: text(stdout), stderr: text(stderr) }
      return exitCode === null ? { cut: "signal", signal, ...printed } : { exitCode, ...printed }
    }),
    Effect.catch((error) => Effect.succeed<Ended>({ cut: CUT[error._tag], stdout: "", stderr: error.message })),
  )
