/** Single values of clients' settings, whether in JSON with comments or in TOML. */
import { parseTree, getNodeValue } from "jsonc-parser"
import { objectIn } from "../change.ts"
import { Failure } from "../../failure.ts"
import { readConfiguration, splitMark } from "../file.ts"

/**
 * The value in a settings file that properties lead to; undefined where there is none.
 *
 * @throws Failure where the file cannot be read
 */
export function valueAt(file: string, path: readonly string[]): unknown {
  const read = readConfiguration(file)
  if (read === undefined) return undefined
  const text = splitMark(read.text)[1]
  return path.reduce<unknown>(
    (value, name) => propertyIn(value, name),
    file.endsWith(".toml") ? toml(file, text) : json(file, text),
  )
}

const propertyIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

function json(file: string, text: string): unknown {
  if (objectIn(file, text) === undefined) return undefined
  return getNodeValue(parseTree(text, [], { allowTrailingComma: true })!)
}

/** What a TOML text holds. */
export function toml(file: string, text: string): unknown {
  try {
    return Bun.TOML.parse(text)
  } catch (error) {
    throw new Failure(`${file} does not parse: ${(error as Error).message}. Mend it first.`)
  }
}
