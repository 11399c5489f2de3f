import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable([])

/** The strategies behind `git merge`: files and index only, no ref moves. `merge-ours` looks at the index alone. */
export const mergeRecursive: SubcommandSpec = {
  name: "merge-recursive",
  aliases: ["merge-octopus", "merge-resolve", "merge-subtree", "merge-recursive-ours", "merge-recursive-theirs"],
  options,
  effects: ({ operands, site }) => (operands.length > 1 ? writes(site, ["files", "index"]) : []),
  examples: [
    allow("git merge-recursive $(git merge-base HEAD origin/main) -- HEAD origin/main", "the own files and index"),
    allow("git merge-resolve v1 -- HEAD main", "the own files and index"),
    deny("foreign-worktree", "git -C ../main merge-recursive v1 -- HEAD feat/child-work", "files of the main checkout"),
    deny("foreign-worktree", "cd ../sib && git stash -q && git merge-resolve v1 -- HEAD main", "files of the sibling"),
  ],
}
