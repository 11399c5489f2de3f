import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import type { Invocation, Nested, SubcommandSpec } from "../spec.ts"
import { destinationOf, moveHead } from "../switching.ts"
import { writes } from "../worktree.ts"
import { textOf } from "../../shell/value.ts"

const options = optionTable([], { stopAtOperand: true })

const SHOWING = new Set(["log", "terms", "visualize", "view", "help"])

function effects(invocation: Invocation): readonly Effect[] {
  const { operands, site, repository } = invocation
  const [verb, ...rest] = operands
  if (!verb || SHOWING.has(textOf(verb.value) ?? "")) return []
  const operation = writes(site, ["operation", "files", "index"], { destructive: true })
  const target = textOf(verb.value) === "reset" ? rest.find(({ value }) => textOf(value) !== "--") : undefined
  const to = target && destinationOf(target.value, repository)
  return to ? [...moveHead(invocation, to), ...operation] : operation
}

function runs({ operands }: Invocation): readonly Nested[] {
  const [verb, ...argv] = operands
  return textOf(verb?.value) === "run" && argv.length > 0 ? [{ kind: "argv", argv }] : []
}

/** Looks for a commit; HEAD leaves the branch and comes back to it as part of the operation. */
export const bisect: SubcommandSpec = {
  name: "bisect",
  options,
  effects,
  runs,
  get examples() {
    return (require("./cases/bisect.ts") as typeof import("./cases/bisect.ts")).bisectExamples
  },
}
