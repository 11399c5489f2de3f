/** How commands are spelled when rules of the permission `bash` are matched against them. */
import { textOf, type Command, type Word } from "@ringfence/guard"

/** Needs no quotes, so that `g"i"t 'push'` and `git push` are one. */
const PLAIN = /^[\w@%+=:,./~^{}-]+$/

function spell(word: Word): string {
  const text = textOf(word.value)
  return text !== undefined && PLAIN.test(text) ? text : word.text
}

/** Redirections to and from files. An exact rule for a command says nothing about where its output goes. */
function redirections(command: Command): readonly string[] {
  return command.redirections.flatMap(({ operator, fd, target }) => {
    const duplicates = /^[<>]&$/.test(operator) && target !== undefined && /^(?:\d+-?|-)$/.test(target.text)
    if (!target || duplicates || operator === "<<<" || textOf(target.value) === "/dev/null") return []
    return [`${fd ?? ""}${operator} ${spell(target)}`]
  })
}

/** The command with its words and files, and nothing around it: what a deny rule must meet. */
export function bare(command: Command): string {
  return [...command.argv.map(spell), ...redirections(command)].join(" ")
}

/** Whether there is more to the command than its words. */
export const hasFiles = (command: Command): boolean => redirections(command).length > 0

/**
 * The command with the variables that are set for it and the wrappers that run it, as it was written: what an allow
 * rule must meet too. Undefined where there are none.
 */
export function whole(command: Command, text: string): string | undefined {
  const { assignments, via, span } = command
  if (assignments.length === 0 && via.length === 0) return undefined
  const written = text.slice(span.start, span.end).trim()
  const sets = assignments.map(({ name, value }) => `${name}=${textOf(value) ?? "…"}`)
  const outer = via[0]?.name
  if (outer === undefined) return [...sets, bare(command)].join(" ")
  return written.startsWith(outer) ? written : [...via.map(({ name }) => name), ...sets, bare(command)].join(" ")
}
