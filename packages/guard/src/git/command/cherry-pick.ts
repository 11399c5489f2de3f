import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { commits, isInProgress, operationWrites, writes } from "../worktree.ts"
import type { State } from "../../state/state.ts"
import { outputWrites } from "./diff.ts"

/** The options that `cherry-pick` and `revert` have in common. */
export const PICK_OPTIONS: readonly string[] = [
  "--quit!",
  "--continue!",
  "--abort!",
  "--skip!",
  "--cleanup <mode>",
  "-n --no-commit",
  "-e --edit",
  "-r!",
  "-s --signoff",
  "-m --mainline <parent-number>",
  "--rerere-autoupdate",
  "--strategy <strategy>",
  "-X --strategy-option <option>",
  "-S --gpg-sign[=<key-id>]",
  "--output <file>",
]

const options = optionTable(
  [
    ...PICK_OPTIONS,
    "-x!",
    "--ff",
    "--allow-empty",
    "--allow-empty-message",
    "--empty <mode>",
    "--keep-redundant-commits",
  ],
  { numbers: true },
)

/** Commits made anew on the current branch: shared by `cherry-pick` and `revert`. */
export function picks(invocation: Invocation, state: State): readonly Effect[] {
  if (isInProgress(invocation.options)) return operationWrites(invocation)
  const { options, site } = invocation
  const made = options.has("no-commit") ? writes(site, ["files", "index"]) : commits(site)
  // The revisions are read as log reads them, and so are log's options.
  return [...made, ...outputWrites(invocation, state, options)]
}

const CONFLICT = {
  given:
    "git checkout -q -b theirs v1 && echo theirs > README.md && git commit -qam theirs && git checkout -q feat/child-work && echo mine > README.md && git commit -qam mine; git cherry-pick theirs || true",
}

/** Copies commits onto the current branch. */
export const cherryPick: SubcommandSpec = {
  name: "cherry-pick",
  options,
  effects: picks,
  examples: [
    allow("git cherry-pick release", "a copy on the own branch; nobody's ref moves"),
    allow("git cherry-pick -x origin/main", "from a remote branch"),
    allow("git cherry-pick -n main~0 feat/other", "into index and files only"),
    allow("git cherry-pick main..origin/main", "a range"),
    allow("git cherry-pick -1 origin/main", "a count"),
    allow('git cherry-pick "$SHA"', "whatever it is, it lands on the own branch"),
    allow("git cherry-pick --abort", "ends the own operation", CONFLICT),
    allow("git cherry-pick --skip", "goes on with the own operation", CONFLICT),
    allow("git add -A && git cherry-pick --continue --no-edit", "goes on with the own operation", CONFLICT),
    allow("git cherry-pick --qui", "an abbreviation", CONFLICT),
    deny(
      "foreign-worktree",
      "git cherry-pick --output=../main/README.md HEAD",
      "overwrites a file of the main checkout",
    ),
    deny("foreign-worktree", "git -C ../main cherry-pick feat/child-work", "commits on main under the main checkout"),
    deny("foreign-worktree", "cd ../sib && git cherry-pick -n main", "the sibling's files and index"),
  ],
}
