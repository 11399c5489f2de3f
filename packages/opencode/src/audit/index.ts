/** What was refused, lifted, granted and answered: kept on this machine, bounded, without data and secrets. */
export * as Audit from "."

import { Context, Effect, Layer } from "effect"
import { Storage } from "../storage/index.ts"
import type { Detail } from "./detail.ts"
import { clean, put, type Entry, type Kind } from "./put.ts"

export { MAXIMUM_ENTRIES } from "./put.ts"
export type { Detail, Entry, Kind }

export interface Recorded extends Entry {
  readonly id: number
  /** When it first happened, in milliseconds since the epoch. */
  readonly time: number
  readonly detail: Detail
  /** How often the very same happened in a row. */
  readonly times: number
  /** When it last happened. */
  readonly last: number
}

export interface Query {
  readonly session?: string
  readonly project?: string
  /** Only refusals. */
  readonly denied?: boolean
  /** Only what happened (again) at or after this time, in milliseconds since the epoch. */
  readonly since?: number
  /** At most so many, the latest ones; 100 unless given. */
  readonly limit?: number
}

interface Row {
  readonly id: number | string
  readonly time: number | string
  readonly kind: string
  readonly session_id: string | null
  readonly project_id: string | null
  readonly code: string | null
  readonly by: string | null
  readonly command: string | null
  readonly detail: string
  readonly times: number | string
  readonly last: number | string
}

const fromRow = (row: Row): Recorded => ({
  id: Number(row.id),
  time: Number(row.time),
  kind: row.kind as Kind,
  ...(row.session_id !== null && { session: row.session_id }),
  ...(row.project_id !== null && { project: row.project_id }),
  ...(row.code !== null && { code: row.code }),
  ...(row.by !== null && { by: row.by }),
  ...(row.command !== null && { command: row.command }),
  detail: JSON.parse(row.detail) as Detail,
  times: Number(row.times),
  last: Number(row.last),
})

export interface Interface {
  /** Writes an entry down, or counts it where the very same is the latest of its kind. Committed when it ends. */
  readonly record: (entry: Entry) => Effect.Effect<void, Storage.Error>
  /** The latest entries, oldest first. */
  readonly list: (query?: Query) => Effect.Effect<readonly Recorded[], Storage.Error>
}

export class Service extends Context.Service<Service, Interface>()("@ringfence/opencode/Audit") {}

export const layer: Layer.Layer<Service, never, Storage.Service> = Layer.effect(
  Service,
  Effect.gen(function* () {
    const storage = yield* Storage.Service

    const record = Effect.fn("Audit.record")(function* (entry: Entry) {
      const cleaned = yield* Effect.promise(() => clean(entry))
      yield* storage.write((sql) => put(sql, cleaned, Date.now()))
    })

    const list = Effect.fn("Audit.list")(function* (query: Query = {}) {
      const { session = "", project = "", denied = false, since = 0, limit = 100 } = query
      const rows = yield* storage.read(async (sql): Promise<readonly Row[]> => {
        const kind = denied ? "denial" : ""
        return await sql`
          SELECT id, time, kind, session_id, project_id, code, "by", command, detail, times, last FROM audit
          WHERE last >= ${since} AND (${session} = '' OR session_id = ${session})
            AND (${project} = '' OR project_id = ${project}) AND (${kind} = '' OR kind = ${kind})
          ORDER BY last DESC, id DESC LIMIT ${limit}`
      })
      return [...rows].map(fromRow).reverse()
    })

    return Service.of({ record, list })
  }),
)
