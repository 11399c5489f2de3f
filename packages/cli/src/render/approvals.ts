/** Grants and questions for a terminal. */
import { Verbs } from "@ringfence/opencode/verbs"
import { visible, type Style } from "./style.ts"
import { renderFitted, type Cell } from "./table.ts"

type Approvals = Verbs.Approvals

/** Questions that wait, one a line. */
export function renderAsks(asks: Approvals["asks"], now: number, style: Style): string {
  const rows = asks.map(({ id, session, permission, patterns, expires }): readonly Cell[] => [
    { text: id, paint: style.bold },
    { text: session },
    { text: visible(permission), paint: style.yellow },
    { text: Verbs.showDuration(expires - now) },
    { text: visible(patterns.join(", ")) || "(cannot be read)" },
  ])
  const headings = ["waiting", "session", "permission", "for another", "what"]
  return renderFitted(
    headings.map((heading) => ({ heading })),
    rows,
  )
}

/** Grants in force, one a line. */
export function renderGrants(grants: Approvals["grants"], now: number, style: Style): string {
  const rows = grants.map((grant): readonly Cell[] => [
    { text: grant.id, paint: style.bold },
    { text: grant.target + (grant.parent === null ? "" : ` below ${grant.parent}`) },
    { text: visible(grant.rule ?? grant.permission ?? "any"), paint: style.cyan },
    { text: visible(grant.pattern ?? "any") },
    { text: grant.once ? "once" : grant.expires === null ? "until revoked" : Verbs.showDuration(grant.expires - now) },
    { text: grant.createdBy },
  ])
  const headings = ["grant", "target", "permission or rule", "pattern", "good for", "given by"]
  return renderFitted(
    headings.map((heading) => ({ heading })),
    rows,
  )
}
