import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { isPerWorktree } from "../plumbing.ts"
import { refExists, shortBranch } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, mapValue, textOf, type Value } from "../../shell/value.ts"

const options = optionTable(["-q --quiet", "-d --delete", "--short", "--recurse", "-m <reason>"])

/** Symbolic refs that nobody writes through: `refs/remotes/origin/HEAD`, and the HEADs of other worktrees. */
const NO_ALIAS = /^(?:refs\/remotes|worktrees|main-worktree)\//

function effects(invocation: Invocation): readonly Effect[] {
  const { options, operands, site } = invocation
  const [name, target] = operands
  if (!name) return []
  if (options.has("delete")) return deletion(invocation, name.value)
  if (!target) return []
  const text = textOf(name.value)
  if (text === "HEAD") return [headMove(invocation, target.value)]
  if (text !== undefined && isPerWorktree(text)) {
    return [{ kind: "worktree", site, what: "operation", destructive: true }]
  }
  const write: Effect = { kind: "ref", site, action: "update", ref: name.value, forced: true }
  if (isCurrent(invocation, text)) return [write, headMove(invocation, target.value)]
  return text !== undefined && NO_ALIAS.test(text) ? [write] : [write, aliasOf(invocation, target.value)]
}

/** git never deletes HEAD. */
function deletion({ site }: Invocation, ref: Value): readonly Effect[] {
  return textOf(ref) === "HEAD" ? [] : [{ kind: "ref", site, action: "delete", ref, forced: true }]
}

/** Whoever writes the alias later writes what it stands for. */
const aliasOf = ({ site }: Invocation, target: Value): Effect => {
  return { kind: "ref", site, action: "update", ref: target, forced: true }
}

/** The branch of HEAD becomes an alias: the next commit lands where it points. */
const isCurrent = ({ repository }: Invocation, ref: string | undefined): boolean =>
  ref !== undefined && repository?.head.branch !== undefined && shortBranch(ref) === repository.head.branch

function headMove({ repository, site }: Invocation, target: Value): Effect {
  const text = textOf(target)
  const branch = text === undefined ? undefined : shortBranch(text)
  if (text !== undefined && branch === undefined) return { kind: "head", site, to: { kind: "detached", at: target } }
  const state = refExists(target, repository) === false ? "new" : "existing"
  const value = branch === undefined ? mapValue(target, (start) => shortBranch(start) ?? "") : known(branch)
  return { kind: "head", site, to: { kind: "branch", branch: value, state } }
}

/** Reads a symbolic ref, or points one (HEAD above all) elsewhere without any of switch's checks. */
export const symbolicRef: SubcommandSpec = {
  name: "symbolic-ref",
  options,
  effects,
  get examples() {
    return (require("./cases/symbolic-ref.ts") as typeof import("./cases/symbolic-ref.ts")).symbolicRefExamples
  },
}
