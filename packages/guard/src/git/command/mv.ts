import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable(["-v --verbose", "-n --dry-run", "-f --force", "-k", "--sparse"])

/** Renames files in the worktree and the index. */
export const mv: SubcommandSpec = {
  name: "mv",
  options,
  effects: ({ options, site }) =>
    options.has("dry-run") ? [] : writes(site, ["index", "files"], { destructive: options.has("force") }),
  examples: [
    allow("git mv docs/old.md docs/older.md", "files of the own worktree"),
    allow("git mv README.md ../main/", "git refuses paths outside the worktree"),
    allow("git -C ../main mv -n README.md docs", "a dry run, wherever it runs"),
    deny("foreign-worktree", "git -C ../main mv docs/old.md docs/older.md", "files of the main checkout"),
    deny("foreign-worktree", "cd ../sib && git mv -f docs/old.md docs/guide.md", "files of the sibling"),
  ],
}
