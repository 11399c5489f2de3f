import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable([
  "-q --quiet",
  "-v --verbose",
  "-F --file <file>",
  "--author <author>",
  "--date <date>",
  "-m --message <message>",
  "-c --reedit-message <commit>",
  "-C --reuse-message <commit>",
  "--fixup <commit>",
  "--squash <commit>",
  "--reset-author",
  "--trailer <trailer>",
  "-s --signoff",
  "-t --template <file>",
  "-e --edit",
  "--cleanup <mode>",
  "--status",
  "-S --gpg-sign[=<key-id>]",
  "-a --all",
  "-i --include",
  "--interactive",
  "-p --patch",
  "-U --unified <n>",
  "--inter-hunk-context <n>",
  "-o --only",
  "-n --no-verify",
  "--dry-run",
  "--short",
  "--branch",
  "--ahead-behind",
  "--porcelain",
  "--long",
  "-z --null",
  "--amend",
  "--no-post-rewrite",
  "-u --untracked-files[=<mode>]",
  "--pathspec-from-file <file>",
  "--pathspec-file-nul",
])

/** A format for the status is a dry run. */
function effects({ options, site }: Invocation): readonly Effect[] {
  if (options.has("dry-run", "short", "porcelain", "long")) return []
  return writes(site, ["index", "head"], { destructive: options.has("amend") })
}

const EDIT = { given: "echo x >> README.md" }

/** A new commit on the current branch. */
export const commit: SubcommandSpec = {
  name: "commit",
  options,
  effects,
  examples: [
    allow("git add -A && git commit -m 'feat: x'", "the own branch", EDIT),
    allow("git commit -am wip", "a cluster with a value", EDIT),
    allow("git commit --amend --no-edit", "the own branch's last commit"),
    allow("git commit --fixup HEAD~1 --allow-empty", "the own branch"),
    allow("git commit --allow-empty -m 'git checkout main; git merge main'", "a message is data"),
    allow("git commit --allow-empty -F - <<'EOF'\nmerge main, rebase main, push --force\nEOF", "a message is data"),
    allow('git commit --allow-empty -m "$MESSAGE"', "a message is data", { env: { MESSAGE: "x" } }),
    allow("git commit -am 'in a folder below'", "the own branch", { in: "subdir", ...EDIT }),
    allow("git -C ../main commit --dry-run", "a report, wherever it runs"),
    allow("git -C ../sib commit --short --branch", "a report, wherever it runs"),
    allow('git -C "$DIR" commit -m x', "nothing is destroyed, whatever the directory", { notRun: "DIR is not set" }),
    deny("foreign-worktree", "git commit --allow-empty -m oops", "typed in the main checkout", { in: "main" }),
    deny("foreign-worktree", "cd ../sib && git commit -am wip", "commits the sibling's work"),
    deny("foreign-worktree", "git -C ../main commit --allow-empty -m x", "commits on main"),
    deny("foreign-worktree", "git -C ../main commit --amend --no-edit --allow-empty", "rewrites main"),
    deny("unreadable-operand", 'git -C "$DIR" commit --amend --no-edit', "could rewrite anybody's branch"),
  ],
}
