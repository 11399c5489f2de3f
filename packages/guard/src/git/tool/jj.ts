/** Jujutsu in a repository that git shares: bookmarks are branches. */
import { known, oneOf, textOf, unknown, type Value, type Word } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { branchRef } from "../refs.ts"
import { clones } from "./cloning.ts"
import { absent, row, tool, type Call } from "./rows.ts"

const GLOBALS = [
  "-R --repository <dir>",
  "--at-operation --at-op <op>",
  "--color <when>",
  "--config <pair>",
  "--config-file <file>",
  "--config-toml <text>",
]

/** Names are string patterns: `exact:x`, `glob:x*`; anything with a wildcard may be any branch. */
function branches({ reach }: Call, words: readonly Word[]): readonly Value[] {
  return words.map((word) => {
    const text = textOf(word.value)
    if (text === undefined) return branchRef(word.value)
    const name = text.replace(/^(exact|glob|substring|regex)(-i)?:/, "")
    return /^(glob|substring|regex)/.test(text) || /[*?[]/.test(name) ? reach.everyBranch : branchRef(known(name))
  })
}

function push(call: Call): readonly Effect[] {
  const { reading, reach } = call
  const remote = textOf(reading.value("remote")?.value)
  const where = remote === undefined ? {} : { remote }
  const named = branches(call, reading.values("bookmark", "branch")).flatMap((ref) => reach.remote("force", ref, where))
  const created = reading
    .values("named")
    .flatMap((word) => reach.remote("force", branchRef(known((textOf(word.value) ?? "").replace(/=.*$/s, ""))), where))
  if (reading.has("deleted")) return [...named, ...reach.remote("delete", reach.everyBranch, { ...where, bulk: true })]
  if (reading.has("all", "tracked"))
    return [...named, ...reach.remote("force", reach.everyBranch, { ...where, bulk: true })]
  return [...named, ...created]
}

/** A fetch moves local bookmarks that track what moved. */
function fetch(call: Call): readonly Effect[] {
  const { reading, reach } = call
  const named = branches(call, reading.values("branch", "bookmark"))
  const local = reach.repository?.refs.list("refs/heads/") ?? []
  const tracked = local.filter((ref) =>
    reach.repository?.refs.list("refs/remotes/").some((other) => other.endsWith(ref.slice("refs/heads".length))),
  )
  const refs = named.length > 0 ? named : tracked.length > 0 ? [oneOf(tracked)] : []
  return refs.flatMap((ref) => reach.ref("update", ref, false))
}

const writesEach =
  (action: "update" | "delete" | "create") =>
  (call: Call): readonly Effect[] =>
    branches(call, call.operands).flatMap((ref) => call.reach.ref(action, ref, action !== "create"))

/** Everything goes back to how it was: any branch may move. */
const restores = ({ reach }: Call): readonly Effect[] => reach.ref("update", reach.everyBranch)

const config = ({ reach, operands }: Call, action: "set" | "removeSection", suffix: string): readonly Effect[] => [
  {
    kind: "config",
    site: reach.site,
    scope: "shared",
    action,
    key:
      operands[0] && textOf(operands[0].value) !== undefined
        ? known(`remote.${textOf(operands[0].value)}${suffix}`)
        : unknown("a remote"),
  },
]

const bookmark = (verbs: string): string =>
  ["bookmark", "b", "branch"].flatMap((noun) => verbs.split(" ").map((verb) => `${noun} ${verb}`)).join("|")

export const jj = tool({
  names: ["jj"],
  globals: GLOBALS,
  directory: "repository",
  rows: [
    row(
      "git push",
      [
        ...GLOBALS,
        "--remote <name>",
        "-b --bookmark <name>",
        "--branch <name>",
        "--all",
        "--tracked",
        "--deleted",
        "-N --allow-new",
        "-r --revisions <set>",
        "-c --change <set>",
        "--named <pair>",
        "-o --option <text>",
      ],
      push,
    ),
    row(
      "git fetch",
      [...GLOBALS, "--remote <name>", "-b --branch <name>", "--bookmark <name>", "--all-remotes", "--tracked"],
      fetch,
    ),
    row("git clone", [...GLOBALS, "--remote <name>", "--colocate", "--depth <depth>"], clones),
    row("git remote remove", GLOBALS, (call) => config(call, "removeSection", "")),
    row("git remote rename", GLOBALS, (call) => config(call, "removeSection", "")),
    row("git remote set-url", GLOBALS, (call) => config(call, "set", ".url")),
    row(bookmark("create c"), [...GLOBALS, "-r --revision --to <rev>"], writesEach("create")),
    row(bookmark("set s"), [...GLOBALS, "-r --revision --to <rev>", "-B --allow-backwards"], writesEach("update")),
    row(bookmark("move m"), [...GLOBALS, "-f --from <set>", "-t --to <rev>", "-B --allow-backwards"], (call) =>
      call.operands.length > 0 ? writesEach("update")(call) : call.reach.ref("update", call.reach.everyBranch),
    ),
    row(bookmark("advance a"), [...GLOBALS, "-t --to <rev>"], writesEach("update")),
    row(bookmark("delete d forget f"), [...GLOBALS, "--include-remotes"], writesEach("delete")),
    row(bookmark("rename r"), GLOBALS, ({ operands, reach }) =>
      operands.length === 2 ? reach.rename(branchRef(operands[0]!.value), branchRef(operands[1]!.value)) : [],
    ),
    row(
      "op restore|op revert|op undo|operation restore|operation revert|operation undo|undo|redo",
      [...GLOBALS, "--what <what>"],
      restores,
    ),
  ],
  examples: absent("jj", [
    allow("jj log", "looks"),
    allow("jj git push -b feat/child-work", "the own branch"),
    allow("jj git push --dry-run --all", "a dry run"),
    allow("jj git push --help", "help"),
    allow("jj git push -c @-", "a new branch of a generated name"),
    allow("jj git fetch --branch feat/child-work", "moves the own bookmark only"),
    allow("jj bookmark create topic -r @", "a new branch"),
    allow("jj bookmark list main", "looks"),
    allow("jj new -m 'start' && jj describe -m 'jj bookmark delete main'", "own work; a message is data"),
    deny("foreign-remote-branch", "jj git push --bookmark main", "a foreign branch of the remote"),
    deny("foreign-remote-branch", "jj git push -b 'glob:*'", "a pattern that may be any branch"),
    deny("foreign-remote-branch", "jj git push --all", "every bookmark"),
    deny("foreign-remote-branch", "jj git push --deleted", "deletes what others had"),
    deny("foreign-branch", "jj git fetch", "moves every local bookmark that tracks the remote, main too"),
    deny("foreign-branch", "jj bookmark set main -r @ --allow-backwards", "moves a foreign branch"),
    deny("foreign-branch", "jj b m release --to @", "moves a foreign branch"),
    deny("foreign-branch", "jj bookmark delete feat/other", "deletes a foreign branch"),
    deny("foreign-branch", "jj b forget 'glob:feat/*'", "a pattern that may be any branch"),
    deny("foreign-branch", "jj bookmark rename main old", "renames a foreign branch"),
    deny("foreign-branch", "jj op restore abc123", "puts every branch back"),
    deny("foreign-branch", "jj undo", "may put any branch back"),
  ]),
})
