import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable([
  "-n --dry-run",
  "-q --quiet",
  "--cached",
  "-f --force",
  "-r",
  "--ignore-unmatch",
  "--sparse",
  "--pathspec-from-file <file>",
  "--pathspec-file-nul",
])

/** Removes files from the index and, unless told not to, from the worktree. */
export const rm: SubcommandSpec = {
  name: "rm",
  options,
  effects: ({ options, site }) => {
    if (options.has("dry-run")) return []
    return options.has("cached")
      ? writes(site, ["index"])
      : writes(site, ["index", "files"], { destructive: options.has("force") })
  },
  examples: [
    allow("git rm docs/old.md", "a file of the own worktree"),
    allow("git rm -rfq --cached .", "the own index"),
    allow('git rm -rf -- "$FILE"', "whatever it is, git keeps it inside the own worktree", {
      notRun: "FILE is not set",
    }),
    allow("git -C ../main rm -n README.md", "a dry run, wherever it runs"),
    allow("git rm ../main/README.md", "git refuses paths outside the worktree"),
    deny("foreign-worktree", "git -C ../main rm docs/old.md", "a file of the main checkout"),
    deny("foreign-worktree", "cd ../sib && git rm --cached README.md", "the sibling's index"),
    deny("unreadable-operand", 'git -C "$DIR" rm -rf .', "could be anybody's worktree"),
  ],
}
