/** The journals of this place, and the one that a handle means. */
import * as Effect from "effect/Effect"
import { Journal } from "@ringfence/fence/journal"
import { standingOf } from "@ringfence/guard"
import { dataFolder } from "@ringfence/guard/settings"
import type { Session } from "@ringfence/opencode/session"
import { Verbs } from "@ringfence/opencode/verbs"
import { Failure } from "../../failure.ts"
import { host } from "../../host.ts"
import { currentDirectory } from "../request.ts"

/** A journal with the repository that it is about. */
export interface Found extends Journal.Kept {
  /** A directory of the repository that belongs to no session: its shared git directory. */
  readonly repository: string
}

const env = (name: string): string | undefined => process.env[name]

/** Journals of the repository around the current directory, and those that are kept of removed sessions. */
export function journalsHere(): readonly Found[] {
  const { commonDir } = standingOf(currentDirectory())
  return Journal.all(commonDir, dataFolder(env)).map((kept) => ({ ...kept, repository: commonDir ?? "" }))
}

/** The session that a handle means; undefined where it means none. */
export const sessionCalled = (handle: string): Promise<Session.Info | undefined> =>
  host(Verbs.findSession(handle).pipe(Effect.catchTag("Session.NotFound", () => Effect.succeed(undefined))))

/**
 * The journal that a session's handle means: of a session that there is, or by what is on record here.
 *
 * @throws Failure where there is no such session, or none of its refs ever changed
 */
export async function journalNamed(handle: string): Promise<Found> {
  const session = await sessionCalled(handle)
  const found = session ? journalOf(session) : journalsHere().find((kept) => kept.session.startsWith(handle))
  if (found) return found
  if (session)
    throw new Failure(
      `nothing is on record of ${session.id} (${session.title}): it changed no ref yet, or has no fence`,
    )
  throw new Failure(`no such session: ${handle}. ringfence log --refs shows those that changed refs here`)
}

function journalOf({ id, worktree, repository }: Session.Info): Found | undefined {
  const { gitDir, commonDir } = standingOf(worktree ?? "")
  const kept = gitDir === undefined || worktree === undefined ? undefined : Journal.journalOf(gitDir)[0]
  const gone = (): Found | undefined => journalsHere().find(({ session }) => session === id)
  return kept ? { ...kept, session: id, repository: commonDir ?? repository ?? "" } : gone()
}
