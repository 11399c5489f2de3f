import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { PICK_OPTIONS, picks } from "./cherry-pick.ts"

const options = optionTable([...PICK_OPTIONS, "--reference"], { numbers: true })

/** Undoes commits by new ones on the current branch. */
export const revert: SubcommandSpec = {
  name: "revert",
  options,
  effects: picks,
  examples: [
    allow("git revert --no-edit HEAD", "a new commit on the own branch"),
    allow("git revert -n HEAD~1..HEAD", "into index and files only"),
    allow("git revert --no-edit -m 1 HEAD", "git refuses: no merge"),
    allow("git revert -n HEAD && git revert --abort", "ends the own operation"),
    allow("git revert -n HEAD && git revert --quit", "ends the own operation"),
    deny(
      "foreign-worktree",
      "git revert --no-edit --output=../main/README.md HEAD",
      "overwrites a file of the main checkout",
    ),
    deny("foreign-worktree", "git -C ../main revert --no-edit HEAD", "commits on main under the main checkout"),
    deny("foreign-worktree", "(cd ../sib; git revert --no-edit HEAD)", "commits on the sibling's branch"),
  ],
}
