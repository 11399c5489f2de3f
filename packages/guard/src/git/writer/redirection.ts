/** Files that a command's redirections write. */
import type { Command, Redirection } from "../../shell/program.ts"
import { textOf } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { writes } from "./place.ts"

const WRITING: ReadonlySet<Redirection["operator"]> = new Set([">", ">>", ">|", "<>", "&>", "&>>", ">&"])

/** The writes that the shell makes before (or instead of) the command itself. Devices are no files. */
export function redirectionEffects(command: Command, state: State): readonly Effect[] {
  return command.redirections.flatMap((redirection) => {
    const { operator, target } = redirection
    if (!target || !WRITING.has(operator)) return []
    const text = textOf(target.value)
    if (text !== undefined && (/^\/(dev|proc)\//.test(text) || (operator === ">&" && /^(\d+-?|-)$/.test(text))))
      return []
    return writes(command, state, [target])
  })
}
