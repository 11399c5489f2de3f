import { posix } from "node:path"
import type { Effect, RegistryWrite } from "../effect.ts"
import { optionTable, parseOptions, type Parsed } from "../options.ts"
import { branchName, branchRef, refExists } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, textOf, type Value } from "../../shell/value.ts"

/** Subcommands are not abbreviated; what follows is read by the subcommand's own table. */
const options = optionTable([], { stopAtOperand: true })

/** The options of each subcommand of it. */
export const worktreeVerbs = {
  add: optionTable([
    ...["-f --force", "-b <branch>!", "-B <branch>!", "--orphan", "-d --detach", "--checkout", "--lock"],
    ...["--reason <text>", "-q --quiet", "--track[=<mode>]", "--guess-remote", "--relative-paths"],
  ]),
  list: optionTable(["--porcelain", "-v --verbose", "--expire <time>", "-z"]),
  lock: optionTable(["--reason <text>"]),
  move: optionTable(["-f --force", "--relative-paths"]),
  prune: optionTable(["-n --dry-run", "-v --verbose", "--expire <time>"]),
  remove: optionTable(["-f --force"]),
  repair: optionTable(["--relative-paths"]),
  unlock: optionTable([]),
} as const

const ACTIONS = ["add", "remove", "move", "prune", "repair", "lock", "unlock"] as const
type Action = (typeof ACTIONS)[number]

function effects(invocation: Invocation): readonly Effect[] {
  const { operands, words, site } = invocation
  const verb = operands[0]
  if (!verb) return []
  const name = textOf(verb.value)
  const action = ACTIONS.find((each) => each === name)
  if (name === undefined) return [{ kind: "registry", site, action: "remove" }]
  if (!action) return []
  const rest = words.slice(words.indexOf(verb) + 1)
  const parsed = parseOptions(worktreeVerbs[action], rest)
  return parsed.has("dry-run") ? [] : registryWrites(action, parsed, invocation)
}

function registryWrites(action: Action, parsed: Parsed, invocation: Invocation): readonly Effect[] {
  const { site } = invocation
  const paths = parsed.operands.length > 0 && action === "repair" ? parsed.operands : parsed.operands.slice(0, 1)
  const write = { kind: "registry", site, action } as const
  const registry: readonly RegistryWrite[] =
    paths.length > 0 ? paths.map((path) => ({ ...write, path: invocation.path(path) })) : [write]
  return action === "add" ? [...registry, ...addedBranch(parsed, invocation)] : registry
}

/** The branch a new worktree starts on: named by `-b` or `-B`, else by the last part of its path. */
function addedBranch(parsed: Parsed, { repository, site }: Invocation): readonly Effect[] {
  const [path, start] = parsed.operands
  const forced = parsed.value("B")
  const named = forced ?? parsed.value("b")
  const folder = textOf(path?.value)
  const implied =
    named || start || parsed.has("detach", "orphan") || folder === undefined ? undefined : posix.basename(folder)
  const name: Value | undefined = named?.value ?? (implied === undefined ? undefined : known(implied))
  if (!name) return []
  const ref = branchRef(branchName(name, repository))
  const exists = refExists(ref, repository)
  if (forced && exists !== false) return [{ kind: "ref", site, action: "update", ref, forced: true }]
  return exists ? [] : [{ kind: "ref", site, action: "create", ref, forced: false }]
}

/** The registry of worktrees, one for all of them. */
export const worktree: SubcommandSpec = {
  name: "worktree",
  options,
  effects,
  get examples() {
    return (require("./cases/worktree.ts") as typeof import("./cases/worktree.ts")).worktreeExamples
  },
}
