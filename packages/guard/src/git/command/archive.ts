import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import type { State } from "../../state/state.ts"

const options = optionTable(
  [
    "--format <fmt>",
    "--prefix <prefix>",
    "--add-file <file>",
    "--add-virtual-file <path:content>",
    "-o --output <file>",
    "--worktree-attributes",
    "-v --verbose",
    "--mtime <time>",
    "-l --list",
    "--remote <repo>",
    "--exec <command>",
  ],
  { numbers: true },
)

function effects({ options, path }: Invocation, state: State): readonly Effect[] {
  const file = options.value("output")
  return file ? writeTo(path(file), state) : []
}

/** Writes a tree as one file; to standard output where no file is named. */
export const archive: SubcommandSpec = {
  name: "archive",
  options,
  effects,
  examples: [
    allow("git archive HEAD | tar -t", "standard output"),
    allow('d=$(mktemp -d) && git archive main | tar -x -C "$d"', "another branch is only read"),
    allow("git archive -o work.tar HEAD", "a file of the own worktree"),
    allow("git archive -9 --format=tgz --output=out.tgz --prefix=x/ HEAD src", "a file of the own worktree"),
    allow('git archive -o "$(mktemp)" v1', "a scratch file"),
    allow("git archive -l", "lists formats"),
    allow("git -C ../main archive HEAD | tar -t", "reads the main checkout"),
    deny("foreign-worktree", "git archive -o ../main/release.tar HEAD", "a file in the main checkout"),
    deny("foreign-worktree", "git archive -o../main/README.md HEAD", "an attached value"),
    deny("foreign-worktree", "git archive HEAD --output=../sib/README.md --format=tar", "options after operands"),
    deny("foreign-worktree", "git -C ../main archive -o release.tar HEAD", "relative to the main checkout"),
    deny(
      "foreign-worktree",
      'git archive --output "$(git rev-parse --git-common-dir)/x.tar" HEAD',
      "the shared folder",
    ),
  ],
}
