import type { Effect } from "../effect.ts"
import { variable } from "../invocation.ts"
import { optionTable, parseOptions, type Parsed } from "../options.ts"
import { refExists } from "../refs.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { known, mapValue, textOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable(["--ref <notes-ref>"], { stopAtOperand: true })

const MESSAGE = [
  "-m --message <message>",
  "-F --file <file>",
  "-c --reedit-message <object>",
  "-C --reuse-message <object>",
  "-e --edit",
  "--allow-empty",
  "--separator[=<paragraph-break>]",
  "--stripspace",
]

interface Action {
  readonly table: ReturnType<typeof optionTable>
  /** What happens to the notes: more of them, some overwritten or gone, nothing. */
  readonly does: (options: Parsed) => "adds" | "overwrites" | "operation" | "reads"
}

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { table: optionTable([]), does: () => "reads" },
  show: { table: optionTable([]), does: () => "reads" },
  "get-ref": { table: optionTable([]), does: () => "reads" },
  add: { table: optionTable([...MESSAGE, "-f --force"]), does: addsUnlessForced },
  copy: { table: optionTable(["-f --force", "--stdin", "--for-rewrite <command>"]), does: addsUnlessForced },
  append: { table: optionTable(MESSAGE), does: () => "adds" },
  edit: { table: optionTable(MESSAGE), does: () => "overwrites" },
  remove: { table: optionTable(["--ignore-missing", "--stdin"]), does: () => "overwrites" },
  prune: {
    table: optionTable(["-n --dry-run", "-v --verbose"]),
    does: (options) => (options.has("dry-run") ? "reads" : "overwrites"),
  },
  merge: {
    table: optionTable(["-v --verbose", "-q --quiet", "-s --strategy <strategy>", "--commit!", "--abort!"]),
    does: (options) => (options.has("abort") ? "operation" : "overwrites"),
  },
}

function addsUnlessForced(options: Parsed): "adds" | "overwrites" {
  return options.has("force") ? "overwrites" : "adds"
}

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { operands, site } = invocation
  const action = ACTIONS[textOf(operands[0]?.value) ?? "list"]
  if (!action) return []
  const does = action.does(parseOptions(action.table, operands.slice(1)))
  if (does === "reads") return []
  if (does === "operation") return [{ kind: "worktree", site, what: "operation", destructive: false }]
  const ref = notesRef(invocation, state)
  const forced = does === "overwrites" && refExists(ref, invocation.repository) !== false
  return [{ kind: "ref", site, action: forced ? "update" : "create", ref, forced }]
}

/** `--ref` may leave out `refs/notes/`; the variable and the configuration give the full name. */
function notesRef({ options, command, repository }: Invocation, state: State): Value {
  const named = options.value("ref")
  if (named) return mapValue(named.value, fullName)
  const set = variable(command, state, "GIT_NOTES_REF")
  return set ?? known(repository?.config.get("core.notesref") ?? "refs/notes/commits")
}

function fullName(name: string): string {
  if (name.startsWith("refs/notes/")) return name
  return name.startsWith("notes/") ? `refs/${name}` : `refs/notes/${name}`
}

/** Notes: all worktrees write one ref, note by note. What a note exists for is in objects, which nobody reads here. */
export const notes: SubcommandSpec = {
  name: "notes",
  options,
  effects,
  get examples() {
    return (require("./cases/notes.ts") as typeof import("./cases/notes.ts")).notesExamples
  },
}
