/** What follows a denial: lifts of a person, and the log. Both are in the database, which nothing else of a hook needs. */
import { realpathSync } from "node:fs"
import { resolve } from "node:path"
import type { Verdict } from "@ringfence/guard"
import { dataFolder } from "@ringfence/guard/settings"
import type { Standing } from "@ringfence/guard/standing"
import type { Ledger } from "@ringfence/opencode/ledger"
import type { Deed } from "./judge.ts"
import type { Action } from "./tools.ts"

/**
 * How long the database may take, in milliseconds. A client that gives up on a hook lets the call through, which the
 * installed hooks keep it from doing before 30 seconds.
 */
const PATIENCE = 8000

/**
 * Whether a denial stands. It does where a database cannot be had: nothing is lifted then.
 *
 * @param again the verdict with these codes lifted
 */
export async function decideOnDenial(
  verdict: Verdict,
  deed: Deed,
  action: Action,
  standing: Standing,
  again: (lifted: readonly string[]) => Promise<Verdict>,
): Promise<boolean> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error("the database did not answer")), PATIENCE)
  try {
    const { Ledger } = await import("@ringfence/opencode/ledger")
    const asked = Ledger.within(
      dataFolder((name) => deed.env[name]),
      async (ledger) => {
        const session = await ledger.session({ worktrees: spellings(standing), named: deed.env["RINGFENCE_SESSION"] })
        if (session && (await isLifted(ledger, session.id, again))) return false
        await ledger.record({
          kind: "denial",
          session: session?.id,
          project: session?.project,
          code: verdict.code,
          command: shown(action, deed.cwd),
          detail: { client: deed.client, refused: verdict.command ?? "", directory: deed.directory },
        })
        return true
      },
    )
    return await Promise.race([asked, late.promise])
  } catch (error) {
    deed.trouble(error)
    return true
  } finally {
    clearTimeout(timer)
  }
}

async function isLifted(
  ledger: Ledger.Ledger,
  session: string,
  again: (lifted: readonly string[]) => Promise<Verdict>,
): Promise<boolean> {
  const lifts = await ledger.lifts(session)
  if (lifts.length === 0) return false
  const { verdict, lifted = [] } = await again(lifts)
  return verdict === "allow" && (await ledger.use(session, lifted))
}

const shown = (action: Action, cwd: string): string =>
  action.kind === "shell" ? action.command : `${action.deletes ? "delete" : "write"} ${resolve(cwd, action.path)}`

function spellings({ worktree }: Standing): readonly string[] {
  if (worktree === undefined) return []
  try {
    return [...new Set([worktree, realpathSync(worktree)])]
  } catch {
    return [worktree]
  }
}
