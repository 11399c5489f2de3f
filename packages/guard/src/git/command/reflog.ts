import type { Effect } from "../effect.ts"
import { keepsAll } from "../expiry.ts"
import { optionTable, parseOptions, type Parsed } from "../options.ts"
import { isPerWorktree } from "../plumbing.ts"
import { expandRef } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { mapValue, textOf, type Value, type Word } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import { logOptions, outputWrites } from "./diff.ts"

const options = optionTable([], { stopAtOperand: true })

const SHARED = ["-n --dry-run", "--rewrite", "--updateref", "--verbose"]
const expireOptions = optionTable([
  ...SHARED,
  ...["--expire <time>", "--expire-unreachable <time>", "--stale-fix", "--all", "--single-worktree"],
])
const deleteOptions = optionTable(SHARED)
const dropOptions = optionTable(["--all", "--single-worktree"])

const OTHER_WORKTREE = /^(?:HEAD$|main-worktree\/|worktrees\/)/

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const [first, ...rest] = invocation.operands
  switch (textOf(first?.value)) {
    case "expire":
      return expire(invocation, parseOptions(expireOptions, rest))
    case "delete":
      return remove(invocation, parseOptions(deleteOptions, rest))
    case "drop":
      return drop(invocation, parseOptions(dropOptions, rest))
    case "exists":
    case "list":
    case "write":
      return []
    default:
      return outputWrites(invocation, state, parseOptions(logOptions, invocation.words))
  }
}

function expire(invocation: Invocation, parsed: Parsed): readonly Effect[] {
  const dates = ["expire", "expire-unreachable"].map((name) => parsed.value(name))
  if (parsed.has("dry-run") || dates.every((date) => keepsAll(date?.value))) return []
  if (parsed.has("all")) return everyReflog(invocation)
  return parsed.operands.flatMap((operand) => lossOf(invocation, operand, parsed, "all"))
}

/** `<ref>@{<n>}` names one entry. */
function remove(invocation: Invocation, parsed: Parsed): readonly Effect[] {
  if (parsed.has("dry-run")) return []
  return parsed.operands.flatMap((operand) => {
    const entry = /@\{(\d+)\}$/.exec(textOf(operand.value) ?? "")?.[1]
    return lossOf(invocation, operand, parsed, entry === undefined ? undefined : Number(entry))
  })
}

function drop(invocation: Invocation, parsed: Parsed): readonly Effect[] {
  if (parsed.has("all")) return everyReflog(invocation)
  return parsed.operands.flatMap((operand) => lossOf(invocation, operand, parsed, "all"))
}

const everyReflog = ({ site }: Invocation): readonly Effect[] => [{ kind: "objectLoss", site, what: "reflog" }]

function lossOf(
  invocation: Invocation,
  operand: Word,
  parsed: Parsed,
  entry: number | "all" | undefined,
): readonly Effect[] {
  const { site } = invocation
  const moves = parsed.has("updateref")
  const ref = reflogOf(operand, invocation)
  const text = textOf(ref)
  if (text === "refs/stash") return [{ kind: "stashDrop", site, entry }]
  // HEAD's reflog is the worktree's alone, and `--updateref` does not follow symbolic refs.
  if (text === "HEAD") return [{ kind: "worktree", site, what: "head", destructive: true }]
  if (text !== undefined && isPerWorktree(text)) {
    return [{ kind: "worktree", site, what: "operation", destructive: true }]
  }
  return [
    { kind: "objectLoss", site, what: "reflog", ref },
    ...(moves ? [{ kind: "ref", site, action: "update", ref, forced: true } as const] : []),
  ]
}

/** The full name of the ref whose reflog an operand means. */
function reflogOf({ value }: Word, { repository }: Invocation): Value {
  return mapValue(value, (text) => {
    const name = text.replace(/@\{[^}]*\}?$/, "")
    if (name === "" || OTHER_WORKTREE.test(name)) return name || "HEAD"
    return (repository && expandRef(name, repository)) ?? (name.startsWith("refs/") ? name : `refs/heads/${name}`)
  })
}

/** Reflogs: what the other worktrees find their way back by. */
export const reflog: SubcommandSpec = {
  name: "reflog",
  options,
  effects,
  get examples() {
    return (require("./cases/reflog.ts") as typeof import("./cases/reflog.ts")).reflogExamples
  },
}
