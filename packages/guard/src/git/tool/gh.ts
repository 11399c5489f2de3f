/** GitHub's command line: what it merges, checks out, deletes and syncs. */
import { known, textOf, unknown, type Value, type Word } from "../../shell/value.ts"
import type { Command } from "../../shell/program.ts"
import { read, rules } from "../../shell/wrapper/options.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { branchRef, refExists } from "../refs.ts"
import type { Nested, ToolSpec } from "../spec.ts"
import { aliasOf, aliasWords, type Aliases } from "./aliases.ts"
import { API_OPTIONS, landsOn, named, readRequest, requestEffects, type Endpoint } from "./api.ts"
import { isOurs } from "./ours.ts"
import { clones } from "./cloning.ts"
import { Reach, given } from "./reach.ts"
import { findRow, repositoryLast, row, type Call, type Row } from "./rows.ts"

const REPO = "-R --repo <repo>"

/** A request is given by number, URL or branch; only a branch says what is touched. */
export function requestBranch(word: Word | undefined): Value {
  const text = textOf(word?.value)
  if (!word) return unknown("the branch of a request that is picked when it runs")
  if (text !== undefined && /^#?\d+$|^https?:/.test(text))
    return unknown(`the branch of request ${text}, which only -b would name`)
  return word.value.kind === "known" ? known(text!.replace(/^[^/:]+:/, "")) : word.value
}

/** Checking a request out switches to its branch, to the one `-b` names, or to none. */
export function checksOut({ reading, operands, reach }: Call): readonly Effect[] {
  const local = reading.value("branch")?.value
  if (reading.has("detach")) return reach.head({ kind: "detached", at: requestBranch(operands[0]) })
  if (local) {
    const exists = refExists(branchRef(local), reach.repository)
    return reach.head({
      kind: "branch",
      branch: local,
      state: exists === false ? "new" : reading.has("force") ? "reset" : "existing",
    })
  }
  const branch = requestBranch(operands[0])
  return textOf(branch) === undefined ? reach.wanders(branch) : reach.switches(branch)
}

/** With `--delete-branch` the branch goes here and there; without an operand it is the current one's request. */
function deletesHead({ operands, reach }: Call): readonly Effect[] {
  const current = reach.repository?.head.branch
  const branch = operands[0]
    ? requestBranch(operands[0])
    : current === undefined
      ? requestBranch(undefined)
      : known(current)
  return [...reach.deletesRemoteBranch(branch), ...reach.deletesBranch(branch)]
}

/** Only where it is about a repository that is one of ours. */
export const ifOurs =
  (effects: Row["effects"]): Row["effects"] =>
  (call) =>
    isOurs(call.reading.value("repo"), call.reach) ? effects(call) : []

const merge = ifOurs((call) => [
  ...(call.reading.has("disable-auto") ? [] : call.reach.lands()),
  ...(call.reading.has("delete-branch") ? deletesHead(call) : []),
])

/** Without a destination the local branch is brought up to date, with one the repository over there. */
function syncs({ reading, operands, reach }: Call): readonly Effect[] {
  const branch = reading.value("branch")?.value
  if (operands[0]) {
    return isOurs(operands[0], reach)
      ? reach.remote(reading.has("force") ? "force" : "update", branch ? branchRef(branch) : reach.trunk)
      : []
  }
  return [...reach.ref("update", branch ? branchRef(branch) : reach.trunk, reading.has("force")), ...reach.files()]
}

const EDITS = ["default-branch", "delete-branch-on-merge", "visibility"]

/** A fork becomes `origin`, and what was `origin` becomes `upstream`, unless the new remote has a name of its own. */
function forks({ reading, operands, reach }: Call): readonly Effect[] {
  if (operands.length > 0 || !reading.has("remote")) return []
  const name = textOf(reading.value("remote-name")?.value) ?? "origin"
  return [
    {
      kind: "config",
      site: reach.site,
      scope: "shared",
      action: "set",
      key: known(`remote.${name}.url`),
      value: unknown("the address of the fork"),
    },
  ]
}

const OF_REPOSITORY = "^repos/([^/]+/[^/]+)"
const on = (method: string, path: string, effects: Endpoint["effects"]): Endpoint => ({
  method: new RegExp(`^(${method})$`),
  path: new RegExp(`${OF_REPOSITORY}${path}$`),
  effects: (request, match) =>
    isOurs({ kind: "known", text: match[1]! }, request.reach) ? effects(request, match.slice(2)) : [],
})

const bulk =
  (action: "update" | "force" | "delete"): Endpoint["effects"] =>
  ({ reach }) =>
    reach.remote(action, unknown("a branch of the repository"), { bulk: true })

const MUTATIONS =
  /\b(mergePullRequest|mergeBranch|deleteRef|updateRefs?|createCommitOnBranch|enablePullRequestAutoMerge|updatePullRequestBranch)\b/

const ENDPOINTS: readonly Endpoint[] = [
  on("POST", "/git/refs", ({ field, reach }) => reach.remote("create", field("ref") ?? unknown("a new ref"))),
  on("PATCH|POST", "/git/refs/(.+)", ({ field, reach }, [ref]) =>
    reach.remote(textOf(field("force")) === "true" ? "force" : "update", known(`refs/${decodeURIComponent(ref!)}`)),
  ),
  on("DELETE", "/git/refs/(.+)", ({ reach }, [ref]) =>
    reach.remote("delete", known(`refs/${decodeURIComponent(ref!)}`)),
  ),
  on("POST", "/merges", ({ field, reach }) => landsOn(reach, field("base"))),
  on("POST", "/merge-upstream", ({ field, reach }) => landsOn(reach, field("branch"))),
  on("PUT|POST", "/pulls/[^/]+/merge", ({ reach }) => reach.lands()),
  on("PUT", "/pulls/[^/]+/update-branch", ({ reach }) => reach.remote("update", unknown("the branch of a request"))),
  on("POST", "/branches/([^/]+)/rename", ({ reach }, [branch]) => reach.deletesRemoteBranch(named(branch))),
  on("PUT|DELETE", "/contents/.+", ({ field, reach }) => landsOn(reach, field("branch"))),
  on("DELETE", "", bulk("delete")),
  on("PATCH", "", (request, match) =>
    request.field("default_branch") || request.field("archived") ? bulk("update")(request, match) : [],
  ),
  {
    method: /^POST$/,
    path: /^graphql$/,
    effects: ({ field, reach }) => (MUTATIONS.test(textOf(field("query")) ?? "") ? reach.lands() : []),
  },
]

const api = ({ reading, operands, reach }: Call): readonly Effect[] =>
  requestEffects(ENDPOINTS, readRequest(reading, operands[0], reach))

const ROWS: readonly Row[] = [
  row(
    "pr merge",
    [
      REPO,
      "-d --delete-branch",
      "-b --body <text>",
      "-F --body-file <file>",
      "-t --subject <text>",
      "-A --author-email <text>",
      "--match-head-commit <sha>",
      "--disable-auto",
    ],
    merge,
  ),
  row(
    "pr close",
    [REPO, "-d --delete-branch", "-c --comment <text>"],
    ifOurs((call) => (call.reading.has("delete-branch") ? deletesHead(call) : [])),
  ),
  row("pr checkout", [REPO, "-b --branch <name>", "--detach", "-f --force", "--recurse-submodules"], checksOut),
  row(
    "pr update-branch",
    [REPO, "--rebase"],
    ifOurs(({ reading, operands, reach }) =>
      operands[0]
        ? reach.remote(reading.has("rebase") ? "force" : "update", branchRef(requestBranch(operands[0])))
        : [],
    ),
  ),
  row("repo sync", ["-b --branch <name>", "--force", "-s --source <repo>"], syncs),
  row(
    "repo edit",
    [
      "-d --description <text>",
      "-h --homepage <url>",
      "--default-branch <name>",
      "--visibility <kind>",
      "--add-topic <topic>",
      "--remove-topic <topic>",
      "--delete-branch-on-merge[=<on>]",
    ],
    ({ reading, operands, reach }) =>
      reading.has(...EDITS) && isOurs(operands[0], reach) ? reach.remote("update", reach.trunk, { bulk: true }) : [],
  ),
  row("repo delete|repo archive|repo rename", [REPO, "--yes", "-y --confirm"], ({ reading, operands, reach }) =>
    isOurs(reading.value("repo") ?? operands[0], reach)
      ? reach.remote("delete", unknown("every branch of the repository"), { bulk: true })
      : [],
  ),
  row("repo clone", ["-u --upstream-remote-name <name>"], clones),
  row(
    "repo fork",
    ["--remote", "--remote-name <name>", "--clone", "--fork-name <name>", "--org <name>", "--default-branch-only"],
    forks,
  ),
  row(
    "release delete",
    [REPO, "--cleanup-tag", "-y --yes"],
    ifOurs(({ reading, operands, reach }) =>
      reading.has("cleanup-tag") ? reach.deletesTag(given(operands[0], "a release")) : [],
    ),
  ),
  row("api", API_OPTIONS, api),
]

const GLOBALS = rules(["-h!"])

/** gh's shipped alias, and those of its configuration. */
const ALIASES: Aliases = {
  shipped: { co: "pr checkout" },
  file: "config.yml",
  folder: "gh",
  variable: "GH_CONFIG_DIR",
  section: "aliases",
}

/** The command with an alias written out; undefined where there is none, text where a shell runs it. */
function expanded(command: Command, state: State): Command | undefined {
  const name = textOf(command.argv[1]?.value)
  const alias = name === undefined ? undefined : aliasOf(ALIASES, name, command, state)
  if (alias === undefined || alias.startsWith("!")) return undefined
  return { ...command, argv: [command.argv[0]!, ...aliasWords(alias, command.argv.slice(2), command.argv[1]!)] }
}

function effects(command: Command, state: State): readonly Effect[] {
  const found = findRow(ROWS, GLOBALS, repositoryLast(command.argv.slice(1)))
  if (!found) {
    const other = expanded(command, state)
    return other && findRow(ROWS, GLOBALS, other.argv.slice(1)) ? effects(other, state) : []
  }
  const reading = read(found.row.options, found.words)
  return reading.quits
    ? []
    : found.row.effects({ reading, operands: reading.rest, reach: new Reach(command, state), command, state })
}

function runs(command: Command, state: State): readonly Nested[] {
  const name = textOf(command.argv[1]?.value)
  const alias = name === undefined ? undefined : aliasOf(ALIASES, name, command, state)
  return alias?.startsWith("!")
    ? [{ kind: "text", text: known(alias.slice(1)), parameters: [command.argv[0]!, ...command.argv.slice(2)] }]
    : []
}

export const gh: ToolSpec = {
  names: ["gh"],
  effects,
  runs,
  get examples() {
    return (require("./cases/gh.ts") as typeof import("./cases/gh.ts")).GH_EXAMPLES
  },
}
