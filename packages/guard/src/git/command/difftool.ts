import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"

const options = optionTable([
  "-g --gui",
  "-d --dir-diff",
  "-y --no-prompt",
  "--prompt",
  "--symlinks",
  "-t --tool <tool>",
  "--tool-help",
  "--trust-exit-code",
  "-x --extcmd <command>",
  "--no-index",
])

/** Runs a command for each file that differs. */
export const difftool: SubcommandSpec = {
  name: "difftool",
  options,
  effects: () => [],
  runs: ({ options }) => options.values("extcmd").map(({ value }) => ({ kind: "text", text: value })),
  examples: [
    allow("git difftool -y -x 'diff -u' v1 HEAD", "a command that reads"),
    allow("git difftool --tool-help", "a list"),
    allow("git -C ../main difftool -y --extcmd=cat v1", "reads, wherever it runs"),
    deny("merge", "git difftool -y -x 'git merge main #' v1 HEAD", "the command it runs"),
    deny("foreign-branch", "git difftool -y --extcmd='git branch -D feat/other #' v1 HEAD", "the command it runs"),
  ],
}
