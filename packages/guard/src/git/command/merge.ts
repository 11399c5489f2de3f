import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { commits, isInProgress, operationWrites } from "../worktree.ts"

const options = optionTable([
  "-n",
  "--stat",
  "--summary",
  "--compact-summary",
  "--log[=<n>]",
  "--squash",
  "--commit",
  "-e --edit",
  "--cleanup <mode>",
  "--ff",
  "--ff-only!",
  "--rerere-autoupdate",
  "--verify-signatures",
  "-s --strategy <strategy>",
  "-X --strategy-option <option>",
  "-m --message <message>",
  "-F --file <path>",
  "--into-name <name>",
  "-v --verbose",
  "-q --quiet",
  "--abort",
  "--quit",
  "--continue",
  "--allow-unrelated-histories",
  "--progress",
  "-S --gpg-sign[=<key-id>]",
  "--autostash",
  "--overwrite-ignore",
  "--signoff",
  "--no-verify",
])

function effects(invocation: Invocation): readonly Effect[] {
  const { options, operands, site } = invocation
  if (isInProgress(options)) return operationWrites(invocation)
  const from = operands[0]?.value
  return [{ kind: "integration", site, how: "merge", ...(from ? { from } : {}) }, ...commits(site)]
}

/** Brings other branches into the current one; without an operand, its upstream. */
export const merge: SubcommandSpec = {
  name: "merge",
  options,
  effects,
  get examples() {
    return (require("./cases/merge.ts") as typeof import("./cases/merge.ts")).mergeExamples
  },
}
