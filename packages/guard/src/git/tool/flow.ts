/** git-flow and git-machete: branches that are merged and rebased by a plan. */
import { known, type Value } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { branchRef } from "../refs.ts"
import type { ToolSpec } from "../spec.ts"
import { given, prefixed, type Reach } from "./reach.ts"
import { absent, row, tool, type Call, type Row } from "./rows.ts"

const KINDS = ["feature", "bugfix", "release", "hotfix", "support"] as const
type Kind = (typeof KINDS)[number]

const setting = (reach: Reach, key: string, usual: string): string =>
  reach.repository?.config.get(`gitflow.${key}`) ?? usual
const master = (reach: Reach): string =>
  setting(reach, "branch.master", reach.repository?.refs.exists("refs/heads/main") ? "main" : "master")
const develop = (reach: Reach): string => setting(reach, "branch.develop", "develop")

const flowBranch = (kind: Kind, { operands, reach }: Call): Value =>
  operands[0]
    ? prefixed(setting(reach, `prefix.${kind}`, `${kind}/`), operands[0].value)
    : known(reach.repository?.head.branch ?? "")

const FINISH = [
  "-F",
  "-r",
  "-p --push",
  "-k --keep",
  "-D",
  "-S --squash",
  "-m --message <text>",
  "-f --messagefile <file>",
  "-u --signingkey <key>",
  "-s --sign",
  "-T --tagname <name>",
  "-n --notag",
  "-b",
  "-e --edit",
]

/** Finishing merges into the shared lines, tags, and deletes the branch. */
function finishes(kind: Kind, call: Call): readonly Effect[] {
  const { reach, reading } = call
  const lines = kind === "release" || kind === "hotfix" ? [master(reach), develop(reach)] : [develop(reach)]
  const branch = flowBranch(kind, call)
  return [
    ...lines.flatMap((line) => [
      ...reach.ref("update", branchRef(known(line))),
      ...reach.integrates("merge", { ref: branchRef(known(line)), from: branch }),
    ]),
    ...(reading.has("keep") ? [] : reach.deletesBranch(branch)),
    ...(reading.has("push") ? lines.flatMap((line) => reach.lands(known(line))) : []),
  ]
}

const flowRows = KINDS.flatMap((kind): readonly Row[] => [
  row(`${kind} start`, ["-F"], (call) => call.reach.starts(flowBranch(kind, call))),
  row(`${kind} finish`, FINISH, (call) => finishes(kind, call)),
  row(`${kind} publish`, [], (call) => call.reach.remote("update", branchRef(flowBranch(kind, call)))),
  row(`${kind} delete`, ["-f --force", "-r --remote"], (call) => [
    ...call.reach.deletesBranch(flowBranch(kind, call)),
    ...(call.reading.has("remote") ? call.reach.deletesRemoteBranch(flowBranch(kind, call)) : []),
  ]),
  row(`${kind} track|${kind} checkout|${kind} co`, [], (call) => call.reach.switches(flowBranch(kind, call))),
  row(`${kind} pull`, [], ({ reach }) => reach.files()),
  row(`${kind} rebase`, ["-i", "-p"], (call) =>
    call.reach.integrates("rebase", call.operands[0] ? { ref: branchRef(flowBranch(kind, call)) } : {}),
  ),
])

const flow: ToolSpec = tool({
  names: ["git-flow"],
  rows: [
    ...flowRows,
    row(
      "init",
      [
        "-d --defaults",
        "-f --force",
        "-p --feature <prefix>",
        "-b --bugfix <prefix>",
        "-r --release <prefix>",
        "-x --hotfix <prefix>",
        "-s --support <prefix>",
        "-t --tag <prefix>",
        "--local",
        "--global",
        "--system",
      ],
      ({ reach }) => [
        { kind: "config", site: reach.site, scope: "shared", action: "set", key: known("gitflow.branch.master") },
        ...reach.switches(known(develop(reach))),
      ],
    ),
  ],
  examples: absent("git-flow", [
    allow("git flow feature list && git flow version", "look"),
    allow("git flow feature start login", "a new branch"),
    allow("git flow feature publish login", "a new branch of the remote"),
    allow("git flow feature finish --help", "help"),
    deny("merge", "git flow feature finish login", "merges into the shared line"),
    deny("merge", "git flow release finish -m x 1.0", "moves main"),
    deny("shared-config", "git flow init -d", "settings and branches for everybody"),
  ]),
})

/** A traverse goes through every branch: rebases, pushes, slides out. */
const traverses = ({ reach }: Call): readonly Effect[] => [
  ...reach.integrates("rebase"),
  ...reach.ref("update", reach.everyBranch),
]

const machete: ToolSpec = tool({
  names: ["git-machete"],
  globals: ["--debug", "-v --verbose"],
  rows: [
    row(
      "traverse",
      [
        "-F --fetch",
        "-l --list-commits",
        "-M --merge",
        "-n",
        "--no-edit-merge",
        "--return-to <where>",
        "--start-from <where>",
        "-w --whole",
        "-W",
        "-y --yes",
        "-H --sync-github-prs",
      ],
      traverses,
    ),
    row(
      "update|reapply",
      ["-f --fork-point <rev>", "-M --merge", "-n", "--no-interactive-rebase"],
      ({ reading, reach }) => reach.integrates(reading.has("merge") ? "merge" : "rebase"),
    ),
    row("advance", ["-y --yes"], ({ reach }) => [...reach.integrates("merge"), ...reach.ref("update", reach.current)]),
    row(
      "slide-out",
      ["-d --down-fork-point <rev>", "--delete", "-M --merge", "-n", "--no-rebase", "--removed-from-remote"],
      ({ operands, reading, reach }) => [
        ...(reading.has("no-rebase") ? [] : reach.integrates(reading.has("merge") ? "merge" : "rebase")),
        ...(reading.has("delete")
          ? operands.length > 0
            ? operands.flatMap((word) => reach.deletesBranch(word.value))
            : reach.ref("delete", reach.everyBranch)
          : []),
      ],
    ),
    row("go|g", [], ({ reach }) => reach.wanders()),
    row("rename", [], ({ operands, reach }) =>
      reach.rename(reach.current, branchRef(given(operands[0], "a new name"))),
    ),
    row("delete-unmanaged|clean|github sync", ["-y --yes", "-c", "-H"], ({ reach }) =>
      reach.ref("delete", reach.everyBranch),
    ),
    row("github checkout-prs|gitlab checkout-mrs", ["--all", "--by <user>", "--mine"], ({ reach }) => reach.wanders()),
  ],
  examples: absent("git-machete", [
    allow("git machete status --list-commits && git machete show current", "look"),
    allow("git machete add feat/child-work --onto main", "only the plan"),
    deny("rebase", "git machete update", "rebases onto the parent"),
    deny("rebase", "git machete traverse --fetch -y", "goes through every branch"),
    deny("foreign-branch", "git machete delete-unmanaged -y", "deletes branches"),
    deny("foreign-branch", "git machete slide-out --no-rebase --delete feat/other", "deletes a foreign branch"),
    deny("merge", "git machete advance -y", "merges"),
    deny("unreadable-operand", "git machete go down", "the branch is not in the text"),
  ]),
})

export const flows: readonly ToolSpec[] = [flow, machete]
