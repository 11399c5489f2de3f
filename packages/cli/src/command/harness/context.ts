/** Where a command about clients is typed, and what it would install. */
import { standingOf } from "@ringfence/guard"
import { checkout } from "../../checkout.ts"
import { Denial } from "../../failure.ts"
import type { Context } from "../../harness/client.ts"
import { currentDirectory } from "../request.ts"

/** The context of this process. */
export const contextHere = (): Context => ({
  env: process.env,
  cwd: currentDirectory(),
  checkout: checkout(),
})

/** Refuses an isolated session: it may not take away what guards it, wherever it goes first. */
export function refuseChild({ env, cwd }: Context): void {
  const worktree = env["RINGFENCE_SESSION"] ? env["RINGFENCE_WORKTREE"] : undefined
  const place = [cwd, ...(worktree ? [worktree] : [])].find((directory) => standingOf(directory, env).isolated)
  if (place !== undefined)
    throw new Denial(
      `You are in an isolated session (${place}), which may not take away what guards it. A person can, outside of it.`,
    )
}
