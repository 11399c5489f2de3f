import { allow } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"

/** The strategy that takes nothing: it only compares the index with HEAD. */
export const mergeOurs: SubcommandSpec = {
  name: "merge-ours",
  options: optionTable([], { stopAtOperand: true }),
  effects: () => [],
  examples: [allow("git merge-ours v1 -- HEAD main", "looks at the index")],
}
