import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable, parseOptions } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { textOf, unknown } from "../../shell/value.ts"

const options = optionTable([], { stopAtOperand: true })
const migrateOptions = optionTable(["--ref-format <format>", "--dry-run", "--reflog"])

function effects({ operands, site }: Invocation): readonly Effect[] {
  if (textOf(operands[0]?.value) !== "migrate") return []
  if (parseOptions(migrateOptions, operands.slice(1)).has("dry-run")) return []
  return [{ kind: "ref", site, action: "update", ref: unknown("every ref"), forced: true }]
}

/** The ref store as a whole. `migrate` writes every ref of every worktree anew, in another format. */
export const refs: SubcommandSpec = {
  name: "refs",
  options,
  effects,
  examples: [
    allow("git refs verify || true", "reads"),
    allow("git refs list || true", "reads"),
    allow("git refs migrate --ref-format=reftable --dry-run || true", "a dry run"),
    deny("unreadable-operand", "git refs migrate --ref-format=reftable", "everybody's refs", {
      notRun: "git 2.46 and later; git refuses it where there are worktrees",
    }),
  ],
}
