/** Commands that several rules offer. Each is allowed in the state it is printed for and harms nobody. */
import { textOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Remedy } from "../rule.ts"

/** Quotes a word for a POSIX shell where it needs it. */
export const quote = (text: string): string => (/^[\w@%+=:,./~^-]+$/.test(text) && !text.startsWith("~") ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const NEW_NAME = "work/"

/** A branch name that does not exist yet, after what it is made from. */
export function newBranch(from: string, state: State): string {
  const base = NEW_NAME + from.replace(/^refs\/(heads|tags|remotes)\//, "").replace(/[^\w/-]+/g, "-").replace(/^[-/]+|[-/]+$/g, "")
  const taken = (name: string): boolean => state.home?.refs.exists(`refs/heads/${name}`) === true
  if (!taken(base)) return base
  for (let n = 2; ; n++) if (!taken(`${base}-${n}`)) return `${base}-${n}`
}

/** To go on from a revision on a branch of one's own, or only to look at it. */
export function startFrom(revision: Value, state: State): readonly Remedy[] {
  const text = textOf(revision)
  if (text === undefined) return [{ text: "start a branch of your own from it: `git switch -c <new-branch> <revision>`" }]
  return [
    {
      text: "to work from there, start a branch of your own",
      command: `git switch -c ${quote(newBranch(text, state))} ${quote(text)}`,
    },
    { text: "only to look at the files, unpack them elsewhere", command: `d=$(mktemp -d) && git archive ${quote(text)} | tar -x -C "$d"` },
  ]
}

/** What an isolated session publishes: its own branch. */
export function pushOwn(state: State): Remedy {
  const branch = state.own?.branch
  const remote = firstRemote(state)
  if (branch === undefined) return { text: "make a branch of your own first, then push that", command: `git switch -c ${newBranch("mine", state)}` }
  return { text: "push your own branch", ...(remote === undefined ? {} : { command: `git push -u ${quote(remote)} ${quote(branch)}` }) }
}

/** `origin`, or the first remote there is. */
function firstRemote(state: State): string | undefined {
  const names = (state.home?.config.keys("remote.") ?? []).flatMap((key) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? [])
  return names.includes("origin") ? "origin" : names[0]
}

/** Who lands work on shared branches. Only named where the session has somebody to ask. */
export function askToLand(what: string, state: State): readonly Remedy[] {
  return state.own?.orchestrator ? [{ text: `ask the orchestrator to ${what}` }] : []
}
