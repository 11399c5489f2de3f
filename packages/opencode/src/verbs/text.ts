/** What a verb did, in sentences for people and models. */
import type { Grant } from "../permission/grant/index.ts"
import type { Permission } from "../permission/index.ts"
import { showDuration } from "./duration.ts"
import type { RemovedView } from "./view.ts"

/** What a grant allows, to whom and for how long. */
export function grantText({ target, parent, permission, pattern, rule, once, expires, created }: Grant.Info): string {
  const below = parent === null ? "all sessions" : `all sessions below ${parent}`
  const whom = target === "all" ? below : target
  const long = once ? "for one time" : expires === null ? "until revoked" : `for ${showDuration(expires - created)}`
  const what =
    rule === null ? `${permission ?? "everything"}${pattern === null ? "" : ` on ${pattern}`}` : `a lift of ${rule}`
  return `${whom}: ${what}, ${long}.`
}

/** What was answered. */
export function answerText({ id, session, permission, reply, always }: Permission.Asked): string {
  const yes =
    reply === "always" ? `allowed now and from now on for ${always.join(", ") || "nothing more"}` : "allowed once"
  return `${id} of ${session} (${permission}): ${reply === "reject" ? "denied" : yes}.`
}

/** What became of a session that was removed. */
export function removedText({ id, title, branch, cancelled, lost }: RemovedView): string {
  const tip = branch?.commit.slice(0, 12)
  return [
    `Removed ${id} (${title}).`,
    ...(branch ? [`The branch ${branch.name} (${tip}) ${branch.deleted ? "went with it" : "stays"}.`] : []),
    ...(cancelled.length > 0 ? [`Questions that no longer wait: ${cancelled.join(", ")}.`] : []),
    ...(lost.length > 0 ? [`Lost: ${lost.join("; ")}.`] : []),
  ].join("\n")
}
