/**
 * Reads the plain uses of a command without loading Effect, which takes longer than a check.
 * It accepts only what is certainly well-formed; help, completions and every error are left to the command tree.
 */
import { clash, type Options, type Specification } from "./specification.ts"

/** The options and operands where `argv` is a plain use of the command, else undefined. */
export function readQuickly<S extends Specification>(
  specification: S,
  argv: readonly string[],
): Options<S> | undefined {
  const words = takeApart(specification, argv)
  const read = words && readOperands(specification, words.operands)
  if (!words || !read) return undefined
  for (const [name, option] of Object.entries(specification.options)) {
    const texts = words.given.get(name) ?? []
    if (option.kind === "boolean") read[name] = words.given.has(name)
    else if (option.kind === "texts") read[name] = texts
    else if (option.kind === "text" && texts.length <= 1) read[name] = texts[0]
    else if (option.kind === "choice" && texts.length <= 1 && texts.every((text) => option.choices.includes(text)))
      read[name] = texts[0]
    else if (option.kind === "choices" && texts.every((text) => option.choices.includes(text))) read[name] = texts
    else return undefined
  }
  return clash(specification, read) ? undefined : (read as Options<S>)
}

interface Words {
  /** The values of each option that was given. */
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly operands: readonly string[]
}

/** By hand, for `parseArgs` of node:util takes longer to load than a hook takes to answer. */
function takeApart({ options }: Specification, argv: readonly string[]): Words | undefined {
  const given = new Map<string, readonly string[]>()
  const operands: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (word === "--") return { given, operands: [...operands, ...argv.slice(at + 1)] }
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (name === undefined) {
      if (word.startsWith("-") && word !== "-") return undefined
      operands.push(word)
      continue
    }
    const kind = Object.hasOwn(options, name) ? options[name]!.kind : undefined
    if (kind === "boolean" ? inline !== undefined : kind === undefined) return undefined
    const value = kind === "boolean" ? "" : (inline ?? argv[++at])
    // A value that begins with a dash may be an option whose own value was forgotten.
    if (value === undefined || (inline === undefined && value.startsWith("-") && value !== "-")) return undefined
    given.set(name, [...(given.get(name) ?? []), value])
  }
  return { given, operands }
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
