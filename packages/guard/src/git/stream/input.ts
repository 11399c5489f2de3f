/** What a command reads from its standard input. */
import type { Command } from "../../shell/program.ts"
import { known, textOf, type Value } from "../../shell/value.ts"

/** The text where it is in the command's text, nothing for `</dev/null`, else undefined. */
export function standardInput({ stdin, redirections }: Command): Value | undefined {
  if (stdin) return stdin
  const from = redirections.findLast(({ operator, fd }) => operator === "<" && (fd ?? 0) === 0)
  return textOf(from?.target?.value) === "/dev/null" ? known("") : undefined
}
