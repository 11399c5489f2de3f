/** Tools for stacks of branches: Graphite, git-spice, git-branchless, Git Town. */
import { known, textOf } from "../../shell/value.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { branchRef } from "../refs.ts"
import type { Nested, ToolSpec } from "../spec.ts"
import { given } from "./reach.ts"
import { absent, asGit, row, tool, type Call } from "./rows.ts"

/** Sync moves the trunk to where the remote is, deletes what was merged, and rebases the rest. */
const syncs = ({ reach }: Call): readonly Effect[] => [
  ...reach.ref("update", reach.trunk, false),
  ...reach.ref("delete", reach.everyBranch),
  ...reach.integrates("rebase"),
]
const restacks = ({ reach }: Call): readonly Effect[] => reach.integrates("rebase")
const wanders = ({ reach }: Call): readonly Effect[] => reach.wanders()
const starts = ({ operands, reach }: Call): readonly Effect[] => reach.starts(operands[0]?.value)
const rewritesOwn = ({ reach }: Call): readonly Effect[] => [...reach.ref("update", reach.current), ...reach.files()]
const submits = ({ reach }: Pick<Call, "reach">): readonly Effect[] => reach.remote("force", reach.current)
const restoresAll = ({ reach }: Pick<Call, "reach">): readonly Effect[] => reach.ref("update", reach.everyBranch)

/** Without an operand it is a picker's, or the current branch's. */
const checksOut = ({ operands, reach }: Call): readonly Effect[] =>
  operands[0] ? reach.switches(operands[0].value) : reach.wanders()
const deletes = ({ operands, reach }: Call): readonly Effect[] =>
  operands.length > 0 ? operands.flatMap((word) => reach.deletesBranch(word.value)) : reach.ref("delete", reach.current)
const renamesOwn = ({ operands, reach }: Call): readonly Effect[] => {
  const to = operands.at(-1)
  const from = operands.length > 1 ? branchRef(operands[0]!.value) : reach.current
  return to ? reach.rename(from, branchRef(to.value)) : []
}
const folds = ({ reach }: Call): readonly Effect[] => [
  ...reach.integrates("merge"),
  ...reach.ref("delete", reach.current),
]

const MESSAGE = [
  "-m --message <text>",
  "-a --all",
  "-u --update",
  "-i --insert",
  "-p --patch",
  "-f --force",
  "-q --quiet",
  "--no-interactive",
]

/** git's commands that Graphite hands on. */
const HANDED_ON =
  "add am apply archive bisect blame bundle cherry-pick clean clone commit diff difftool fetch format-patch fsck grep mv notes push pull range-diff rebase reflog remote request-pull reset restore revert rm show send-email shortlog sparse-checkout stash status submodule switch tag".split(
    " ",
  )

const gt: ToolSpec = tool({
  names: ["gt", "graphite"],
  globals: ["--cwd <dir>", "-q --quiet", "--no-interactive", "--interactive", "--debug"],
  directory: "cwd",
  rows: [
    row("sync|repo sync|rs", ["-f --force", "-a --all", "-d --delete", "--no-restack", ...MESSAGE], syncs),
    row(
      "restack|r|stack restack|upstack restack|downstack restack|branch restack|sr|br",
      ["--branch <name>", "--only", "--downstack", "--upstack"],
      restacks,
    ),
    row("move|mv|upstack onto|uo", ["-o --onto <branch>", "--source <branch>"], restacks),
    row(
      "submit|s|ss|stack submit|downstack submit|upstack submit|branch submit|bs|dss|us",
      ["--stack", "-u --update-only", "--branch <name>", ...MESSAGE],
      submits,
    ),
    row("checkout|co|branch checkout|bco", ["-t --trunk", "-u --show-untracked", "-a --all"], checksOut),
    row(
      "up|u|down|d|top|t|bottom|b|branch up|branch down|branch top|branch bottom|bu|bd|bt|bb",
      ["-n --steps <n>"],
      wanders,
    ),
    row("create|c|branch create|bc", MESSAGE, starts),
    row("delete|dl|branch delete|bdl", ["-f --force", "--close"], deletes),
    row("rename|rn|branch rename|brn", ["-f --force"], renamesOwn),
    row("fold|branch fold|bf", ["-k --keep", "--close"], folds),
    row(
      "modify|m|commit amend|commit create|ca|cc|squash|sq|split|sp|absorb|ab|pop",
      [...MESSAGE, "-c --commit", "-e --edit", "--into <branch>", "--by-commit", "--by-hunk"],
      rewritesOwn,
    ),
    row("merge", ["-c --confirm"], ({ reach }) => reach.lands()),
    row("get|downstack get|dg", ["-f --force", "-d --downstack"], ({ operands, reach }) =>
      operands[0]
        ? [...reach.ref("update", branchRef(operands[0].value)), ...reach.switches(operands[0].value)]
        : restoresAll({ reach }),
    ),
    row("undo", ["-f --force"], restoresAll),
  ],
  runs: (command): readonly Nested[] => {
    const name = textOf(command.argv[1]?.value)
    return name !== undefined && HANDED_ON.includes(name) ? [asGit(command.argv.slice(1), command.argv[0]!)] : []
  },
  examples: absent("gt", [
    allow("gt log short && gt info && gt ls", "look"),
    allow("gt create topic -am 'merge main'", "a new branch"),
    allow("gt modify -a && gt squash", "the own branch"),
    allow("gt submit --no-interactive", "pushes the own branch"),
    allow("gt checkout feat/child-work", "the own branch"),
    allow("gt sync --help", "help"),
    allow("gt add -A && gt status", "as git does"),
    deny("rebase", "gt sync", "moves main, deletes what was merged, and rebases the rest"),
    deny("rebase", "gt restack", "rebases"),
    deny("rebase", "gt move --onto main", "rebases"),
    deny("switch-branch", "gt checkout main", "a foreign branch"),
    deny("unreadable-operand", "gt down", "the branch is not in the text"),
    deny("foreign-branch", "gt delete -f feat/other", "deletes a foreign branch"),
    deny("foreign-remote-branch", "gt merge", "lands requests"),
    deny("rebase", "gt rebase main", "as git does"),
  ]),
})

const gs: ToolSpec = tool({
  names: ["gs", "git-spice"],
  globals: ["-C <dir>", "-v --verbose", "--no-prompt", "--prompt"],
  directory: "C",
  rows: [
    row("repo sync|rs|r sync", ["--restack"], syncs),
    row(
      "repo restack|rr|r restack|stack restack|sr|s restack|upstack restack|usr|us restack|downstack restack|dsr|branch restack|br|b restack|stack edit|se|downstack edit|dse",
      ["--branch <name>", "--skip-start"],
      restacks,
    ),
    row("branch onto|bon|b onto|upstack onto|uso|us onto", ["--branch <name>"], restacks),
    row(
      "branch submit|bs|b submit|stack submit|ss|s submit|upstack submit|uss|us submit|downstack submit|dss|ds submit",
      ["--title <text>", "--body <text>", "--fill", "--draft", "--force", "-u --update-only", "--branch <name>"],
      submits,
    ),
    row("branch checkout|bco|b checkout", ["-u --untracked", "--detach"], checksOut),
    row("trunk", [], ({ reach }) =>
      reach.head({
        kind: "branch",
        branch: known((textOf(reach.trunk) ?? "").replace("refs/heads/", "")),
        state: "existing",
      }),
    ),
    row("up|u|down|d|top|U|bottom|D", ["-n"], wanders),
    row(
      "branch create|bc|b create",
      ["-t --target <branch>", "--insert", "--below", "--no-commit", ...MESSAGE],
      starts,
    ),
    row("branch delete|bd|b delete|branch rm|stack delete|upstack delete", ["--force"], deletes),
    row("branch rename|brn|b rename|branch mv", [], renamesOwn),
    row("branch fold|bfo|b fold", ["--branch <name>"], folds),
    row(
      "commit create|cc|commit amend|ca|commit split|csp|commit fixup|cf|branch squash|bsq|branch split|bsp|branch edit|be",
      [...MESSAGE, "--at <pair>"],
      rewritesOwn,
    ),
  ],
  examples: absent("gs", [
    allow("gs log short && gs ls", "look"),
    allow("gs -q -dNOPAUSE -sDEVICE=png16m -sOutputFile=a.png a.pdf", "another program of this name"),
    allow("gs branch create topic", "a new branch"),
    allow("gs branch submit --fill && gs ca -m x", "the own branch"),
    deny("rebase", "gs repo sync", "moves main, deletes what was merged, and rebases the rest"),
    deny("rebase", "gs sr", "rebases"),
    deny("switch-branch", "gs bco main", "a foreign branch"),
    deny("switch-branch", "gs trunk", "a foreign branch"),
    deny("foreign-branch", "gs branch delete --force feat/other", "deletes a foreign branch"),
    deny("unreadable-operand", "gs up", "the branch is not in the text"),
  ]),
})

const MOVE = [
  "-s --source <set>",
  "-b --base <set>",
  "-x --exact <set>",
  "-d --dest <set>",
  "-I --insert",
  "-f --force-rewrite",
  "--in-memory",
  "--on-disk",
  "-m --merge",
]
const BRANCHLESS: readonly (readonly [string, readonly string[], (call: Call) => readonly Effect[]])[] = [
  ["move", MOVE, (call) => [...restacks(call), ...restoresAll(call)]],
  ["restack", MOVE, (call) => [...restacks(call), ...restoresAll(call)]],
  ["sync", ["-p --pull", ...MOVE], (call) => [...restacks(call), ...restoresAll(call)]],
]

const branchless: ToolSpec = tool({
  names: ["git-branchless"],
  globals: ["-C <dir>", "--color <when>"],
  directory: "C",
  rows: [
    ...BRANCHLESS.map(([name, options, effects]) => row(name, options, effects)),
    row("undo", ["-i --interactive", "-y --yes"], restoresAll),
    row("hide", ["-r --recursive", "-D --delete-branches", "--no-delete-branches"], ({ reading, reach }) =>
      reading.has("no-delete-branches") ? [] : reach.ref("delete", reach.everyBranch),
    ),
    row(
      "switch|checkout",
      ["-i --interactive", "-c --create <branch>", "-f --force", "-m --merge", "-d --detach"],
      ({ reading, operands, reach }) => {
        const created = reading.value("create")
        return created ? reach.starts(created.value) : operands[0] ? reach.switches(operands[0].value) : reach.wanders()
      },
    ),
    row("next|prev", ["-a --all", "-b --branch", "-o --oldest", "-n --newest"], ({ reach }) =>
      reach.head({ kind: "detached", at: given(undefined, "a neighbouring commit") }),
    ),
    row("amend|reword|record|split", [...MESSAGE, "-I --insert", "-d --detach"], rewritesOwn),
    row("submit", ["-c --create", "-F --forge <kind>", "-m --message <text>"], ({ operands, reach }) =>
      operands.length > 0 ? reach.remote("force", reach.everyBranch) : submits({ reach }),
    ),
    row("init", ["--uninstall", "--main-branch <name>"], ({ reach }) => [
      { kind: "config", site: reach.site, scope: "shared", action: "add", key: known("include.path") },
      ...(reach.repository
        ? [{ kind: "hooks", site: reach.site, path: known(`${reach.repository.commonDir}/hooks/post-commit`) } as const]
        : []),
    ]),
  ],
  examples: absent("git-branchless", [
    allow("git branchless smartlog && git branchless query 'stack()'", "look"),
    allow("git branchless amend", "the own branch"),
    deny("rebase", "git branchless move -s feat/child-work -d main", "rebases"),
    deny("rebase", "git branchless sync --pull", "rebases every stack"),
    deny("foreign-branch", "git branchless undo -y", "puts every branch back"),
    deny("shared-config", "git branchless init", "hooks and aliases for every worktree"),
    deny("rebase", "git restack", "what its alias stands for"),
    deny("rebase", "git move -d main", "what its alias stands for"),
  ]),
})

/** The names that branchless gives its commands, where they are programs and no aliases. */
const branchlessNames: readonly ToolSpec[] = BRANCHLESS.filter(([name]) => name !== "sync").map(
  ([name, options, effects]) => tool({ names: [`git-${name}`], rows: [row("", options, effects)], examples: [] }),
)

const TOWN: readonly (readonly [string, readonly string[], (call: Call) => readonly Effect[]])[] = [
  [
    "sync",
    ["-a --all", "-s --stack", "-p --prune", "-d --detached", "--no-push", "-v --verbose"],
    ({ reading, reach }) => [
      ...reach.integrates("merge"),
      ...(reading.has("all", "stack", "prune") ? reach.ref("update", reach.everyBranch) : []),
    ],
  ],
  [
    "ship",
    ["-m --message <text>", "-p --to-parent", "-s --strategy <name>", "-v --verbose"],
    ({ reach }) => [
      ...reach.lands(),
      ...reach.ref("update", reach.trunk),
      ...reach.integrates("merge", textOf(reach.trunk) === undefined ? {} : { ref: reach.trunk }),
    ],
  ],
  [
    "hack",
    ["-c --commit", ...MESSAGE],
    ({ operands, reach }) => (operands.length > 1 ? [] : reach.starts(operands[0]?.value)),
  ],
  ["append", ["-c --commit", ...MESSAGE], starts],
  ["prepend", ["-c --commit", ...MESSAGE], starts],
  [
    "delete",
    ["-v --verbose"],
    (call) => [...deletes(call), ...(call.operands[0] ? call.reach.deletesRemoteBranch(call.operands[0].value) : [])],
  ],
  [
    "rename",
    ["-f --force", "-v --verbose"],
    (call) => [
      ...renamesOwn(call),
      ...(call.operands.length > 1 ? call.reach.deletesRemoteBranch(call.operands[0]!.value) : []),
    ],
  ],
  ["swap", [], restacks],
  ["detach", [], restacks],
  ["merge", [], folds],
  ["compress", ["-s --stack", "-m --message <text>"], rewritesOwn],
  ["prune-branches", [], ({ reach }) => reach.ref("delete", reach.everyBranch)],
]
const TOWN_ALIASES: Readonly<Record<string, string>> = { delete: "delete|kill", rename: "rename|rename-branch" }

const town: ToolSpec = tool({
  names: ["git-town"],
  rows: [
    ...TOWN.map(([name, options, effects]) => row(TOWN_ALIASES[name] ?? name, options, effects)),
    row("observe|contribute", [], ({ operands, reach }) => (operands[0] ? reach.switches(operands[0].value) : [])),
    row("switch|up|down", ["-a --all", "-d --display-types"], wanders),
    row("undo", [], restoresAll),
  ],
  examples: absent("git-town", [
    allow("git town branch && git town config && git town diff-parent", "look"),
    allow("git town hack topic", "a new branch"),
    allow("git town propose --title 'merge main'", "opens a request"),
    allow("git town sync --dry-run", "a dry run"),
    allow("git town continue", "goes on with what is in progress"),
    deny("merge", "git town sync", "integrates the parent"),
    deny("merge", "git town ship", "lands the branch"),
    deny("foreign-branch", "git town delete feat/other", "deletes a foreign branch"),
    deny("foreign-branch", "git-town rename feat/other taken", "renames a foreign branch"),
    deny("unreadable-operand", "git town switch", "the branch is not in the text"),
    deny("foreign-branch", "git town undo", "puts every branch back"),
  ]),
})

/** Git Town's commands under the short names it offers; what other tools call the same is left out. */
const townNames: readonly ToolSpec[] = TOWN.filter(([name]) =>
  ["ship", "hack", "append", "prepend", "prune-branches"].includes(name),
).map(([name, options, effects]) => tool({ names: [`git-${name}`], rows: [row("", options, effects)], examples: [] }))

export const stacks: readonly ToolSpec[] = [gt, gs, branchless, ...branchlessNames, town, ...townNames]
