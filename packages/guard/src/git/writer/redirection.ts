/** Files that a command's redirections write. */
import type { Command, Redirection } from "../../shell/program.ts"
import { known, textOf, type Value } from "../../shell/value.ts"
import { concat, joined } from "../../shell/wrapper/words.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { pathsOf } from "./place.ts"
import { writeTo } from "./target.ts"

const WRITING: ReadonlySet<Redirection["operator"]> = new Set([">", ">>", ">|", "<>", "&>", "&>>", ">&"])

/** The writes that the shell makes before (or instead of) the command itself. Devices are no files. */
export function redirectionEffects(command: Command, state: State): readonly Effect[] {
  return command.redirections.flatMap((redirection) => {
    const { operator, target, fd } = redirection
    if (!target || !WRITING.has(operator)) return []
    const text = textOf(target.value)
    if (
      text !== undefined &&
      (/^\/(dev(?!\/shm\/)|proc)\//.test(text) || (operator === ">&" && /^(\d+-?|-)$/.test(text)))
    )
      return []
    const output = (fd ?? 1) === 1 && operator !== "<>" ? printed(command) : undefined
    return pathsOf(command, target.value).flatMap((path) => {
      const content = output && operator.endsWith(">>") ? concat(known(held(path, state)), output) : output
      return writeTo(path, state, content ? { content } : {})
    })
  })
}

const held = (path: Value, state: State): string => state.files.read(textOf(path) ?? "") ?? ""

/** What the commands print that texts write files with; undefined for all others. */
function printed(command: Command): Value | undefined {
  const [name, ...words] = command.argv
  if (command.around) return undefined
  if (!name) return known("")
  const values = words.map((word) => word.value)
  switch (textOf(name.value)) {
    case ":":
    case "true":
      return known("")
    case "echo":
      return joined(values, " ")
    case "printf":
      return joined(values, "\n")
    case "cat":
      return words.length === 0 ? command.stdin : undefined
    default:
      return undefined
  }
}
