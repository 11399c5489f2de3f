import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"
import { textOf } from "../../shell/value.ts"

const options = optionTable([], { stopAtOperand: true })

const WRITING = new Set(["init", "set", "add", "reapply", "disable", "clean"])

function effects({ operands, site }: Invocation): readonly Effect[] {
  const verb = textOf(operands[0]?.value) ?? ""
  return WRITING.has(verb) ? writes(site, ["files", "index"], { destructive: verb === "clean" }) : []
}

/** Which files are there: files, index and configuration of one worktree. */
export const sparseCheckout: SubcommandSpec = {
  name: "sparse-checkout",
  options,
  effects,
  examples: [
    allow("git sparse-checkout init --cone && git sparse-checkout set src", "the own worktree only"),
    allow("git sparse-checkout set --no-cone '/*' '!docs'", "the own worktree only"),
    allow("git sparse-checkout set src && git sparse-checkout disable", "the own worktree only"),
    allow("git -C ../main sparse-checkout list", "a list, wherever it runs"),
    deny("foreign-worktree", "git -C ../main sparse-checkout set src", "takes files away in the main checkout"),
    deny("foreign-worktree", "cd ../sib && git sparse-checkout init --cone", "takes files away from the sibling"),
  ],
}
