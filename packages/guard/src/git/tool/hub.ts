/** hub: git with a few commands of its own, and everything else handed on to git. */
import { known, textOf, unknown } from "../../shell/value.ts"
import type { Command } from "../../shell/program.ts"
import { read, rules } from "../../shell/wrapper/options.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { Nested, ToolSpec } from "../spec.ts"
import { gh, requestBranch } from "./gh.ts"
import { Reach } from "./reach.ts"
import { absent, asGit } from "./rows.ts"

/** What git never sees. */
const OF_HUB = [
  "alias",
  "api",
  "browse",
  "ci-status",
  "compare",
  "create",
  "delete",
  "fork",
  "gist",
  "issue",
  "pr",
  "pull-request",
  "release",
  "sync",
]

const isAddress = (text: string | undefined): boolean =>
  /^https?:\/\/[^/]+\/[^/]+\/[^/]+\/(pull|commit)\//.test(text ?? "")

function effects(command: Command, state: State): readonly Effect[] {
  const reading = read(rules(["-h!"], { permutes: true }), command.argv.slice(1))
  const [name, ...operands] = reading.rest.map((word) => textOf(word.value))
  if (reading.quits || name === undefined) return []
  const reach = new Reach(command, state)
  const checkout = (name === "pr" && operands[0] === "checkout") || (name === "checkout" && isAddress(operands[0]))
  if (checkout) {
    const branch = name === "pr" ? reading.rest[3] : reading.rest[2]
    return branch ? reach.starts(branch.value) : reach.wanders(requestBranch(undefined))
  }
  switch (name) {
    case "api":
      return gh.effects(command, state)
    case "delete":
      return reach.remote("delete", unknown("every branch of the repository"), { bulk: true })
    case "sync":
      return reach.ref("update", reach.everyBranch)
    case "merge":
      return isAddress(operands[0]) ? reach.integrates("merge") : []
    case "release":
      return []
    case "fork":
      return reading.has("no-remote")
        ? []
        : [{ kind: "config", site: reach.site, scope: "shared", action: "add", key: known("remote.fork.url") }]
    default:
      return []
  }
}

function runs(command: Command): readonly Nested[] {
  const name = textOf(command.argv[1]?.value)
  const own =
    name !== undefined && (OF_HUB.includes(name) || (name === "checkout" && isAddress(textOf(command.argv[2]?.value))))
  return command.argv.length < 2 || own ? [] : [asGit(command.argv.slice(1), command.argv[0]!)]
}

export const hub: ToolSpec = {
  names: ["hub"],
  effects,
  runs,
  examples: absent("hub", [
    allow("hub status && hub pull-request -m 'merge main'", "looks, and opens a request"),
    allow("hub push origin feat/child-work", "as git does"),
    deny("switch-branch", "hub checkout main", "as git does"),
    deny("foreign-remote-branch", "hub push origin HEAD:main", "as git does"),
    deny("foreign-branch", "hub sync", "moves every local branch"),
    deny("unreadable-operand", "hub pr checkout 12", "the branch is not in the text"),
    deny(
      "foreign-remote-branch",
      "hub api -XDELETE repos/{owner}/{repo}/git/refs/heads/main",
      "deletes a foreign branch",
    ),
  ]),
}
