import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable, parseOptions } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { logOptions, outputWrites } from "./diff.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([], { stopAtOperand: true })

const create = optionTable(["-q --quiet", "--progress", "--all-progress", "--all-progress-implied", "--version <n>"], {
  stopAtOperand: true,
})

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { operands, path } = invocation
  if (textOf(operands[0]?.value) !== "create") return []
  const [file, ...revisions] = parseOptions(create, operands.slice(1)).operands
  const also = outputWrites(invocation, state, parseOptions(logOptions, revisions))
  return file && textOf(file.value) !== "-" ? [...writeTo(path(file), state), ...also] : also
}

/** `create` writes one file; `unbundle` adds objects and prints refs, but writes none. */
export const bundle: SubcommandSpec = {
  name: "bundle",
  options,
  effects,
  examples: [
    allow("git bundle create work.bundle HEAD", "a file of the own worktree"),
    allow('git bundle create "$(mktemp -d)/all.bundle" --all', "every ref is only read"),
    allow("git bundle create -q --version=2 - main > /dev/null", "standard output"),
    allow("git bundle create w.bundle HEAD && git bundle verify w.bundle && git bundle list-heads w.bundle", "reads"),
    allow("git bundle create w.bundle main && git bundle unbundle w.bundle", "adds objects only"),
    deny("foreign-worktree", "git bundle create ../main/all.bundle --all", "a file in the main checkout"),
    deny("foreign-worktree", "git bundle create --quiet ../sib/own.bundle HEAD", "a file in the sibling's worktree"),
    deny("foreign-worktree", "git bundle create w.bundle HEAD --output=../main/README.md", "rev-list's options, too"),
    deny("foreign-worktree", "git -C ../main bundle create all.bundle --all", "relative to the main checkout"),
  ],
}
