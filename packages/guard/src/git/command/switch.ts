import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { readRevision } from "../revision.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import {
  destinationOf,
  guesses,
  isRemoteOnly,
  mayNameBranch,
  moveHead,
  moveToNewBranch,
  moveToRemoteOnly,
  moveToTracked,
} from "../switching.ts"
import { known, textOf, textsOf, type Value } from "../../shell/value.ts"

const options = optionTable([
  "-c --create <branch>",
  "-C --force-create <branch>",
  "--guess",
  "--discard-changes",
  "-q --quiet",
  "--recurse-submodules[=<checkout>]",
  "--progress",
  "-m --merge",
  "--conflict <style>",
  "-d --detach",
  "-t --track[=<mode>]",
  "-f --force",
  "--orphan <new-branch>",
  "--overwrite-ignore",
  "--ignore-other-worktrees",
])

const CREATING = [
  ["force-create", "reset"],
  ["create", "new"],
  ["orphan", "orphan"],
] as const

function effects(invocation: Invocation): readonly Effect[] {
  const { options, operands } = invocation
  for (const [option, how] of CREATING) {
    const name = options.value(option)
    if (name) return moveToNewBranch(invocation, name.value, how, operands[0]?.value ?? known("HEAD"))
  }
  const operand = operands[0]?.value
  if (options.has("detach")) return moveHead(invocation, { kind: "detached", at: operand ?? known("HEAD") })
  if (!operand) return []
  if (options.uses.some((use) => use.name === "track")) return moveToTracked(invocation, operand)
  const texts = textsOf(operand)
  return texts ? texts.flatMap((text) => toBranch(known(text), invocation)) : unreadable(operand, invocation)
}

/** git switches to branches only: to anything else it asks for `--detach`. */
function toBranch(operand: Value, invocation: Invocation): readonly Effect[] {
  const { repository } = invocation
  const text = textOf(operand)!
  if (!repository) return moveHead(invocation, { kind: "unknown", operand })
  if (!readRevision(text, repository)) {
    return guesses(invocation) && isRemoteOnly(text, repository) ? moveToRemoteOnly(invocation, operand) : []
  }
  const destination = destinationOf(operand, repository)
  return destination?.kind === "branch" ? moveHead(invocation, destination) : []
}

function unreadable(operand: Value, invocation: Invocation): readonly Effect[] {
  const { repository } = invocation
  return repository && !mayNameBranch(operand, repository) ? [] : moveHead(invocation, { kind: "unknown", operand })
}

/** Moves HEAD to a branch. */
export const switchCommand: SubcommandSpec = {
  name: "switch",
  options,
  effects,
  get examples() {
    return (require("./cases/switch.ts") as typeof import("./cases/switch.ts")).switchExamples
  },
}
