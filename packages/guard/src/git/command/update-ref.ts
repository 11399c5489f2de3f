import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { refWriting } from "../plumbing.ts"
import { standardInput } from "../stream/input.ts"
import { readBatch } from "../stream/update-ref.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { textOf, unknown } from "../../shell/value.ts"

const options = optionTable([
  "-m <reason>",
  "-d",
  "--no-deref",
  "-z",
  "--stdin",
  "--create-reflog",
  "-0 --batch-updates",
])

const ZERO = /^0{40,64}$/

function effects(invocation: Invocation): readonly Effect[] {
  const { options, operands } = invocation
  const follow = !options.has("no-deref")
  if (options.has("stdin")) return batch(invocation, follow)
  const [ref, value, previous] = operands
  if (!ref) return []
  if (options.has("d")) return refWriting(invocation, ref.value, "delete", follow)
  if (!value) return []
  if (ZERO.test(textOf(value.value) ?? "")) return refWriting(invocation, ref.value, "delete", follow)
  const creates = ZERO.test(textOf(previous?.value) ?? "")
  return refWriting(invocation, ref.value, creates ? "create" : "update", follow)
}

function batch(invocation: Invocation, follow: boolean): readonly Effect[] {
  const instructions = readBatch(standardInput(invocation.command), invocation.options.has("z"))
  if (!instructions) return refWriting(invocation, unknown("refs named on standard input"), "update", follow)
  return instructions.flatMap(({ ref, action, follow: own }) => refWriting(invocation, ref, action, own && follow))
}

/** Writes refs directly, past every check that porcelain makes. */
export const updateRef: SubcommandSpec = {
  name: "update-ref",
  options,
  effects,
  get examples() {
    return (require("./cases/update-ref.ts") as typeof import("./cases/update-ref.ts")).updateRefExamples
  },
}
