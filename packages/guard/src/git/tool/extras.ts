/** git-extras: small commands, each a program `git-<name>`. */
import { known, textOf, type Value } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { branchRef, tagRef } from "../refs.ts"
import type { Example, ToolSpec } from "../spec.ts"
import { writes } from "../writer/place.ts"
import { given } from "./reach.ts"
import { absent, row, tool, type Call } from "./rows.ts"

function extra(
  name: string,
  options: readonly string[],
  effects: (call: Call) => readonly Effect[],
  examples: readonly Example[] = [],
): ToolSpec {
  return tool({ names: [`git-${name}`], rows: [row("", options, effects)], examples: absent(`git-${name}`, examples) })
}

/** `git feature name` starts a branch, `git feature finish name` merges it into the current one. */
const topics = ["feature", "bug", "refactor", "chore"].map((kind) =>
  extra(
    kind,
    ["-a --alias <name>", "-r --remote[=<name>]", "-s --separator <text>", "--squash"],
    ({ operands, reach }) => {
      if (textOf(operands[0]?.value) !== "finish") return reach.starts(operands[0]?.value)
      const branch = prefix(kind, given(operands[1], "a topic"))
      return [...reach.integrates("merge", { from: branch }), ...reach.deletesBranch(branch)]
    },
    kind === "feature"
      ? [allow("git feature login", "a new branch"), deny("merge", "git feature finish login", "merges")]
      : [],
  ),
)

const prefix = (kind: string, name: Value): Value => (name.kind === "known" ? known(`${kind}/${name.text}`) : name)

export const extras: readonly ToolSpec[] = [
  extra(
    "delete-branch",
    [],
    ({ operands, reach }) =>
      operands.flatMap((word) => [...reach.deletesBranch(word.value), ...reach.deletesRemoteBranch(word.value)]),
    [deny("foreign-branch", "git delete-branch feat/other", "deletes a foreign branch here and there")],
  ),
  extra("delete-merged-branches", [], ({ reach }) => reach.ref("delete", reach.everyBranch), [
    deny("foreign-branch", "git delete-merged-branches", "deletes every merged branch"),
  ]),
  extra("delete-squashed-branches", [], ({ reach }) => reach.ref("delete", reach.everyBranch)),
  extra(
    "rename-branch",
    [],
    ({ operands, reach }) => {
      const from = operands.length > 1 ? branchRef(operands[0]!.value) : reach.current
      return [...reach.rename(from, branchRef(given(operands.at(-1), "a new name"))), ...reach.remote("delete", from)]
    },
    [
      allow("git rename-branch feat/renamed", "the own branch"),
      deny("foreign-branch", "git rename-branch feat/other taken", "renames a foreign branch"),
    ],
  ),
  extra(
    "delete-tag",
    [],
    ({ operands, reach }) =>
      operands.flatMap((word) => [...reach.ref("delete", tagRef(word.value)), ...reach.deletesTag(word.value)]),
    [deny("foreign-tag", "git delete-tag v1", "deletes a tag here and there")],
  ),
  extra("rename-tag", [], ({ operands, reach }) => {
    const from = given(operands[0], "a tag")
    return [...reach.rename(tagRef(from), tagRef(given(operands[1], "a tag"))), ...reach.deletesTag(from)]
  }),
  extra("delete-submodule", [], ({ operands, reach }) => [
    ...operands.map((word): Effect => ({
      kind: "config",
      site: reach.site,
      scope: "shared",
      action: "removeSection",
      key: prefixKey(word.value),
    })),
    ...reach.files(true),
  ]),
  extra(
    "force-clone",
    ["-b --branch <name>"],
    ({ operands, command, state }) => writes(command, state, operands.slice(1), { recursive: true, destructive: true }),
    [deny("foreign-worktree", "git force-clone ../origin.git ../main", "replaces the main checkout")],
  ),
  extra(
    "sync",
    ["-s --soft", "-f --force", "-a --all", "-p --prune", "--stack", "--pull"],
    ({ reading, reach }) =>
      reading.has("all", "prune", "stack", "pull")
        ? [...reach.integrates("rebase"), ...reach.ref("update", reach.everyBranch)]
        : reach.files(true),
    [allow("git sync", "the own branch takes what its remote has"), deny("rebase", "git sync --all", "every branch")],
  ),
  extra(
    "create-branch",
    ["-r --remote <name>", "--from <rev>"],
    ({ operands, reach }) => reach.starts(operands[0]?.value),
    [allow("git create-branch topic", "a new branch")],
  ),
  extra("fresh-branch", [], ({ operands, reach }) => reach.starts(operands[0]?.value)),
  extra(
    "pr",
    ["--merge"],
    ({ operands, reach }) =>
      textOf(operands[0]?.value) === "clean"
        ? reach.ref("delete", reach.everyBranch)
        : reach.starts(prefix("pr", given(operands[0], "a request"))),
    [allow("git pr 12", "a branch of its own, pr/12")],
  ),
  extra(
    "squash",
    ["--squash-msg"],
    ({ operands, reach }) => reach.integrates("merge", operands[0] ? { from: operands[0].value } : {}),
    [deny("merge", "git squash main", "integrates")],
  ),
  extra(
    "merge-into",
    ["--ff-only"],
    ({ operands, reach }) => {
      const into = branchRef(given(operands.at(-1), "a branch"))
      return [...reach.ref("update", into), ...reach.integrates("merge", { ref: into })]
    },
    [deny("merge", "git merge-into main", "lands on main")],
  ),
  extra(
    "graft",
    [],
    ({ operands, reach }) => {
      const into = operands[1] ? branchRef(operands[1].value) : reach.current
      return [
        ...reach.ref("update", into),
        ...reach.integrates("merge", { ref: into }),
        ...(operands[0] ? reach.deletesBranch(operands[0].value) : []),
      ]
    },
    [deny("merge", "git graft feat/child-work main", "lands on main")],
  ),
  extra(
    "absorb",
    [
      "-r --and-rebase",
      "-n --dry-run!",
      "-b --base <rev>",
      "-F --one-fixup-per-commit",
      "-s --squash",
      "-w --whole-file",
    ],
    ({ reading, reach }) => (reading.has("and-rebase") ? reach.integrates("rebase") : reach.files(false)),
    [
      allow("git absorb", "makes fixup commits"),
      deny("rebase", "git absorb --and-rebase", "rebases at once"),
      deny("rebase", "git absorb -r --base main", "rebases at once"),
    ],
  ),
  extra("psykorebase", ["--no-ff"], ({ reach }) => reach.integrates("rebase")),
  extra("obliterate", [], ({ reach }) => reach.ref("update", reach.everyBranch), [
    deny("foreign-branch", "git obliterate secret.txt", "rewrites every branch"),
  ]),
  extra("clear", ["-f --force"], ({ reach }) => reach.files(true), [
    deny("foreign-worktree", "cd ../main && git clear -f", "resets the main checkout"),
  ]),
  extra("clear-soft", ["-f --force"], ({ reach }) => reach.files(true)),
  extra(
    "release",
    ["-c", "-r <remote>", "-m <text>", "--semver <part>", "--prefix <text>", "--no-empty-commit"],
    ({ operands, reach }) => [
      ...reach.ref("create", tagRef(given(operands[0], "a release")), false),
      ...reach.remote("update", reach.current),
    ],
    [allow("git release v9", "a new tag, and the own branch pushed")],
  ),
  extra(
    "alias",
    [],
    ({ operands, reach }) =>
      operands.length < 2
        ? []
        : [
            {
              kind: "config",
              site: reach.site,
              scope: "global",
              action: "set",
              key: known(`alias.${textOf(operands[0]!.value) ?? "x"}`),
            },
          ],
    [deny("shared-config", "git alias land 'push origin HEAD:main'", "an alias for every repository")],
  ),
  ...topics,
]

const prefixKey = (name: Value): Value => (name.kind === "known" ? known(`submodule.${name.text}`) : name)
