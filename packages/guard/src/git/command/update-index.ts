import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable([
  "-q",
  "--ignore-submodules",
  "--add",
  "--replace",
  "--remove",
  "--unmerged",
  "--refresh",
  "--really-refresh",
  "--cacheinfo <entry>",
  "--chmod <mode>",
  "--assume-unchanged",
  "--skip-worktree",
  "--ignore-skip-worktree-entries",
  "--info-only",
  "--force-remove",
  "-z",
  "--stdin",
  "--index-info",
  "--unresolve",
  "-g --again",
  "--ignore-missing",
  "--verbose",
  "--clear-resolve-undo",
  "--index-version <n>",
  "--show-index-version",
  "--split-index",
  "--untracked-cache",
  "--test-untracked-cache",
  "--force-untracked-cache",
  "--force-write-index",
  "--fsmonitor",
  "--fsmonitor-valid",
])

/** Flags that say how to look, and the looks that `git status` takes as well. */
const LOOKS = new Set([
  ...["q", "ignore-submodules", "unmerged", "ignore-missing", "verbose", "ignore-skip-worktree-entries"],
  ...["refresh", "really-refresh", "show-index-version", "test-untracked-cache"],
])

function effects({ options, operands, site }: Invocation): readonly Effect[] {
  const looks =
    operands.length === 0 && options.unrecognized.length === 0 && options.uses.every(({ name }) => LOOKS.has(name))
  return looks ? [] : writes(site, ["index"])
}

/** Writes entries and flags of the index. */
export const updateIndex: SubcommandSpec = {
  name: "update-index",
  options,
  effects,
  examples: [
    allow("git update-index --assume-unchanged README.md", "the own index"),
    allow("git update-index --chmod=+x src/app.txt", "the own index"),
    allow("git update-index --add --cacheinfo 100644,$(git rev-parse HEAD:README.md),copy.md", "the own index"),
    allow("git -C ../main update-index -q --refresh", "refreshes what `git status` refreshes as well"),
    allow("git ls-files -s src | git update-index --index-info", "the own index"),
    deny("foreign-worktree", "git -C ../main update-index --skip-worktree README.md", "the main checkout's index"),
    deny("foreign-worktree", "cd ../sib && git update-index --force-remove README.md", "the sibling's index"),
    deny(
      "foreign-worktree",
      "git -C ../main update-index --no-skip-worktree --assume-unchanged README.md",
      "a negated flag and a plain one",
    ),
  ],
}
