import type { Effect, StashDrop } from "../effect.ts"
import { optionTable, parseOptions, type Parsed } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { moveToNewBranch } from "../switching.ts"
import { writes } from "../worktree.ts"
import { textOf, textsOf, type Value, type Word } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import { logOptions, outputWrites } from "./diff.ts"

/** The subcommand must be the first word; what follows is read by the subcommand's own table. */
const options = optionTable([], { stopAtOperand: true })

const entryOptions = optionTable(["--index", "-q --quiet"])
const pushOptions = optionTable([
  "-k --keep-index",
  "-S --staged",
  "-p --patch",
  "-U --unified <n>",
  "--inter-hunk-context <n>",
  "-q --quiet",
  "-u --include-untracked",
  "-a --all",
  "-m --message <message>",
  "--pathspec-from-file <file>",
  "--pathspec-file-nul",
])
const exportOptions = optionTable(["--print", "--to-ref <ref>"])

type Verb = (invocation: Invocation, parsed: Parsed) => readonly Effect[]

const READS: Verb = () => []
const PUSHES: Verb = ({ site }) => [
  { kind: "stashPush", site },
  ...writes(site, ["files", "index"], { destructive: true }),
]

const VERBS: Readonly<Record<string, Verb>> = {
  create: READS,
  push: PUSHES,
  save: PUSHES,
  store: ({ site }) => [{ kind: "stashPush", site }],
  import: ({ site }) => [{ kind: "stashPush", site }],
  export: ({ site }, parsed) => {
    const ref = parsed.value("to-ref")
    return ref ? [{ kind: "ref", site, action: "update", ref: ref.value, forced: true }] : []
  },
  apply: ({ site }) => writes(site, ["files", "index"]),
  pop: ({ site }, { operands }) => [...drops(operands[0], site), ...writes(site, ["files", "index"])],
  drop: ({ site }, { operands }) => drops(operands[0], site),
  clear: ({ site }, { operands }) => (operands.length > 0 ? [] : [{ kind: "stashDrop", site, entry: "all" }]),
  branch: (invocation, { operands: [name, entry] }) => {
    const made = name ? moveToNewBranch(invocation, name.value, "new") : []
    return made.length > 0 ? [...drops(entry, invocation.site), ...made] : []
  },
}

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { words } = invocation
  const [first, ...rest] = words
  const name = first && textOf(first.value)
  if (!first || name?.startsWith("-")) return PUSHES(invocation, parseOptions(pushOptions, words))
  if (name === undefined) return anyVerb(first.value, invocation)
  if (name === "list" || name === "show") return outputWrites(invocation, state, parseOptions(logOptions, rest))
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  const table = name === "export" ? exportOptions : name === "push" || name === "save" ? pushOptions : entryOptions
  return verb?.(invocation, parseOptions(table, rest)) ?? []
}

/** A subcommand that cannot be read may be one that drops. */
function anyVerb(verb: Value, { site }: Invocation): readonly Effect[] {
  const drops = textsOf(verb)?.some((text) => ["pop", "drop", "clear"].includes(text)) ?? true
  const written = writes(site, ["files", "index"])
  return drops ? [{ kind: "stashDrop", site, entry: undefined }, ...written] : written
}

/** What `stash@{n}`, `n` or nothing names. Other revisions are no entries: git applies them and drops nothing. */
function drops(word: Word | undefined, site: Invocation["site"]): readonly StashDrop[] {
  const drop = (entry: StashDrop["entry"]): StashDrop => ({ kind: "stashDrop", site, entry })
  if (!word) return [drop(0)]
  const texts = textsOf(word.value)
  if (!texts) return [drop(undefined)]
  return texts.flatMap((text) => {
    const number = /^(?:(?:refs\/)?stash@\{(\d+)\}|(\d+))$/.exec(text)
    if (number) return [drop(Number(number[1] ?? number[2]))]
    return /^(?:refs\/)?stash@\{/.test(text) ? [drop(undefined)] : []
  })
}

/** One stack of entries for all worktrees. */
export const stash: SubcommandSpec = {
  name: "stash",
  options,
  effects,
  get examples() {
    return (require("./cases/stash.ts") as typeof import("./cases/stash.ts")).stashExamples
  },
}
