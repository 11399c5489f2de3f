/**
 * Reads the plain uses of a command without loading Effect, which takes longer than a check.
 * It accepts only what is certainly well-formed; help, completions and every error are left to the command tree.
 */
import { parseArgs } from "node:util"
import { clash, type Options, type Specification } from "./specification.ts"

/** The options and operands where `argv` is a plain use of the command, else undefined. */
export function readQuickly<S extends Specification>(
  specification: S,
  argv: readonly string[],
): Options<S> | undefined {
  const entries = Object.entries(specification.options)
  const options = Object.fromEntries(
    entries.map(([name, { kind }]) => [
      name,
      kind === "boolean" ? ({ type: "boolean" } as const) : ({ type: "string", multiple: true } as const),
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: true })
    const read = readOperands(specification, positionals)
    if (!read) return undefined
    for (const [name, option] of entries) {
      const given = values[name]
      const texts = Array.isArray(given) ? given.map(String) : []
      if (option.kind === "boolean") read[name] = given === true
      else if (option.kind === "texts") read[name] = texts
      else if (option.kind === "text" && texts.length <= 1) read[name] = texts[0]
      else if (option.kind === "choices" && texts.every((text) => option.choices.includes(text))) read[name] = texts
      else return undefined
    }
    return clash(specification, read) ? undefined : (read as Options<S>)
  } catch {
    return undefined
  }
}

function readOperands({ operands }: Specification, words: readonly string[]): Record<string, unknown> | undefined {
  const read: Record<string, unknown> = {}
  let taken = 0
  for (const [name, { takes }] of Object.entries(operands)) {
    if (takes !== "optional" && taken >= words.length) return undefined
    read[name] = takes === "rest" ? words.slice(taken) : words[taken]
    taken = takes === "rest" ? words.length : taken + 1
  }
  return taken < words.length ? undefined : read
}
