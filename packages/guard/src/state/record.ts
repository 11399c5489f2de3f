/**
 * What a host wrote down about a session, in `<gitdir>/ringfence/`, which goes when the worktree goes:
 * `session.json`, and `born`, one full ref name a line for every branch and tag the session made; in `gone` those that
 * it deleted again.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Disk } from "./files.ts"

interface SessionRecord {
  readonly version: 1
  /** A clone has a repository of its own and is isolated because this record says so. */
  readonly kind: "worktree" | "clone"
  /** The branch at creation, in short. */
  readonly branch: string
  readonly session?: string
  /** The session that started it. */
  readonly parent?: string
  readonly integration?: "orchestrator" | "self"
  /** The common git directory a clone was made from; its checkouts are foreign. */
  readonly origin?: string
}

type Written = Omit<SessionRecord, "kind"> & Partial<Pick<SessionRecord, "kind">>

/** What the properties that are known may hold; `undefined` where one may be missing. */
const FITS: Readonly<Record<keyof SessionRecord, (value: unknown) => boolean>> = {
  version: (value) => value === 1,
  kind: (value) => value === undefined || value === "worktree" || value === "clone",
  branch: (value) => typeof value === "string",
  session: isTextIfThere,
  parent: isTextIfThere,
  integration: (value) => value === undefined || value === "orchestrator" || value === "self",
  origin: isTextIfThere,
}

function isTextIfThere(value: unknown): boolean {
  return value === undefined || typeof value === "string"
}

/**
 * The record that a value is; undefined where it is none. By hand: every question in an isolated session asks this, and
 * what reads schemas takes longer to load than the question takes.
 */
function recordOf(value: unknown): SessionRecord | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
  const given = value as Readonly<Record<string, unknown>>
  const fits = Object.entries(FITS).every(([name, holds]) => holds(given[name]))
  return fits ? ({ ...given, kind: given["kind"] ?? "worktree" } as unknown as SessionRecord) : undefined
}

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
/** What the session made and deleted again. */
const goneFile = (gitDir: string): string => join(folder(gitDir), "gone")

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
    const born = new Set((disk.read(bornFile(gitDir)) ?? "").split("\n").filter((line) => line.startsWith("refs/")))
    return { session: text === undefined ? undefined : recordOf(parseJson(text)), born }
  })
}

/** The refs (full names) that the session made and deleted again: the fence's hooks write them down. */
export const readGone = (disk: Disk, gitDir: string): readonly string[] =>
  (disk.read(goneFile(gitDir)) ?? "").split("\n").filter((line) => line.startsWith("refs/"))

/** Writes the session file in one step. Throws a TypeError where it is none. */
export function writeRecord(gitDir: string, written: Written): void {
  const record = recordOf(written)
  if (record === undefined) throw new TypeError("this is no record of a session")
  mkdirSync(folder(gitDir), { recursive: true })
  const draft = `${sessionFile(gitDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(record, null, 2) + "\n")
  renameSync(draft, sessionFile(gitDir))
}

/** Notes refs (full names) that the session made; those that are noted already are left out. */
export function appendBorn(gitDir: string, refs: readonly string[]): void {
  if (refs.length === 0) return
  const noted = bornIn(gitDir)
  const unnoted = refs.filter((ref) => !noted.includes(ref))
  if (unnoted.length === 0) return
  mkdirSync(folder(gitDir), { recursive: true })
  appendFileSync(bornFile(gitDir), unnoted.map((ref) => `${ref}\n`).join(""))
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
