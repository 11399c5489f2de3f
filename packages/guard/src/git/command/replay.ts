import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { branchRef, currentBranchRef, expandRef } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, mapValue, textOf, unknown, type Value } from "../../shell/value.ts"

const newer = { notRun: "not in the installed version" }

const replayOptions = optionTable([
  ...["--advance <branch>", "--onto <revision>", "--revert <branch>", "--contained", "--ref <ref>"],
  ...["--ref-action[=<mode>]", "--linearize"],
])

/** The branches whose commits are replayed are moved, unless the moves are only printed. */
function replayEffects(invocation: Invocation): readonly Effect[] {
  const { options, operands, site } = invocation
  if (textOf(options.value("ref-action")?.value) === "print") return []
  const target = options.value("advance") ?? options.value("revert") ?? options.value("ref")
  const refs = target ? [fullName(target.value, invocation)] : operands.flatMap(({ value }) => tip(value, invocation))
  return [
    { kind: "integration", site, how: "rebase" },
    ...refs.map((ref): Effect => ({ kind: "ref", site, action: "update", ref, forced: true })),
    ...(options.has("contained")
      ? [{ kind: "ref", site, action: "update", ref: unknown("the branches in that range"), forced: true } as const]
      : []),
  ]
}

function tip(value: Value, invocation: Invocation): readonly Value[] {
  const text = textOf(value)
  if (text === undefined) return [unknown("a revision")]
  if (text.startsWith("^") || text.startsWith("-")) return []
  const end = text.split(/\.{2,3}/).at(-1) || "HEAD"
  return [fullName(known(end), invocation)]
}

function fullName(name: Value, { repository }: Invocation): Value {
  if (textOf(name) === "HEAD") return currentBranchRef(repository)
  return mapValue(name, (text) => {
    if (text.startsWith("refs/")) return text
    return (repository && expandRef(text, repository)) ?? textOf(branchRef(known(text)))!
  })
}

/** Rewrites commits without a worktree (git 2.44; it moves the refs itself since 2.52). */
export const replay: SubcommandSpec = {
  name: "replay",
  options: replayOptions,
  effects: replayEffects,
  examples: [
    allow("git replay --ref-action=print --onto main main..feat/child-work", "only prints", newer),
    deny("rebase", "git replay --onto main main..feat/child-work", "a rebase by another name", newer),
    deny("rebase", "git replay --advance release main..feat/child-work", "moves a foreign branch", newer),
  ],
}
