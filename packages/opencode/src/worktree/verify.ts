/** Whether what was made holds. */
import { standingOf } from "@ringfence/guard"
import { Effect } from "effect"
import { NotIsolated } from "./error.ts"

/** The environment that the guard will see. */
type Env = Readonly<Record<string, string | undefined>>

/** The guard's own reading of the folder decides whether it holds; not that all steps went well. */
export const verify = Effect.fn("Worktree.verify")(function* (
  path: string,
  branch: string,
  env: Env,
): Effect.fn.Return<void, NotIsolated> {
  const standing = standingOf(path, env)
  const seen = [
    [!standing.isolated, "is no isolated session to the guard"],
    [standing.branch !== branch, `has ${standing.branch ?? "no branch"} as its own to the guard`],
    [standing.head !== branch, `is on ${standing.head ?? "no branch"}`],
  ].find(([wrong]) => wrong)?.[1]
  if (seen === undefined) return
  return yield* new NotIsolated({
    directory: path,
    message: `The new worktree ${path} ${seen} instead of being isolated on ${branch}, so it was taken away again. A hook of the repository that runs after a checkout may have changed it.`,
  })
})
