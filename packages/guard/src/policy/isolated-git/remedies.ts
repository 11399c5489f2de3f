/** Commands that several rules offer. Each is allowed in the state it is printed for and harms nobody. */
import { expandRef } from "../../git/refs.ts"
import { textOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Remedy } from "../rule.ts"

/** Quotes a word for a POSIX shell where it needs it. */
export const quote = (text: string): string =>
  /^[\w@%+=:,./~^-]+$/.test(text) && !text.startsWith("~") ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** A branch name that does not exist yet, after what it is made from. */
export function newBranch(from: string, state: State): string {
  const slug = from
    .replace(/^refs\/(heads|tags|remotes)\//, "")
    .replace(/[^\w/-]+/g, "-")
    .replace(/^[-/]+|[-/]+$/g, "")
  return freeName(`work/${slug === "" ? "topic" : slug}`, "refs/heads/", state)
}

/** The name, or the first of `name-2`, `name-3` … that no ref has. */
export function freeName(name: string, prefix: string, state: State): string {
  const refs = state.home?.refs
  if (!refs || refs.unreadable) return name
  let free = name
  for (let n = 2; refs.exists(prefix + free); n++) free = `${name}-${n}`
  return free
}

/** To go on from a revision on a branch of one's own, or only to look at it. */
export function startFrom(revision: Value, state: State): readonly Remedy[] {
  const text = textOf(revision)
  if (text === undefined || !isCommit(text, state)) {
    return [{ text: "start a branch of your own from it: `git switch -c <new-branch> <revision>`" }]
  }
  const operation = state.home?.head.operation
  return [
    operation === undefined || operation === "bisect"
      ? {
          text: "to work from there, start a branch of your own",
          command: `git switch -c ${quote(newBranch(text, state))} ${quote(text)}`,
        }
      : { text: `finish or abort the ${operation} in progress first, then start a branch of your own from there` },
    {
      text: "only to look at the files, unpack them elsewhere",
      command: `d=$(mktemp -d) && git archive ${quote(text)} | tar -x -C "$d"`,
    },
  ]
}

/** Whether a revision names one commit now: its beginning does, and what follows walks back from there. */
function isCommit(revision: string, state: State): boolean {
  const [, start = "", walk = ""] = /^([^~^]*)([~^\d]*)$/.exec(revision) ?? []
  if (start === "" || start.includes("..") || state.home?.refs.unreadable) return false
  if (/^[0-9a-f]{7,64}$/i.test(start)) return true
  const name = start === "@" ? "HEAD" : start
  if (name === "HEAD") return state.home?.head.oid !== undefined
  return state.home !== undefined && expandRef(name, state.home) !== undefined && !walk.includes("^^")
}

/** What an isolated session publishes: its own branch. */
export function pushOwn(state: State): Remedy {
  const branch = state.own?.branch
  if (branch === undefined) {
    return {
      text: "make a branch of your own first, then push that",
      command: `git switch -c ${newBranch("mine", state)}`,
    }
  }
  const remote = firstRemote(state)
  if (remote === undefined || state.home?.head.oid === undefined) return { text: "commit, then push your own branch" }
  return {
    text: "push your own branch",
    command: `git ${unmirrored(remote, state)}push -u ${quote(remote)} ${ownRefspec(remote, branch, state)}`,
  }
}

/** Configured destinations would send a bare branch name elsewhere. */
function ownRefspec(remote: string, branch: string, state: State): string {
  const config = state.home?.config
  const redirected =
    config?.get(`remote.${remote}.push`) !== undefined ||
    ["upstream", "tracking"].includes(config?.get("push.default") ?? "")
  return quote(redirected ? `HEAD:refs/heads/${branch}` : branch)
}

/** A mirroring remote takes no refspec. */
const unmirrored = (remote: string, state: State): string =>
  state.home?.config.boolean(`remote.${remote}.mirror`) === true ? `-c ${quote(`remote.${remote}.mirror=false`)} ` : ""

/** `origin`, or the first remote there is. */
function firstRemote(state: State): string | undefined {
  const names = (state.home?.config.keys("remote.") ?? []).flatMap((key) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? [])
  return names.includes("origin") ? "origin" : names[0]
}

/** Who lands work on shared branches. Only named where the session has somebody to ask. */
export function askToLand(what: string, state: State): readonly Remedy[] {
  return state.own?.orchestrator ? [{ text: `ask the orchestrator to ${what}` }] : []
}
