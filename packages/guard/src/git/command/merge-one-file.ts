import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable([], { stopAtOperand: true })

/** Resolves one path of a three-way merge. */
export const mergeOneFile: SubcommandSpec = {
  name: "merge-one-file",
  options,
  effects: ({ operands, site }) => (operands.length === 7 ? writes(site, ["files", "index"]) : []),
  examples: [
    allow("git merge-one-file '' '' $(git rev-parse main:README.md) new.md '' '' 100644", "the own files and index"),
    deny(
      "foreign-worktree",
      "git -C ../main merge-one-file '' '' $(git rev-parse main:README.md) new.md '' '' 100644",
      "a file of the main checkout",
    ),
  ],
}
