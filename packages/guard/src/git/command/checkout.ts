import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import { branchName, branchRef, refExists } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import {
  destinationOf,
  guesses,
  isRemoteOnly,
  mayNameBranch,
  mayNameCommit,
  moveHead,
  moveToNewBranch,
  moveToRemoteOnly,
  moveToTracked,
} from "../switching.ts"
import { readRevision } from "../revision.ts"
import { writes } from "../worktree.ts"
import { known, textOf, textsOf, type Value, type Word } from "../../shell/value.ts"
import type { Repository, State } from "../../state/state.ts"
import { RESTORING } from "./restore.ts"

const options = optionTable([
  ...RESTORING,
  "-b <branch>",
  "-B <branch>",
  "-l",
  "--guess",
  "-d --detach",
  "-t --track[=<mode>]",
  "-f --force",
  "--orphan <new-branch>",
  "--overwrite-ignore",
  "--ignore-other-worktrees",
])

const CREATING = [
  ["B", "reset"],
  ["b", "new"],
  ["orphan", "orphan"],
] as const

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands } = invocation
  for (const [option, how] of CREATING) {
    const name = options.value(option)
    if (name) return moveToNewBranch(invocation, name.value, how, operands[0]?.value ?? known("HEAD"))
  }
  if (options.has("detach")) {
    return operands.length > 1
      ? []
      : moveHead(invocation, { kind: "detached", at: operands[0]?.value ?? known("HEAD") })
  }
  if (options.has("patch", "ours", "theirs") || namesPathsInFile(invocation, state)) return paths(invocation)
  if (options.uses.some((use) => use.name === "track"))
    return operands[0] ? moveToTracked(invocation, operands[0].value) : []
  if (operands.length === 0) return options.has("force") ? paths(invocation) : []
  if (options.dashDash === 0) return paths(invocation)
  const branch = operands.length === 1 ? operands[0]! : afterUnknownOptions(invocation, state)
  if (!branch) return paths(invocation)
  const texts = textsOf(branch.value)
  if (!texts) return unreadable(branch.value, invocation)
  return texts.flatMap((text) => oneOperand(known(text), invocation, state))
}

/** Files come back from the index or a commit; HEAD stays. */
const paths = ({ site }: Invocation): readonly Effect[] => writes(site, ["index", "files"], { destructive: true })

/** An empty list of paths counts as none at all, and then git switches. */
function namesPathsInFile(invocation: Invocation, state: State): boolean {
  const file = invocation.options.value("pathspec-from-file")
  const path = file && textOf(invocation.path(file))
  return file !== undefined && path !== "/dev/null" && (path === undefined || state.files.read(path) !== "")
}

/** `checkout $OPTIONS main`: words nobody can read, then a name that is a branch and no path. */
function afterUnknownOptions({ operands, options, repository, path }: Invocation, state: State): Word | undefined {
  const last = operands.at(-1)!
  if (options.dashDash !== undefined || operands.slice(0, -1).some(({ value }) => value.kind !== "unknown"))
    return undefined
  if (textOf(last.value) === undefined || refExists(branchRef(branchName(last.value, repository)), repository) !== true)
    return undefined
  return pathExists(path(last), repository, state) ? undefined : last
}

/** One operand: a branch wins over all else, then a commit, then a path, then a name that only a remote knows. */
function oneOperand(operand: Value, invocation: Invocation, state: State): readonly Effect[] {
  const { repository, options } = invocation
  const text = textOf(operand)!
  const mustBeRevision = options.dashDash !== undefined
  if (!repository) return moveHead(invocation, { kind: "unknown", operand })
  if (text.startsWith(":/") && !mustBeRevision) return fromTop(operand, text.slice(2), invocation, state)
  const exists = pathExists(invocation.path(operand), repository, state)
  const revision = readRevision(text, repository)
  if (revision?.kind === "head") return options.has("force") ? paths(invocation) : []
  if (revision?.kind === "object") return []
  if (revision?.kind === "commit" && revision.guessed && exists && !mustBeRevision) return paths(invocation)
  const destination = revision && destinationOf(operand, repository)
  if (destination) return moveHead(invocation, destination)
  const plain = mustBeRevision || !/[*?[\\]/.test(text)
  if (plain && guesses(invocation) && isRemoteOnly(text, repository)) {
    return exists && !mustBeRevision ? [] : moveToRemoteOnly(invocation, operand)
  }
  return mustBeRevision ? [] : paths(invocation)
}

/** `:/x` is a search of commit messages, and a path from the top where no message has it. */
function fromTop(operand: Value, rest: string, invocation: Invocation, state: State): readonly Effect[] {
  const top = invocation.repository?.worktree
  const isPath =
    rest === "" ||
    /[*?[]/.test(rest) ||
    top === undefined ||
    pathExists(known(`${top}/${rest}`), invocation.repository, state)
  return isPath ? paths(invocation) : moveHead(invocation, { kind: "detached", at: operand })
}

/** One operand that cannot be read: what it could name decides. */
function unreadable(operand: Value, invocation: Invocation): readonly Effect[] {
  const { repository, options } = invocation
  if (!repository || mayNameBranch(operand, repository)) return moveHead(invocation, { kind: "unknown", operand })
  const commit = options.dashDash !== undefined || mayNameCommit(operand, repository)
  return commit ? moveHead(invocation, { kind: "detached", at: operand }) : paths(invocation)
}

function pathExists(path: Value, repository: Repository | undefined, state: State): boolean {
  const text = textOf(path)
  return text !== undefined && (state.files.stat(text) !== undefined || repository?.tracked(text) === true)
}

/** Moves HEAD or brings files back: which of the two, git decides by what the operands name. */
export const checkout: SubcommandSpec = {
  name: "checkout",
  options,
  effects,
  get examples() {
    return (require("./cases/checkout.ts") as typeof import("./cases/checkout.ts")).checkoutExamples
  },
}
