import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { movedAlong } from "../update-refs.ts"
import { writes } from "../worktree.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable(["--dry-run", "--update-refs <what>", "--reedit-message", "--empty <mode>"])

const VERBS = new Set(["drop", "fixup", "reword", "split"])

/** Unless told to move HEAD alone it takes along every branch that has the commit. */
function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands, site } = invocation
  if (!VERBS.has(textOf(operands[0]?.value) ?? "") || options.has("dry-run")) return []
  const own = writes(site, ["head", "index", "files"], { destructive: true })
  return textOf(options.value("update-refs")?.value) === "head"
    ? own
    : [...movedAlong(invocation, state, undefined), ...own]
}

const NEWER = { notRun: "needs git 2.54" }

/** Rewrites single commits of the current branch. */
export const history: SubcommandSpec = {
  name: "history",
  options,
  effects,
  examples: [
    allow("git history reword --update-refs=head HEAD~1", "the own branch only", NEWER),
    allow("git history split --dry-run HEAD", "a dry run", NEWER),
    deny("foreign-branch", "git history reword HEAD~1", "a branch of somebody else has that commit", {
      given:
        "git branch stacked && mkdir -p ../main/.git/logs/refs/heads && printf '' > ../main/.git/logs/refs/heads/stacked",
      ...NEWER,
    }),
    deny("foreign-worktree", "git -C ../main history fixup --update-refs=head HEAD", "rewrites main", NEWER),
  ],
}
