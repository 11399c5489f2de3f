/** Files that a command's redirections write. */
import { literalOutput } from "../../shell/output.ts"
import type { Command, Redirection } from "../../shell/program.ts"
import { known, textOf, type Value } from "../../shell/value.ts"
import { concat } from "../../shell/wrapper/words.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { pathsOf } from "./place.ts"
import { contentOf, writeTo } from "./target.ts"

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
    const printing = (fd ?? 1) === 1 && operator !== "<>" && command.around !== true
    return pathsOf(command, target.value).flatMap((path) => {
      const output = printing ? printed(command, path, state) : undefined
      const held = operator.endsWith(">>") ? (contentOf(path, state, [path]).content ?? known("")) : known("")
      const content = output && concat(held, output)
      return writeTo(path, state, content ? { content } : {})
    })
  })
}

/** What the commands print that texts write files with; undefined for all others. */
function printed(command: Command, path: Value, state: State): Value | undefined {
  const [name, ...words] = command.argv
  const program = name === undefined ? ":" : textOf(name.value)
  if (program === ":" || program === "true") return known("")
  if (program !== "cat") return literalOutput(command)
  if (words.length === 0) return command.stdin
  const sources = words.flatMap((word) => pathsOf(command, word.value))
  return contentOf(path, state, sources).content
}
