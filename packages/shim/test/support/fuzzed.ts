/** A server that gets anything. */
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { ShimGitRunner } from "../../src/index.ts"
import { ShimServer } from "../../src/server/index.ts"
import { outcome } from "./runners.ts"
import { heldWorkspace } from "./workspace.ts"

export interface Fuzzed {
  readonly root: string
  /** Its socket. */
  readonly path: string
  /** Whether it says what it said before: to a refusal, which spawns nothing. */
  readonly answers: () => Promise<boolean>
  close(): Promise<void>
}

/** Serves a workspace of its own. */
export async function serverForFuzz(): Promise<Fuzzed> {
  const held = heldWorkspace()
  const scope = Effect.runSync(Scope.make())
  const path = join(held.top, "fuzzed")
  const runner = await Effect.runPromise(
    ShimServer.serve(held.workspace, { kind: "unix", path }).pipe(
      Effect.andThen(ShimGitRunner.make({ kind: "unix", path })),
      Scope.provide(scope),
    ),
  )
  return {
    root: held.root,
    path,
    answers: async () => (await outcome(runner, { argv: ["push"], cwd: "." })).code === "git-inventory/subcommand",
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      held.remove()
    },
  }
}
