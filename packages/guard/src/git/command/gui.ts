import { allow } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"

const NO_DISPLAY = { notRun: "opens a window" }

/** Windows for a person: what is done in them is not in the text. */
export const gui: SubcommandSpec = {
  name: "gui",
  aliases: ["citool"],
  options: optionTable([], { stopAtOperand: true }),
  effects: () => [],
  examples: [
    allow("git gui", "a window for a person", NO_DISPLAY),
    allow("git citool --amend", "a window for a person", NO_DISPLAY),
  ],
}
