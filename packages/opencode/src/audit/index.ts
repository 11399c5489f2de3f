/** What was refused, lifted, granted and answered: kept on this machine, bounded, without data and secrets. */
export * as Audit from "."

import { Context, Effect, Layer } from "effect"
import { Storage } from "../storage/index.ts"
import { brief, type Cleaning, type Detail } from "./detail.ts"

export type { Detail }

/** `storage` is written where a damaged database was set aside. */
export type Kind = "denial" | "lift" | "grant" | "revoke" | "answer" | "storage"

export interface Entry {
  readonly kind: Kind
  readonly session?: string
  readonly project?: string
  /** The rule or permission it was about. */
  readonly code?: string
  /** Who did it: a session's id, or a person. */
  readonly by?: string
  /** The command as it was given; kept without what it carries. */
  readonly command?: string
  /** More, as JSON: effects, patterns, reasons. Long and deep values are cut. */
  readonly detail?: Detail
}

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

/** The very same within this time is one entry, counted. In milliseconds. */
const REPEATS_WITHIN = 10 * 60 * 1000

/** The oldest entries go when there are more, looked at once in a while. */
export const MAXIMUM_ENTRIES = 10_000
const PRUNE_EVERY = 100

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
      const clean = yield* Effect.promise(cleaning)
      const command = entry.command === undefined ? "" : clean.command(entry.command)
      const detail = JSON.stringify(brief(entry.detail ?? {}, clean))
      const { kind, session = "", project = "", code = "", by = "" } = entry
      yield* storage.write(async (sql) => {
        const now = Date.now()
        // As texts, for null is equal to nothing.
        const same: readonly { readonly id: number | string }[] = await sql`
          SELECT id FROM audit
          WHERE last >= ${now - REPEATS_WITHIN} AND kind = ${kind}
            AND COALESCE(session_id, '') = ${session} AND COALESCE(project_id, '') = ${project}
            AND COALESCE(code, '') = ${code} AND COALESCE("by", '') = ${by}
            AND COALESCE(command, '') = ${command} AND detail = ${detail}
          ORDER BY id DESC LIMIT 1`
        if (same[0]) {
          await sql`UPDATE audit SET times = times + 1, last = ${now} WHERE id = ${same[0].id}`
          return
        }
        const added: readonly { readonly id: number | string }[] = await sql`
          INSERT INTO audit (time, kind, session_id, project_id, code, "by", command, detail, times, last)
          VALUES (${now}, ${kind}, NULLIF(${session}, ''), NULLIF(${project}, ''), NULLIF(${code}, ''),
            NULLIF(${by}, ''), NULLIF(${command}, ''), ${detail}, 1, ${now})
          RETURNING id`
        const id = Number(added[0]!.id)
        if (id % PRUNE_EVERY === 0) await sql`DELETE FROM audit WHERE id <= ${id - MAXIMUM_ENTRIES}`
      })
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

/** Where the reader of shell texts cannot be loaded, a command that cannot be cleaned is not kept. */
async function cleaning(): Promise<Cleaning> {
  // Loaded when it is needed: a host that only lists would pay for the grammar.
  const { loadShell, redacted, withoutSecrets } = await import("@ringfence/guard")
  try {
    await loadShell()
    return { command: redacted, text: withoutSecrets }
  } catch {
    return { command: () => "…", text: withoutSecrets }
  }
}
