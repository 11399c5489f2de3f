/** Both runners for the same workspace: what is told of one is told of the other. */
import { join } from "node:path"
import { Effect, Scope, Exit } from "effect"
import { Exec, GitRunner, ShimGitRunner } from "../../src/index.ts"
import { ShimServer } from "../../src/server/index.ts"

export const KINDS = ["local", "shim"] as const
export type Kind = (typeof KINDS)[number]

export interface Running {
  readonly runner: GitRunner.Interface
  /** Ends it, and the server behind it. */
  close(): Promise<void>
}

let sockets = 0

/** A runner of the kind, in this process. `top` is a folder for its socket. */
export async function start(kind: Kind, workspace: Exec.Workspace, top: string): Promise<Running> {
  const scope = Effect.runSync(Scope.make())
  const made = Effect.gen(function* () {
    if (kind === "local") return yield* Exec.make(workspace)
    const path = join(top, `s${++sockets}`)
    yield* ShimServer.serve(workspace, { kind: "unix", path })
    return yield* ShimGitRunner.make({ kind: "unix", path })
  })
  const runner = await Effect.runPromise(Scope.provide(made, scope))
  return { runner, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** What a request came to, in a form that can be compared. */
export const outcome = (runner: GitRunner.Interface, request: GitRunner.Request): Promise<Outcome> =>
  Effect.runPromise(
    runner.run(request).pipe(
      Effect.map(({ stdout, stderr, exitCode, signal }) => ({
        stdout: GitRunner.text(stdout),
        stderr: GitRunner.text(stderr),
        exitCode,
        signal,
      })),
      Effect.catch((error) => Effect.succeed({ ...error, tag: error._tag, message: error.message })),
    ),
  )

export interface Outcome {
  readonly stdout?: string
  readonly stderr?: string
  readonly exitCode?: number | null
  readonly signal?: string | null
  readonly tag?: string
  readonly code?: string
  readonly message?: string
  readonly ran?: string
}

/** Looks again until it is so. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let look = 0; look < 3000; look++) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`it did not come to it: ${what}`)
}
