import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable([
  "-q --quiet",
  "-n --dry-run",
  "-f --force",
  "-i --interactive",
  "-d",
  "-e --exclude <pattern>",
  "-x",
  "-X",
])

/** Without `-f` or `-i` git removes nothing, unless the configuration says otherwise. */
function effects({ options, site, repository }: Invocation): readonly Effect[] {
  if (options.has("dry-run")) return []
  const willing = options.has("force", "interactive") || repository?.config.boolean("clean.requireForce") === false
  return willing ? writes(site, ["files"], { destructive: true }) : []
}

const JUNK = { given: "touch junk.o ../main/junk.o ../sib/junk.o" }

/** Removes untracked files. */
export const clean: SubcommandSpec = {
  name: "clean",
  options,
  effects,
  examples: [
    allow("git clean -fdx", "files of the own worktree", JUNK),
    allow("git clean -ffdxq -e keep -- src", "files of the own worktree", JUNK),
    allow('git clean -fd "$DIR"', "whatever it is, git keeps it inside the own worktree", { notRun: "DIR is not set" }),
    allow("git clean -fd ../main", "git refuses paths outside the worktree", JUNK),
    allow("git -C ../main clean -ndx", "a dry run, wherever it runs", JUNK),
    allow("git -C ../main clean -f -n", "a dry run all the same", JUNK),
    allow("git -C ../main clean -d", "git refuses without -f", JUNK),
    deny("foreign-worktree", "git -C ../main clean -fdx", "untracked files of the main checkout", JUNK),
    deny("foreign-worktree", "cd ../sib && git clean -qfd", "untracked files of the sibling", JUNK),
    deny(
      "foreign-worktree",
      "git -c clean.requireForce=false -C ../main clean -d",
      "the configuration forces it",
      JUNK,
    ),
    deny("unreadable-operand", 'git -C "$DIR" clean -fdx', "could be anybody's worktree"),
  ],
}
