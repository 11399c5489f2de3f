import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"
import { textOf } from "../../shell/value.ts"

const options = optionTable(["--rerere-autoupdate"])

/** `gc` drops what `git gc` drops as well. */
const READS = new Set(["diff", "status", "remaining", "gc"])

function effects({ operands, site }: Invocation): readonly Effect[] {
  return READS.has(textOf(operands[0]?.value) ?? "") ? [] : writes(site, ["operation", "files", "index"])
}

/** Records and replays how conflicts were resolved. */
export const rerere: SubcommandSpec = {
  name: "rerere",
  options,
  effects,
  examples: [
    allow("git rerere", "the own conflicts"),
    allow("git rerere clear && git rerere forget README.md", "the own conflicts"),
    allow("git -C ../main rerere status", "a report, wherever it runs"),
    deny("foreign-worktree", "git -C ../sib rerere clear", "the sibling's conflicts", {
      notRun: "its record is in no snapshot",
    }),
  ],
}
