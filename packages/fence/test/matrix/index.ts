/** Every row as something that can be judged: what is wrong with it, or nothing. */
import { direct } from "./harm.ts"
import { elsewhere } from "./elsewhere.ts"
import { indirect } from "./indirect.ts"
import { limits } from "./limits.ts"
import { must } from "./must.ts"
import { limitsOf } from "../../src/limits.ts"
import { isSince, VERSION } from "./place.ts"
import type { Harm, Limit, Must } from "./row.ts"
import { fencedFault, mustFault, refusesItself, suffer, unfencedFault } from "./trial.ts"

export interface Row {
  readonly group: string
  readonly id: string
  /** What came out; nothing where the git of this run has no part in it. */
  judge(): Promise<"holds" | "told" | "skipped" | { readonly fault: string }>
}

const harmRow =
  (group: string) =>
  (row: Harm): Row => ({
    group,
    id: idOf(row),
    judge: async () => {
      if (refusesItself(row)) return "skipped"
      const fault = unfencedFault(row, await suffer(row, false)) ?? fencedFault(row, await suffer(row, true))
      if (fault !== undefined) return { fault }
      return row.toldBefore === undefined || isSince(row.toldBefore) ? "holds" : "told"
    },
  })

const mustRow = (row: Must): Row => ({
  group: "must work",
  id: idOf(row),
  judge: async () => {
    const fault = mustFault(row, await suffer(row, false), await suffer(row, true))
    return fault === undefined ? "holds" : { fault }
  },
})

/** A limit that has gone is a fault of the guide. */
const limitRow = (row: Limit): Row => ({
  group: "known limits",
  id: idOf(row),
  judge: async () => {
    const outcome = await suffer(row, true)
    const isStopped = !limitsOf(VERSION).some(({ name }) => name === row.limit)
    const gotPast = outcome.changes.some((what) => what.includes(row.harm))
    if (gotPast && isStopped) return { fault: `this git should stop it: ${outcome.ran.err}` }
    if (!gotPast && !isStopped)
      return { fault: `it is stopped, or harmless, by now: ${outcome.ran.out}${outcome.ran.err}` }
    return "holds"
  },
})

const idOf = ({ command, given }: { readonly command: string; readonly given?: string }): string =>
  [given, command]
    .filter((text) => text !== undefined)
    .join(" | ")
    .replaceAll("\n", " ⏎ ")

export const rows: readonly Row[] = [
  ...direct.map(harmRow("forms")),
  ...elsewhere.map(harmRow("another checkout")),
  ...indirect.map(harmRow("indirection")),
  ...must.map(mustRow),
  ...limits.map(limitRow),
]
