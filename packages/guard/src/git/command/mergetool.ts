import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable(["-t --tool <tool>", "--tool-help", "-y", "--prompt", "-g --gui", "-O <orderfile>"])

const CONFLICT =
  "echo own > README.md && git commit -qam own && ! git cherry-pick origin/main~0 v1..feat/other 2>/dev/null; true"

/** Opens a tool on conflicted files and puts the result into the index. */
export const mergetool: SubcommandSpec = {
  name: "mergetool",
  options,
  effects: ({ options, site }) => (options.has("tool-help") ? [] : writes(site, ["files", "index"])),
  examples: [
    allow("git mergetool --tool-help", "a list"),
    allow("git -c mergetool.mine.cmd=true mergetool -y -t mine", "the own files and index", { given: CONFLICT }),
    deny("foreign-worktree", "git -C ../main mergetool --no-prompt", "files of the main checkout"),
  ],
}
