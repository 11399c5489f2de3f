/**
 * The table of programs other than git that move refs, and of what guards the session, by every name of theirs (see
 * `shell/table.ts`).
 */
import { tableOfFiles, type Table } from "../../shell/table.ts"
import type { ToolSpec } from "../spec.ts"

export const tools: Table<ToolSpec> = tableOfFiles<ToolSpec>([
  ["ringfence", () => [(require("./ringfence.ts") as typeof import("./ringfence.ts")).ringfence]],
  ["claude opencode codex pi", () => [(require("./ringfence.ts") as typeof import("./ringfence.ts")).agents]],
  ["gh", () => [(require("./gh.ts") as typeof import("./gh.ts")).gh]],
  ["glab", () => [(require("./glab.ts") as typeof import("./glab.ts")).glab]],
  ["hub", () => [(require("./hub.ts") as typeof import("./hub.ts")).hub]],
  ["jj", () => [(require("./jj.ts") as typeof import("./jj.ts")).jj]],
  ["git-filter-repo git-lfs git-subtree", () => (require("./history.ts") as typeof import("./history.ts")).histories],
  ["git-flow git-machete", () => (require("./flow.ts") as typeof import("./flow.ts")).flows],
  [
    "gt graphite gs git-spice git-branchless git-move git-restack git-town git-ship git-hack git-append " +
      "git-prepend git-prune-branches",
    () => (require("./stack.ts") as typeof import("./stack.ts")).stacks,
  ],
  ["scalar", () => [(require("./scalar.ts") as typeof import("./scalar.ts")).scalar]],
  ["gtr git-gtr wt git-wt worktrunk", () => (require("./worktree.ts") as typeof import("./worktree.ts")).worktrees],
  [
    "git-delete-branch git-delete-merged-branches git-delete-squashed-branches git-rename-branch " +
      "git-delete-tag git-rename-tag git-delete-submodule git-force-clone git-sync git-create-branch " +
      "git-fresh-branch git-pr git-squash git-merge-into git-graft git-absorb git-psykorebase " +
      "git-obliterate git-clear git-clear-soft git-release git-alias git-feature git-bug git-refactor " +
      "git-chore",
    () => (require("./extras.ts") as typeof import("./extras.ts")).extras,
  ],
])
