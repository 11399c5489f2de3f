import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"
import { allow, deny } from "../example.ts"

/** What bringing files back may be told, by `restore` and by `checkout`. */
export const RESTORING: readonly string[] = [
  "--overlay",
  "-q --quiet",
  "--recurse-submodules[=<checkout>]",
  "--progress",
  "-m --merge",
  "--conflict <style>",
  "-2 --ours",
  "-3 --theirs",
  "-p --patch",
  "-U --unified <n>",
  "--inter-hunk-context <n>",
  "--ignore-skip-worktree-bits",
  "--pathspec-from-file <file>",
  "--pathspec-file-nul",
]

const options = optionTable([
  ...RESTORING,
  "-s --source <tree-ish>",
  "-S --staged",
  "-W --worktree",
  "--ignore-unmerged",
])

const EDIT = { given: "echo x >> README.md" }

/** Brings files back; HEAD stays. */
export const restore: SubcommandSpec = {
  name: "restore",
  options,
  effects: ({ site, options }) =>
    options.has("staged") && !options.has("worktree")
      ? writes(site, ["index"])
      : writes(site, ["index", "files"], { destructive: true }),
  examples: [
    allow("git restore README.md", "a file of the own worktree", EDIT),
    allow("git restore --staged .", "the own index", { given: "echo x >> README.md && git add -A" }),
    allow("git restore -SW --source=main src", "files from another branch; its ref stays"),
    allow("git restore -s origin/main -- docs/guide.md", "files from a remote branch"),
    allow('git restore --source "$REV" -- "$FILE"', "whatever they are, it reaches the own files only"),
    allow("git restore .", "from a folder below", { in: "subdir" }),
    deny("foreign-worktree", "git -C ../sib restore .", "throws away what the sibling has not committed"),
    deny("foreign-worktree", "cd ../main && git restore --staged README.md", "the main checkout's index", {
      given: "echo x >> ../main/README.md && git -C ../main add -A",
    }),
    deny("foreign-worktree", "git --work-tree=../sib restore -s main README.md", "files of the sibling"),
    deny("unreadable-operand", 'git -C "$DIR" restore .', "could be anybody's worktree"),
  ],
}
