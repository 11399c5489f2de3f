/**
 * What a host wrote down about a session, in `<gitdir>/ringfence/`, which goes when the worktree goes:
 * `session.json`, and `born`, one full ref name a line for every branch and tag the session made.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as z from "zod/mini"
import type { Disk } from "./files.ts"

const sessionRecordSchema = z.looseObject({
  version: z.literal(1),
  /** A clone has a repository of its own and is isolated because this record says so. */
  kind: z._default(z.enum(["worktree", "clone"]), "worktree"),
  /** The branch at creation, in short. */
  branch: z.string(),
  session: z.optional(z.string()),
  /** The session that started it. */
  parent: z.optional(z.string()),
  integration: z.optional(z.enum(["orchestrator", "self"])),
  /** The common git directory a clone was made from; its checkouts are foreign. */
  origin: z.optional(z.string()),
})

type SessionRecord = z.infer<typeof sessionRecordSchema>

export interface Recorded {
  readonly session?: SessionRecord
  /** Full ref names. */
  readonly born: ReadonlySet<string>
}

const FOLDER = "ringfence"
const folder = (gitDir: string): string => join(gitDir, FOLDER)
/** Where the record of a session is. */
export const sessionFile = (gitDir: string): string => join(folder(gitDir), "session.json")
const bornFile = (gitDir: string): string => join(folder(gitDir), "born")

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The record in a git directory; an invalid session file counts as absent. */
export function readRecord(disk: Disk, gitDir: string): Recorded {
  return disk.memo(`record ${gitDir}`, () => {
    if (!disk.list(gitDir).includes(FOLDER)) return { born: new Set<string>() }
    const text = disk.read(sessionFile(gitDir))
    const parsed = text === undefined ? undefined : sessionRecordSchema.safeParse(parseJson(text))
    const born = new Set((disk.read(bornFile(gitDir)) ?? "").split("\n").filter((line) => line.startsWith("refs/")))
    return { session: parsed?.success ? parsed.data : undefined, born }
  })
}

/** Writes the session file in one step. */
export function writeRecord(gitDir: string, record: z.input<typeof sessionRecordSchema>): void {
  mkdirSync(folder(gitDir), { recursive: true })
  const draft = `${sessionFile(gitDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(sessionRecordSchema.parse(record), null, 2) + "\n")
  renameSync(draft, sessionFile(gitDir))
}

/** Notes refs (full names) that the session made. */
export function appendBorn(gitDir: string, refs: readonly string[]): void {
  if (refs.length === 0) return
  mkdirSync(folder(gitDir), { recursive: true })
  appendFileSync(bornFile(gitDir), refs.map((ref) => `${ref}\n`).join(""))
}

/** The refs (full names) that are noted as made by the session. */
export function bornIn(gitDir: string): readonly string[] {
  try {
    return readFileSync(bornFile(gitDir), "utf8")
      .split("\n")
      .filter((line) => line !== "")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []
    throw error
  }
}

/** Takes a ref (full name) out of them. */
export function dropBorn(gitDir: string, ref: string): void {
  const draft = `${bornFile(gitDir)}.${process.pid}`
  const left = bornIn(gitDir).filter((line) => line !== ref)
  writeFileSync(draft, left.map((line) => `${line}\n`).join(""))
  renameSync(draft, bornFile(gitDir))
}
