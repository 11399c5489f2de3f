/** Bridges to other systems. Fetching writes refs that only they use; the rest is integration or a push. */
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { branchRef } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, textOf, unknown } from "../../shell/value.ts"

type Act = (invocation: Invocation) => readonly Effect[]

const worktree: Act = ({ site }) => [
  { kind: "worktree", site, what: "index", destructive: true },
  { kind: "worktree", site, what: "files", destructive: true },
]

const rebase: Act = (invocation) => [
  { kind: "integration", site: invocation.site, how: "rebase" },
  ...worktree(invocation),
]

/** Everybody over there gets it. */
const publish =
  (remote: string): Act =>
  (invocation) => [
    { kind: "remote", remote, action: "update", ref: unknown("the other system's trunk"), bulk: true },
    ...worktree(invocation),
  ]

const section =
  (name: string): Act =>
  ({ site }) => [
    { kind: "config", site, scope: "shared", action: "set", key: known(`${name}.url`), value: unknown("an address") },
  ]

function bridge(acts: Readonly<Record<string, Act>>): Act {
  return (invocation) => {
    const dryRun = invocation.words.some(({ value }) => ["-n", "--dry-run"].includes(textOf(value) ?? ""))
    const act = acts[textOf(invocation.operands[0]?.value) ?? ""]
    return act && !dryRun ? act(invocation) : []
  }
}

const options = optionTable([], { stopAtOperand: true })
const notInstalled = { notRun: "the bridge is not installed here" }

export const svn: SubcommandSpec = {
  name: "svn",
  options,
  effects: bridge({
    rebase,
    dcommit: publish("svn"),
    "commit-diff": publish("svn"),
    "set-tree": publish("svn"),
    branch: publish("svn"),
    tag: publish("svn"),
    init: section("svn-remote.svn"),
    "multi-init": section("svn-remote.svn"),
  }),
  examples: [
    allow("git svn fetch || true", "writes tracking refs only", notInstalled),
    allow("git svn log", "reads", notInstalled),
    allow("git svn dcommit --dry-run", "a dry run", notInstalled),
    deny("rebase", "git svn rebase", "integration", notInstalled),
    deny("foreign-remote-branch", "git svn dcommit", "lands on the trunk", notInstalled),
    deny("foreign-remote-branch", "git svn dcommit -q --rmdir", "lands on the trunk", notInstalled),
  ],
}

export const p4: SubcommandSpec = {
  name: "p4",
  options,
  effects: bridge({ rebase, submit: publish("p4") }),
  examples: [
    allow("git p4 sync", "writes tracking refs only", notInstalled),
    allow("git p4 submit --dry-run", "a dry run", notInstalled),
    deny("rebase", "git p4 rebase", "integration", notInstalled),
    deny("foreign-remote-branch", "git p4 submit", "lands in the depot", notInstalled),
  ],
}

/** Without `-r` the import goes onto the branch named by `-o`, which defaults to `master`. */
const importsCvs: Act = (invocation) => {
  const { options, site } = invocation
  if (options.has("r") || options.has("h")) return []
  const ref = branchRef(options.value("o")?.value ?? known("master"))
  const write: Effect = { kind: "ref", site, action: "update", ref, forced: true }
  return options.has("i") ? [write] : [write, ...worktree(invocation)]
}

export const cvsimport: SubcommandSpec = {
  name: "cvsimport",
  options: optionTable([
    ...["-o <branch>", "-v", "-d <root>", "-A <authors>", "-p <options>", "-P <file>", "-C <repository>", "-z <fuzz>"],
    ...[
      "-i",
      "-k",
      "-u",
      "-s <subst>",
      "-a",
      "-m",
      "-M <regex>",
      "-S <regex>",
      "-L <limit>",
      "-r <remote>",
      "-R",
      "-h",
    ],
  ]),
  effects: importsCvs,
  examples: [
    allow("git cvsimport -r cvs -i module", "writes tracking refs only", notInstalled),
    deny("foreign-branch", "git cvsimport -o release -i module", "onto a foreign branch", notInstalled),
  ],
}
