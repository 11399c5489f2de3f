import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"
import { textOf } from "../../shell/value.ts"

const options = optionTable([
  "-q --quiet",
  "--refresh",
  "--mixed",
  "--soft",
  "--hard",
  "--merge",
  "--keep",
  "--recurse-submodules[=<reset>]",
  "-p --patch",
  "-U --unified <n>",
  "--inter-hunk-context <n>",
  "-N --intent-to-add",
  "--pathspec-from-file <file>",
  "--pathspec-file-nul",
])

/** Moves only the branch that HEAD is on. With paths it writes the index alone. */
function effects({ options, operands, site }: Invocation): readonly Effect[] {
  const paths = options.dashDash !== undefined ? operands.length > options.dashDash : operands.length > 1
  if (paths || options.has("patch", "pathspec-from-file")) return writes(site, ["index"])
  const files = options.has("hard", "merge", "keep")
  const rewinds = operands.length > 0 && textOf(operands[0]!.value) !== "HEAD"
  return [
    ...writes(site, ["head", "index"], { destructive: files || rewinds }),
    ...(files ? writes(site, ["files"], { destructive: true }) : []),
  ]
}

/** Moves the current branch, the index and, if told to, the files. */
export const reset: SubcommandSpec = {
  name: "reset",
  options,
  effects,
  get examples() {
    return (require("./cases/reset.ts") as typeof import("./cases/reset.ts")).resetExamples
  },
}
