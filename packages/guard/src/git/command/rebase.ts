import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { branchRef, refExists } from "../refs.ts"
import type { Invocation, Nested, SubcommandSpec } from "../spec.ts"
import { destinationOf, moveHead } from "../switching.ts"
import { movedAlong, updatesRefs } from "../update-refs.ts"
import { isInProgress, operationWrites, writes } from "../worktree.ts"
import { known, textOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "--onto <revision>",
  "--keep-base",
  "--no-verify",
  "-q --quiet",
  "-v --verbose",
  "-n --no-stat",
  "--stat",
  "--signoff",
  "--trailer <trailer>",
  "--committer-date-is-author-date",
  "--reset-author-date --ignore-date",
  "-C <n>",
  "--ignore-whitespace",
  "--whitespace <action>",
  "-f --force-rebase",
  "--no-ff",
  "--continue!",
  "--skip!",
  "--abort!",
  "--quit!",
  "--edit-todo!",
  "--show-current-patch!",
  "--apply!",
  "-m --merge!",
  "-i --interactive!",
  "--rerere-autoupdate",
  "--empty <mode>",
  "-k --keep-empty",
  "--autosquash",
  "--update-refs",
  "-S --gpg-sign[=<key-id>]",
  "--autostash",
  "-x --exec <command>",
  "--allow-empty-message",
  "-r --rebase-merges[=<mode>]",
  "--fork-point",
  "-s --strategy <strategy>",
  "-X --strategy-option <option>",
  "--root",
  "--reschedule-failed-exec",
  "--reapply-cherry-picks",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands, site } = invocation
  if (isInProgress(options)) return operationWrites(invocation)
  const upstream = options.has("root") ? undefined : operands[0]?.value
  const branch = operands[options.has("root") ? 0 : 1]?.value
  const ref = branch && rebasedRef(branch, invocation)
  return [
    { kind: "integration", site, how: "rebase", ...(ref ? { ref } : {}), ...(upstream ? { from: upstream } : {}) },
    ...(updatesRefs(invocation) ? movedAlong(invocation, state, upstream) : []),
    ...(branch
      ? switchFirst(branch, ref, invocation)
      : writes(site, ["files", "index", "head"], { destructive: true })),
  ]
}

/** The second operand is a branch only under its plain name. */
function rebasedRef(branch: Value, { repository }: Invocation): Value | undefined {
  if (textOf(branch) === undefined) return branchRef(branch)
  return refExists(branchRef(branch), repository) ? branchRef(branch) : undefined
}

/** `rebase <upstream> <branch>` switches first; to anything but a branch's name it detaches. */
function switchFirst(branch: Value, ref: Value | undefined, invocation: Invocation): readonly Effect[] {
  if (textOf(branch) === undefined) return moveHead(invocation, { kind: "unknown", operand: branch })
  if (!ref) return moveHead(invocation, { kind: "detached", at: branch })
  return moveHead(invocation, destinationOf(branch, invocation.repository) ?? { kind: "detached", at: known("HEAD") })
}

function runs({ options }: Invocation): readonly Nested[] {
  return options.values("exec").map(({ value }) => ({ kind: "text", text: value }))
}

/** Rewrites a branch on top of another. */
export const rebase: SubcommandSpec = {
  name: "rebase",
  options,
  effects,
  runs,
  get examples() {
    return (require("./cases/rebase.ts") as typeof import("./cases/rebase.ts")).rebaseExamples
  },
}
