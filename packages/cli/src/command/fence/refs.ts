/** `ringfence log --refs`: what the journals of the fences hold. */
import { Journal } from "@ringfence/fence/journal"
import { ExitCode } from "../../failure.ts"
import { renderRefs, type Logged } from "../../render/undo.ts"
import { styleFor } from "../../render/style.ts"
import { print, say, wantsColor } from "../../terminal.ts"
import { journalNamed, journalsHere } from "./journals.ts"

/** How many changes are shown where nothing is said. */
const COUNT = 100

/**
 * Prints the latest changes of refs, the latest last.
 *
 * @param session a session's handle; every session of this repository unless given
 */
export async function logRefs(session: string | undefined, count: number | undefined, json: boolean): Promise<number> {
  const journals = session === undefined ? journalsHere() : [await journalNamed(session)]
  const changes = journals
    .flatMap((journal) =>
      Journal.changes(journal.folder).map((change): Logged => ({ session: journal.session, ...change })),
    )
    .toSorted((one, other) => one.time - other.time)
    .slice(-(count ?? COUNT))
  if (json) print(`${JSON.stringify(changes.map(view), undefined, 2)}\n`)
  else if (changes.length > 0) print(`${renderRefs(changes, styleFor(wantsColor()))}\n`)
  else say("No session has changed a ref here.")
  return ExitCode.allowed
}

/** Nothing missing, null where there is nothing. */
const view = ({ session, time, ref, old, new: now, command }: Logged): object => ({
  session,
  time,
  ref,
  old: old ?? null,
  new: now ?? null,
  command: command ?? null,
})
