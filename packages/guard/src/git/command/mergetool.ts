import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable(["-t --tool <tool>", "--tool-help", "-y", "--prompt", "-g --gui", "-O <orderfile>"])

const TOOL = "-c mergetool.mine.cmd=true -c mergetool.mine.trustExitCode=true"
const CONFLICTS = {
  given:
    "git checkout -q -b up v1 && echo up > README.md && git commit -qam up && git checkout -q feat/child-work && echo own > README.md && git commit -qam own && for d in . ../main; do ! git -C $d cherry-pick up 2>/dev/null || exit 1; done",
}

/** Opens a tool on conflicted files and puts the result into the index. */
export const mergetool: SubcommandSpec = {
  name: "mergetool",
  options,
  effects: ({ options, site }) => (options.has("tool-help") ? [] : writes(site, ["files", "index"])),
  examples: [
    allow("git mergetool --tool-help", "a list"),
    allow(`git ${TOOL} mergetool -y -t mine`, "the own files and index", CONFLICTS),
    deny(
      "foreign-worktree",
      `git ${TOOL} -C ../main mergetool --no-prompt --tool=mine`,
      "files of the main checkout",
      CONFLICTS,
    ),
  ],
}
