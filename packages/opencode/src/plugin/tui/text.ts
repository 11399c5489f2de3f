/** What the dialogs say. */
import { showDuration } from "../../verbs/duration.ts"
import { grantText } from "../../verbs/text.ts"
import type { Denial, Grant, Permission, Session, Sight } from "./desk.ts"

const LINE = 60

/** A text on one short line. */
export function line(text: string, longest = LINE): string {
  const flat = text.replaceAll(/\s+/g, " ").trim()
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat
}

/** A session by its title, or, where it is not known any more, by its id. */
export function nameOf(sessions: readonly Session.Info[], id: string): string {
  return line(sessions.find((session) => session.id === id)?.title ?? id, 40)
}

/** Where a session works. */
export const placeOf = ({ branch, directory }: Session.Info): string =>
  branch === undefined ? directory : `branch ${branch}`

/** What a question is about. */
export const wishText = ({ permission, patterns }: Permission.Asked): string =>
  line(`${permission}: ${patterns.join(", ") || "something that cannot be read"}`)

/** A grant, with its session by title. */
export function grantLine(grant: Grant.Info, { sessions }: Pick<Sight, "sessions">): string {
  const text = grantText(grant)
  return grant.target === "all" ? text : text.replace(grant.target, nameOf(sessions, grant.target))
}

/** How long ago something was. */
export const ago = (time: number, now = Date.now()): string => `${showDuration(now - time)} ago`

/** Whose work a refused command would have touched, as far as the guard could say. */
export const stakeOf = ({ detail }: Denial): { readonly branch?: string; readonly path?: string } =>
  (detail["owner"] ?? {}) as ReturnType<typeof stakeOf>
