/** An effect in words, for people. */
import { showValue, type Effect, type Site } from "@ringfence/guard"

/** What the effect does, as a short sentence without a full stop. */
export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case "ref":
      return `${effect.forced ? "forced: " : ""}${effect.action} ${showValue(effect.ref)}${effect.to ? ` to ${showValue(effect.to)}` : ""}${at(effect.site)}`
    case "head":
      return `HEAD ${describeMove(effect.to)}${at(effect.site)}`
    case "integration":
      return `${effect.how}${effect.from ? ` of ${showValue(effect.from)}` : ""} into ${effect.ref ? showValue(effect.ref) : "the current branch"}${at(effect.site)}`
    case "remote":
      return `${effect.action} ${showValue(effect.ref)}${effect.bulk ? " and more" : ""} at the remote ${effect.remote}`
    case "registry":
      return `worktree ${effect.action}${effect.path ? ` ${showValue(effect.path)}` : ""}${at(effect.site)}`
    case "stashPush":
      return `push to the shared stash${at(effect.site)}`
    case "stashDrop":
      return `drop ${describeEntry(effect.entry)} of the shared stash${at(effect.site)}`
    case "config":
      return `${effect.action} ${effect.scope} configuration ${showValue(effect.key)}${effect.value ? ` = ${showValue(effect.value)}` : ""}${at(effect.site)}`
    case "hooks":
      return `write the shared hook ${showValue(effect.path)}`
    case "objectLoss":
      return `throw away ${effect.what}${effect.ref ? ` of ${showValue(effect.ref)}` : ""}${at(effect.site)}`
    case "worktree":
      return `${effect.destructive ? "overwrite" : "write"} ${effect.path ? showValue(effect.path) : describeTarget(effect.what)}${at(effect.site)}`
    case "repository":
      return `create a repository at ${showValue(effect.path)}`
    case "self":
      return `change what guards the session: ${effect.detail}`
  }
}

function describeMove(to: Extract<Effect, { kind: "head" }>["to"]): string {
  switch (to.kind) {
    case "branch":
      return `to ${describeState(to.state)}branch ${showValue(to.branch)}`
    case "detached":
      return `detached at ${showValue(to.at)}`
    case "unknown":
      return `to ${showValue(to.operand)}, whatever that is`
  }
}

const describeState = (state: "existing" | "new" | "reset" | "remoteOnly"): string =>
  ({ existing: "the ", new: "the new ", reset: "the re-created ", remoteOnly: "a new local copy of the remote " })[
    state
  ]

const describeTarget = (what: "files" | "index" | "head" | "operation"): string =>
  ({ files: "files", index: "the index", head: "HEAD", operation: "the state of an operation" })[what]

function describeEntry(entry: number | "all" | undefined): string {
  if (entry === "all") return "every entry"
  return entry === undefined ? "an unknown entry" : `entry ${entry}`
}

function at(site: Site): string {
  switch (site.kind) {
    case "own":
      return ""
    case "foreign":
      return ` in another worktree, ${site.path}${site.branch ? ` (on ${site.branch})` : ""}`
    case "shared":
      return ` in the shared git directory ${site.path}`
    case "remote":
      return ` in the repository of the remote ${site.remote}, ${site.path}`
    case "elsewhere":
      return ` elsewhere, in ${site.path}`
    case "unknown":
      return ` somewhere that cannot be told (${site.why})`
  }
}
