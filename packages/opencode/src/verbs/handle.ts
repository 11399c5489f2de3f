/** How sessions, questions and grants are named by those who type: by an id, or by its beginning. */
import { basename } from "node:path"
import { Effect, Schema } from "effect"
import { Session } from "../session/index.ts"

/** What was typed fits several. */
export class Ambiguous extends Schema.TaggedError<Ambiguous>()("Verbs.Ambiguous", {
  handle: Schema.String,
  fits: Schema.Array(Schema.String),
  message: Schema.String,
}) {}

const SHOWN = 5

/**
 * The one that a handle means: the whole id before the beginning of one, and that before another name.
 *
 * @param names other names of each, such as its branch
 * @returns undefined where it means none; the error where it means several
 */
export function pick<A extends { readonly id: string }>(
  handle: string,
  among: readonly A[],
  names: (each: A) => readonly (string | undefined)[] = () => [],
): A | Ambiguous | undefined {
  if (handle === "") return undefined
  const exact = among.find(({ id }) => id === handle)
  if (exact) return exact
  const begun = among.filter(({ id }) => id.startsWith(handle))
  const fits = begun.length > 0 ? begun : among.filter((each) => names(each).includes(handle))
  if (fits.length <= 1) return fits[0]
  const ids = fits.map(({ id }) => id)
  const shown = ids.slice(0, SHOWN).join(", ") + (ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : "")
  return new Ambiguous({ handle, fits: ids, message: `${handle} fits several: ${shown}. Give more of the id.` })
}

/** Other names of a session: its client's for it, its branch, and its worktree's. */
export const namesOf = ({ client, branch, worktree }: Session.Info): readonly (string | undefined)[] => [
  client,
  branch,
  worktree && basename(worktree),
]

/** The session that a handle means: its id, the beginning of it, or its branch's or worktree's name. */
export const findSession = Effect.fn("Verbs.findSession")(function* (handle: string) {
  const sessions = yield* Session.Service
  const found = pick(handle, yield* sessions.list(), namesOf)
  if (found instanceof Ambiguous) return yield* found
  return found ?? (yield* sessions.get(handle))
})
