/** What a verb did, in sentences for people and models. */
import type { Grant } from "../permission/grant/index.ts"
import type { Permission } from "../permission/index.ts"
import { showDuration } from "./duration.ts"
import type { OverviewView, RemovedView, SessionView, StatusView } from "./view.ts"

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

/** Where a session is. */
export const sessionText = ({ id, title, branch, directory, isolated, tier }: SessionView): string => {
  const place = isolated ? (tier === "clone" ? ", a clone" : "") : ", which it shares with others"
  return `${id} (${title}) ${branch === null ? "" : `on branch ${branch} `}in ${directory}${place}`
}

const counted = (count: number, one: string, more = `${one}s`): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]

/** A session on one line, with what is to be noticed about it. */
export function overviewText(view: OverviewView): string {
  const { condition, problem, ahead, behind, dirty, operation, asks } = view
  const noticed = [
    ...(condition === "missing" ? ["its folder is gone"] : []),
    ...(condition === "unreadable" ? [problem ?? "it cannot be read"] : []),
    ...counted(ahead, "commit ahead", "commits ahead"),
    ...counted(behind, "commit behind", "commits behind"),
    ...counted(dirty, "file not committed", "files not committed"),
    ...(operation === null ? [] : [`a ${operation} in progress`]),
    ...counted(asks, "question that waits", "questions that wait"),
  ]
  return `${sessionText(view)}: ${noticed.join(", ") || "nothing to notice"}`
}

/** A question that waits. */
export const askText = ({ id, session, permission, patterns }: Permission.Asked): string =>
  `${id} of ${session} asks for ${permission}: ${patterns.join(", ") || "something that cannot be read"}`

/** Everything about a session, a line each. */
export function statusText(status: StatusView): string {
  const { asks, grants, denials, children } = status
  return [
    overviewText({ ...status, asks: asks.length }),
    ...asks.map(askText),
    ...grants.map((grant) => `granted: ${grant.id}: ${grantText(grant)}`),
    ...denials.map(
      ({ code, command, times }) =>
        `denied ${times === 1 ? "once" : `${times} times`}: ${[code, command].filter(Boolean).join(" ")}`,
    ),
    ...children.map((child) => `below it: ${sessionText(child)}`),
  ].join("\n")
}
