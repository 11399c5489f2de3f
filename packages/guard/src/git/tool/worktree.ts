/** Tools that make and remove worktrees: git-worktree-runner and Worktrunk. */
import { textOf, type Word } from "../../shell/value.ts"
import type { Effect, RegistryWrite } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { branchRef } from "../refs.ts"
import type { Nested, ToolSpec } from "../spec.ts"
import { Reach } from "./reach.ts"
import { absent, row, tool, type Call } from "./rows.ts"

const registers =
  (action: RegistryWrite["action"]) =>
  ({ reach }: Call): readonly Effect[] => [{ kind: "registry", site: reach.site, action }]

/** The folder of the worktree that a branch is checked out in. */
function placeOf(word: Word | undefined, reach: Reach): string | undefined {
  const name = textOf(word?.value)
  const own = reach.state.own
  if (name === undefined || !own) return undefined
  if (name === own.branch) return own.worktree
  if (name === "1") return own.others.find((other) => other.isMain)?.path
  return own.others.find((other) => other.branch === name)?.path
}

const gtr: ToolSpec = tool({
  names: ["gtr", "git-gtr"],
  rows: [
    row(
      "new|create|n",
      [
        "--from <rev>",
        "--track <how>",
        "--folder <name>",
        "--name <name>",
        "--force",
        "--no-copy",
        "--no-fetch",
        "--yes",
      ],
      registers("add"),
    ),
    row("rm|remove", ["--delete-branch", "--force", "--yes"], (call) => [
      ...registers("remove")(call),
      ...(call.reading.has("delete-branch")
        ? call.operands.flatMap((word) => call.reach.deletesBranch(word.value))
        : []),
    ]),
    row("mv|rename", ["--force", "--yes"], registers("move")),
    row("clean|prune", ["--merged", "--yes", "-y", "-n!"], registers("prune")),
    row("copy", ["-a --all", "-n!", "--from <branch>"], ({ operands, reach }) =>
      operands.flatMap((word) => {
        const place = placeOf(word, reach)
        return place === undefined
          ? []
          : [
              {
                kind: "worktree",
                site: reach.state.siteOf({ kind: "known", text: place }),
                what: "files",
                destructive: false,
              } as const,
            ]
      }),
    ),
  ],
  runs: (command, state): readonly Nested[] => {
    if (textOf(command.argv[1]?.value) !== "run" || command.argv.length < 4) return []
    const place = placeOf(command.argv[2], new Reach(command, state))
    return [{ kind: "argv", argv: command.argv.slice(3), ...(place === undefined ? {} : { directory: place }) }]
  },
  examples: absent("git-gtr", [
    allow("git gtr list && git gtr go main && git gtr run main git log -1", "look"),
    deny("worktree-registry", "git gtr new topic", "a worktree more"),
    deny("worktree-registry", "gtr rm feat/sibling --force", "a worktree less"),
    deny("worktree-registry", "git gtr clean --merged --yes", "worktrees less"),
    deny("merge", "git gtr run feat/child-work git merge main", "runs in the own worktree"),
    deny("foreign-worktree", "git gtr run main git add -A", "runs in the main checkout"),
    deny("foreign-worktree", "git gtr copy main", "copies files into the main checkout"),
  ]),
})

/** `wt switch` goes to a worktree, and makes one where the branch has none. */
function switches(call: Call): readonly Effect[] {
  const { reading, operands, reach } = call
  const name = textOf(operands[0]?.value)
  const exists = name === undefined || /^[-^@]$/.test(name) || placeOf(operands[0], reach) !== undefined
  return reading.has("create") || !exists ? registers("add")(call) : []
}

const TARGET = [
  "--no-squash",
  "--no-commit",
  "--no-rebase",
  "--no-remove",
  "--no-ff",
  "--no-verify",
  "--no-hooks",
  "-y --yes",
  "-f --force",
  "--stage <what>",
  "--format <name>",
  "-C <dir>",
]

const target = ({ operands, reach }: Call) => (operands[0] ? branchRef(operands[0].value) : reach.trunk)

const wt: ToolSpec = tool({
  names: ["wt", "git-wt", "worktrunk"],
  globals: ["-C <dir>", "--config <file>", "-v --verbose"],
  directory: "C",
  rows: [
    row(
      "switch",
      [
        "-c --create",
        "-b --base <rev>",
        "-x --execute <program>",
        "-f --force",
        "--clobber",
        "-y --yes",
        "--no-cd",
        "--no-verify",
        "--no-hooks",
        "--branches",
        "--remotes",
        "--prs",
      ],
      switches,
    ),
    row(
      "remove",
      [
        "--no-delete-branch",
        "-D --force-delete",
        "-f --force",
        "-y --yes",
        "--foreground",
        "--no-verify",
        "--no-hooks",
        "--format <name>",
      ],
      registers("remove"),
    ),
    row("merge", TARGET, (call) => [
      ...call.reach.ref("update", target(call)),
      ...call.reach.integrates("merge", { ref: target(call) }),
      ...(call.reading.has("no-remove") ? [] : registers("remove")(call)),
    ]),
    row("step push", TARGET, (call) => call.reach.ref("update", target(call))),
    row("step rebase", TARGET, ({ operands, reach }) =>
      reach.integrates("rebase", operands[0] ? { from: operands[0].value } : {}),
    ),
    row("step prune", TARGET, registers("prune")),
    row("step promote|step relocate", TARGET, registers("move")),
    row("step for-each", [], ({ reach }) => [
      {
        kind: "worktree",
        site: reach.site.kind === "own" ? { kind: "unknown", why: "every worktree" } : reach.site,
        what: "files",
        destructive: false,
      },
    ]),
    row("step commit|step squash", TARGET, ({ reach }) => [...reach.ref("update", reach.current), ...reach.files()]),
  ],
  examples: absent("wt", [
    allow("wt list --full && wt switch main && wt config show", "look, and go to a worktree that is there"),
    allow("wt step commit", "the own branch"),
    allow("wt merge --help", "help"),
    deny("worktree-registry", "wt switch --create topic", "a worktree more"),
    deny("worktree-registry", "wt switch feat/other", "a worktree for a branch that has none"),
    deny("worktree-registry", "wt remove feat/sibling", "a worktree less"),
    deny("merge", "wt merge", "lands on the main line and removes the worktree"),
    deny("foreign-branch", "wt step push main", "lands on main"),
    deny("rebase", "wt step rebase", "rebases"),
  ]),
})

export const worktrees: readonly ToolSpec[] = [gtr, wt]
