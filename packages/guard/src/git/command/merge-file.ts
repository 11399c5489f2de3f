import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"

const options = optionTable([
  "-p --stdout",
  "--object-id",
  "--diff3",
  "--zdiff3",
  "--ours",
  "--theirs",
  "--union",
  "--diff-algorithm <algorithm>",
  "--marker-size <n>",
  "-q --quiet",
  "-L <name>",
])

/** Merges two files into the first. */
export const mergeFile: SubcommandSpec = {
  name: "merge-file",
  options,
  effects: ({ options, operands, path }, state) =>
    operands.length < 3 || options.has("stdout", "object-id") ? [] : writeTo(path(operands[0]!), state),
  examples: [
    allow("git merge-file README.md docs/old.md ../main/README.md", "the own file, others are read"),
    allow("git merge-file -p ../main/README.md docs/old.md README.md > merged.md", "to standard output"),
    allow("cd .. && git merge-file -L mine own/README.md own/docs/old.md main/README.md", "in no repository"),
    deny(
      "foreign-worktree",
      "git merge-file --theirs ../main/README.md README.md docs/old.md",
      "a file of the main checkout",
    ),
    deny(
      "foreign-worktree",
      "cd .. && git merge-file sib/README.md own/docs/old.md own/README.md",
      "in no repository, a file of the sibling",
    ),
  ],
}
