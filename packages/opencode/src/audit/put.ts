/** Entries of the log: cleaned, and put there. Nothing here loads Effect: what lives for one question uses it too. */
import type { SQL } from "bun"
import { brief, type Cleaning, type Detail } from "./detail.ts"

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

/** The very same within this time is one entry, counted. In milliseconds. */
const REPEATS_WITHIN = 10 * 60 * 1000

/** The oldest entries go when there are more, looked at once in a while. */
export const MAXIMUM_ENTRIES = 10_000
const PRUNE_EVERY = 100

/** An entry without data and secrets, as texts; an empty one for what is not there. */
export interface Cleaned {
  readonly kind: Kind
  readonly session: string
  readonly project: string
  readonly code: string
  readonly by: string
  readonly command: string
  /** As JSON. */
  readonly detail: string
}

/** What is kept of an entry. */
export type Clean = (entry: Entry) => Cleaned

/** What cleans entries: got before a transaction, which may wait for nothing but its statements. */
export const cleaner = async (): Promise<Clean> => cleanedBy(await cleaning())

function cleanedBy(how: Cleaning): Clean {
  return ({ kind, session = "", project = "", code = "", by = "", command, detail }) => ({
    kind,
    session,
    project,
    code,
    by,
    command: command === undefined ? "" : how.command(command),
    detail: JSON.stringify(brief(detail ?? {}, how)),
  })
}

/** What is kept of one entry. The grammar is loaded where its commands cannot be read without, which is rare. */
export async function clean(entry: Entry): Promise<Cleaned> {
  const { GrammarMissing, redacted, withoutSecrets } = await import("@ringfence/guard")
  try {
    return cleanedBy({ command: redacted, text: withoutSecrets })(entry)
  } catch (error) {
    if (!(error instanceof GrammarMissing)) throw error
    return (await cleaner())(entry)
  }
}

/** Adds an entry, or counts it where the very same is the latest of its kind. Inside one transaction. */
export async function put(sql: SQL, entry: Cleaned, now: number): Promise<void> {
  const { kind, session, project, code, by, command, detail } = entry
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
}

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
