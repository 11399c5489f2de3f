/** Wrappers that only take options and operands off the front of a command, as rows of a table. */
import type { Value } from "../value.ts"
import type { Inner, Wrapper } from "../wrapper.ts"
import { read, rules, type Reading } from "./options.ts"
import { joined, run, runText, settings, takeAssignments } from "./words.ts"

export interface Row {
  readonly names: readonly string[]
  readonly options?: readonly string[]
  /** Words of the wrapper's own before the command: a duration, a folder, a subcommand. */
  readonly operands?: number
  /** Variable assignments may stand before the command. */
  readonly assigns?: boolean
  /** Options whose values are variable assignments. */
  readonly setting?: readonly string[]
  /** The option that names the directory the command starts in. */
  readonly directory?: string
  /** Options whose value is text for a shell, run instead of the operands. */
  readonly text?: readonly string[]
  /** Options that start a login or interactive shell. */
  /** The command's words are joined to one text for a shell. */
  readonly joins?: boolean
  readonly forks?: boolean
  readonly place?: Inner["place"]
}

/** The wrapper that a row describes. */
export function row(described: Row): Wrapper {
  const table = rules(described.options ?? [])
  return { names: described.names, unwrap: (call) => unwrapRow(described, read(table, call.argv.slice(1))) }
}

function unwrapRow(described: Row, reading: Reading): readonly Inner[] {
  if (reading.quits) return []
  const after = reading.rest.slice(described.operands ?? 0)
  const { sets, rest } = described.assigns ? takeAssignments(after) : { sets: {}, rest: after }
  const how = { ...surroundings(described, reading, sets), forks: described.forks ?? true }
  const texts = reading.values(...(described.text ?? [])).map((word) => word.value)
  const joint =
    described.joins && rest.length > 0
      ? [
          joined(
            rest.map((word) => word.value),
            " ",
          ),
        ]
      : []
  const all = [...texts, ...joint]
  return all.length > 0 ? all.flatMap((text) => runText(text, how)) : run(rest, how)
}

function surroundings(described: Row, reading: Reading, assigned: Record<string, Value>): Partial<Inner> {
  const sets = { ...assigned, ...settings(reading.values(...(described.setting ?? []))) }
  const directory = described.directory ? reading.value(described.directory)?.value : undefined
  return {
    ...(Object.keys(sets).length > 0 ? { sets } : {}),
    ...(directory ? { directory } : {}),
    ...(described.place ? { place: described.place } : {}),
  }
}
