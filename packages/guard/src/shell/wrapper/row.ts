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
  /** The command's words are joined to one text for a shell. */
  readonly joins?: boolean
  readonly forks?: boolean
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
  const all: Record<string, Value> = { ...sets, ...settings(reading.values(...(described.setting ?? []))) }
  const how: Partial<Inner> = { forks: described.forks ?? true, ...(Object.keys(all).length > 0 ? { sets: all } : {}) }
  if (!described.joins) return run(rest, how)
  return rest.length > 0
    ? runText(
        joined(
          rest.map((word) => word.value),
          " ",
        ),
        how,
      )
    : []
}
