/** GitLab's command line: what it merges, checks out and deletes. */
import { known, textOf, unknown } from "../../shell/value.ts"
import type { Command } from "../../shell/program.ts"
import { read, rules } from "../../shell/wrapper/options.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { branchRef } from "../refs.ts"
import type { Nested, ToolSpec } from "../spec.ts"
import { aliasOf, aliasWords, type Aliases } from "./aliases.ts"
import { API_OPTIONS, landsOn, named, readRequest, requestEffects, type Endpoint } from "./api.ts"
import { checksOut, ifOurs, requestBranch } from "./gh.ts"
import { isOurs } from "./ours.ts"
import { clones } from "./cloning.ts"
import { Reach, given } from "./reach.ts"
import { absent, findRow, repositoryLast, row, type Row } from "./rows.ts"

const REPO = "-R --repo <repo>"

const on = (method: string, path: string, effects: Endpoint["effects"]): Endpoint => ({
  method: new RegExp(`^(${method})$`),
  path: new RegExp(`^projects/([^/]+)${path}$`),
  effects: (request, match) => {
    const project = decodeURIComponent(match[1]!)
    return /^\d+$/.test(project) || isOurs({ kind: "known", text: project }, request.reach)
      ? effects(request, match.slice(2))
      : []
  },
})

const ENDPOINTS: readonly Endpoint[] = [
  on("DELETE", "/repository/branches/([^/]+)", ({ reach }, [branch]) => reach.deletesRemoteBranch(named(branch))),
  on("DELETE", "/repository/merged_branches", ({ reach }) =>
    reach.remote("delete", unknown("merged branches"), { bulk: true }),
  ),
  on("DELETE", "/repository/tags/([^/]+)", ({ reach }, [tag]) => reach.deletesTag(named(tag))),
  on("PUT", "/merge_requests/[^/]+/merge", ({ reach }) => reach.lands()),
  on("PUT", "/merge_requests/[^/]+/rebase", ({ reach }) => reach.remote("force", unknown("the branch of a request"))),
  on("POST", "/repository/commits", ({ field, reach }) => landsOn(reach, field("branch"))),
  on("POST|PUT|DELETE", "/repository/files/.+", ({ field, reach }) => landsOn(reach, field("branch"))),
  on("DELETE", "", ({ reach }) => reach.remote("delete", unknown("every branch of the repository"), { bulk: true })),
  on("PUT", "", ({ field, reach }) =>
    field("default_branch") ? reach.remote("update", reach.trunk, { bulk: true }) : [],
  ),
]

const ROWS: readonly Row[] = [
  row(
    "mr merge|mr accept",
    [REPO, "-d --remove-source-branch", "-m --message <text>", "--squash-message <text>", "--sha <sha>"],
    ifOurs(({ reach }) => reach.lands()),
  ),
  row(
    "mr checkout",
    [REPO, "-b --branch <name>", "--detach", "-u --set-upstream-to <branch>", "-f --force"],
    checksOut,
  ),
  row(
    "mr rebase",
    [REPO],
    ifOurs(({ operands, reach }) => (operands[0] ? reach.remote("force", branchRef(requestBranch(operands[0]))) : [])),
  ),
  row("repo clone|project clone", ["-p --preserve-namespace"], clones),
  row("repo delete|project delete", ["-y --yes"], ({ operands, reach }) =>
    isOurs(operands[0], reach) ? reach.remote("delete", unknown("every branch of the repository"), { bulk: true }) : [],
  ),
  row(
    "repo fork|project fork",
    ["--remote", "--clone", "-n --name <name>", "-p --path <path>"],
    ({ reading, operands, reach }) =>
      operands.length > 0 || !reading.has("remote")
        ? []
        : [
            {
              kind: "config",
              site: reach.site,
              scope: "shared",
              action: "set",
              key: known("remote.origin.url"),
              value: unknown("the address of the fork"),
            },
          ],
  ),
  row(
    "release delete",
    [REPO, "-t --with-tag", "-y --yes"],
    ifOurs(({ reading, operands, reach }) =>
      reading.has("with-tag") ? reach.deletesTag(given(operands[0], "a release")) : [],
    ),
  ),
  row("api", API_OPTIONS, ({ reading, operands, reach }) =>
    requestEffects(ENDPOINTS, readRequest(reading, operands[0], reach)),
  ),
]

const GLOBALS = rules(["-h!"])
const ALIASES: Aliases = {
  shipped: { co: "mr checkout", ci: "pipeline ci" },
  file: "aliases.yml",
  folder: "glab-cli",
  variable: "GLAB_CONFIG_DIR",
}

function alias(command: Command, state: State): string | undefined {
  const name = textOf(command.argv[1]?.value)
  return name === undefined ? undefined : aliasOf(ALIASES, name, command, state)
}

function effects(command: Command, state: State): readonly Effect[] {
  const text = alias(command, state)
  const words =
    text === undefined || text.startsWith("!")
      ? command.argv.slice(1)
      : aliasWords(text, command.argv.slice(2), command.argv[1]!)
  const found = findRow(ROWS, GLOBALS, repositoryLast(words))
  if (!found) return []
  const reading = read(found.row.options, found.words)
  return reading.quits
    ? []
    : found.row.effects({ reading, operands: reading.rest, reach: new Reach(command, state), command, state })
}

function runs(command: Command, state: State): readonly Nested[] {
  const text = alias(command, state)
  return text?.startsWith("!")
    ? [{ kind: "text", text: known(text.slice(1)), parameters: [command.argv[0]!, ...command.argv.slice(2)] }]
    : []
}

export const glab: ToolSpec = {
  names: ["glab"],
  effects,
  runs,
  examples: absent("glab", [
    allow("glab mr create --fill && glab mr list && glab mr view 3", "opens and looks"),
    allow("glab mr merge --help", "help"),
    allow("glab mr checkout 3 -b review-3", "a new branch of one's own"),
    allow("glab ci status", "looks"),
    allow("glab api projects/:id/repository/branches/main", "reads"),
    deny("foreign-remote-branch", "glab mr merge 3 --remove-source-branch -y", "lands a request"),
    deny("foreign-remote-branch", "glab mr accept", "lands the own request"),
    deny("unreadable-operand", "glab mr checkout 3", "the branch is not in the text"),
    deny("unreadable-operand", "glab co 3", "an alias that glab ships"),
    deny("unreadable-operand", "glab mr rebase 3", "rewrites a branch that is not in the text"),
    deny("foreign-remote-branch", "glab release delete v1 --with-tag -y", "deletes a tag of the remote"),
    deny("foreign-remote-branch", "glab repo delete -y", "everything of everybody"),
    deny(
      "foreign-remote-branch",
      "glab api -X DELETE projects/:id/repository/branches/release",
      "deletes a foreign branch",
    ),
    deny("foreign-remote-branch", "glab api --method PUT projects/:id/merge_requests/3/merge", "lands a request"),
    deny(
      "foreign-remote-branch",
      "glab api projects/:id/repository/commits -f branch=main -f commit_message=x",
      "commits to main",
    ),
  ]),
}
