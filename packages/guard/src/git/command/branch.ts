import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { branchName, branchRef, currentBranchRef, refExists } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { setUpstream, trackingWrites } from "../upstream.ts"
import { known, mapValue, unknown, type Value } from "../../shell/value.ts"

const options = optionTable([
  "-v --verbose",
  "-q --quiet",
  "-t --track[=<mode>]",
  "-u --set-upstream-to <upstream>",
  "--set-upstream",
  "--unset-upstream",
  "--color[=<when>]",
  "-r --remotes",
  "--contains --with <commit>",
  "--no-contains --without <commit>",
  "--abbrev[=<n>]",
  "-a --all",
  "-d --delete",
  "-D",
  "-m --move",
  "-M",
  "-c --copy",
  "-C",
  "-l --list",
  "--show-current",
  "--create-reflog",
  "--edit-description",
  "-f --force",
  "--merged <commit>",
  "--no-merged <commit>",
  "--column[=<style>]",
  "--sort <key>",
  "--points-at <object>",
  "-i --ignore-case",
  "--recurse-submodules",
  "--format <format>",
  "--omit-empty",
])

const LISTING = ["list", "all", "contains", "no-contains", "merged", "no-merged", "points-at", "show-current"]

function effects(invocation: Invocation): readonly Effect[] {
  const { options, operands, repository, site } = invocation
  const name = (index: number): Value | undefined => operands[index] && branchName(operands[index].value, repository)
  const forced = options.has("force")

  if (options.has("delete", "D")) {
    const prefix = options.has("remotes") ? "refs/remotes/" : "refs/heads/"
    return operands.map((operand) => ({
      kind: "ref",
      site,
      action: "delete",
      ref: mapValue(branchName(operand.value, repository), (branch) => prefix + branch),
      forced: true,
    }))
  }
  if (options.has("move", "M", "copy", "C")) return renameOrCopy(invocation, name(0), name(1))
  const edited = name(0) ?? known(repository?.head.branch ?? "")
  if (options.has("set-upstream-to")) return setUpstream(invocation, edited, options.value("set-upstream-to")?.value)
  if (options.has("unset-upstream"))
    return ["remote", "merge"].map((key) => branchKey(invocation, edited, key, "unset"))
  if (options.has("edit-description")) return [branchKey(invocation, edited, "description", "set")]
  if (options.has(...LISTING) || operands.length === 0 || (options.has("remotes") && !forced)) return []
  const write = { kind: "ref", site, action: forced ? "update" : "create", ref: branchRef(name(0)!), forced } as const
  return [write, ...trackingWrites(invocation, name(0)!, operands[1]?.value ?? known("HEAD"))]
}

const branchKey = ({ site }: Invocation, branch: Value, key: string, action: "set" | "unset"): Effect => ({
  kind: "config",
  site,
  scope: "shared",
  action,
  key: mapValue(branch, (text) => `branch.${text}.${key}`),
})

function renameOrCopy(
  { options, repository, site }: Invocation,
  first: Value | undefined,
  second: Value | undefined,
): readonly Effect[] {
  const from = second ? branchRef(first!) : currentBranchRef(repository)
  const to = branchRef(second ?? first ?? unknown("nothing given"))
  const forced = options.has("M", "C", "force")
  if (options.has("move", "M")) return [{ kind: "ref", site, action: "rename", ref: from, to, forced }]
  return forced || refExists(to, repository) === false
    ? [{ kind: "ref", site, action: forced ? "update" : "create", ref: to, forced }]
    : []
}

export const branch: SubcommandSpec = {
  name: "branch",
  options,
  effects,
  examples: [
    { command: "git branch", verdict: "allow", because: "lists" },
    { command: "git branch --show-current && git branch -a --contains HEAD", verdict: "allow", because: "lists" },
    { command: "git branch -vv --sort=-committerdate", verdict: "allow", because: "lists" },
    { command: "git branch topic", verdict: "allow", because: "a new branch is the session's own" },
    { command: "git branch -f topic HEAD~1", verdict: "allow", because: "no such branch yet" },
    { command: "git branch backup && git branch -D backup", verdict: "allow", because: "made by the same text" },
    {
      command: "git branch -f feat/child-work HEAD",
      verdict: "allow",
      because: "own branch; git refuses it while checked out",
    },
    { command: "git branch -D nosuch", verdict: "allow", because: "nobody's: git finds nothing to delete" },
    {
      command: "git branch -d -r origin/feat/other",
      verdict: "allow",
      because: "a tracking ref: the next fetch restores it",
    },
    { command: "git branch -u origin/feat/child-work", verdict: "allow", because: "the own branch's upstream" },
    {
      command: "git branch -u origin/main && git -c push.default=upstream push -f",
      verdict: "deny",
      code: "isolated-git/foreign-remote-branch",
      because: "the upstream it has just set is main",
    },
    {
      command:
        "git checkout -q -b feat/fresh origin/main && git commit -q --allow-empty -m x && git -c push.default=upstream push",
      verdict: "deny",
      code: "isolated-git/foreign-remote-branch",
      because: "a branch made at a remote's branch has it as upstream",
    },
    {
      command:
        "git checkout -q -b feat/fresh origin/main && git commit -q --allow-empty -m x && git push -u origin HEAD",
      verdict: "allow",
      because: "a new branch of its own name",
    },
    { command: "git branch -m feat/renamed", verdict: "allow", because: "renames the own branch" },
    {
      command: "git branch -d feat/other",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "deletes a foreign branch",
    },
    {
      command: "git branch -D feat/other",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "deletes a foreign branch",
    },
    {
      command: "git branch -qD feat/other",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "a cluster",
    },
    {
      command: "git branch --del --forc feat/other",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "abbreviations",
    },
    {
      command: "git branch feat/other -D",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "options after operands",
    },
    {
      command: "git branch -f feat/other HEAD",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "moves a foreign branch",
    },
    {
      command: "git branch -f main HEAD",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "the form is in the table, though git refuses it here",
    },
    {
      command: "git branch -m feat/other taken",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "renames a foreign branch",
    },
    {
      command: "git branch -m main taken",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "renames the branch under the main checkout",
    },
    {
      command: "git branch -M feat/child-work feat/other",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "the own branch lands on a foreign one",
    },
    {
      command: "git branch -C feat/child-work feat/other",
      verdict: "deny",
      code: "isolated-git/foreign-branch",
      because: "a copy over a foreign branch",
    },
    {
      command: 'git branch -D "$B"',
      verdict: "deny",
      code: "isolated-git/unreadable-operand",
      because: "could be anybody's",
    },
  ],
}
