/** Where journals lie, and what is in them. */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { basename, join } from "node:path"
import { formatLine, parseLine, type Change } from "./entry.ts"

/** A session's journal, alive in its git directory, or kept by the host after the session was removed. */
export interface Kept {
  /** What identifies it: the session's id, else the name of its folder. */
  readonly session: string
  /** The folder that holds `journal` and, after a rotation, `journal.1`. */
  readonly folder: string
  /** The branches and tags the session could write, full names; none are known of some. */
  readonly own: readonly string[]
  /** Its worktree is gone. */
  readonly removed: boolean
}

/** The files of a journal, the older first. */
const FILES = ["journal.1", "journal"]

/** The folder of a git directory that everything of the fence lies in. */
export const fenceFolder = (gitDir: string): string => join(gitDir, "ringfence")

/** Below the data folder. */
const KEPT = "journal"

/** Names the repository, in what is kept. */
const REPOSITORY = "repository"

/**
 * Keeps the journal of a session whose git directory is about to go: a copy below the data folder.
 *
 * @param gitDir the session's own
 * @param commonDir that of the repository the journal is about
 * @param dataFolder `<data>`
 * @param session its id: what the journal is found by
 * @returns the folder of the copy; undefined where there was nothing to keep
 */
export function keepJournal(
  gitDir: string,
  commonDir: string,
  dataFolder: string,
  session: string,
): string | undefined {
  const from = fenceFolder(gitDir)
  if (journalOf(gitDir).length === 0) return undefined
  const to = join(dataFolder, KEPT, session.replaceAll("/", "-"))
  mkdirSync(to, { recursive: true })
  for (const file of [...FILES, "session.json", "born"])
    if (isFile(join(from, file))) copyFileSync(join(from, file), join(to, file))
  writeFileSync(join(to, REPOSITORY), `${commonDir}\n`)
  return to
}

/** Every change on record, the oldest first. Lines that cannot be read are left out. */
export function changesIn(folder: string): readonly Change[] {
  return FILES.flatMap((file) => (read(join(folder, file)) ?? "").split("\n")).flatMap((line) => parseLine(line) ?? [])
}

/** Notes changes that somebody else than git's hooks made. */
export function appendChanges(folder: string, changes: readonly Change[]): void {
  if (changes.length > 0) appendFileSync(join(folder, FILES[1]!), changes.map(formatLine).join(""))
}

/**
 * The journals of a repository: of its linked worktrees, and of its sessions that were removed.
 *
 * @param commonDir the shared git directory; undefined outside of a repository
 * @param dataFolder `<data>`
 */
export function journalsOf(commonDir: string | undefined, dataFolder: string): readonly Kept[] {
  const alive = commonDir === undefined ? [] : below(join(commonDir, "worktrees")).flatMap(journalOf)
  const gone = below(join(dataFolder, KEPT))
    .filter((folder) => commonDir !== undefined && isSame(read(join(folder, REPOSITORY))?.trimEnd(), commonDir))
    .flatMap((folder) => keptIn(folder, true))
  return [...alive, ...gone]
}

/** The journal of one git directory, where there is one. */
export const journalOf = (gitDir: string): readonly Kept[] => keptIn(fenceFolder(gitDir), false)

function keptIn(folder: string, removed: boolean): readonly Kept[] {
  if (!FILES.some((file) => isFile(join(folder, file)))) return []
  const record = recordIn(folder)
  const name = removed ? basename(folder) : basename(join(folder, ".."))
  const branch = record?.branch === undefined ? [] : [`refs/heads/${record.branch}`]
  const born = (read(join(folder, "born")) ?? "").split("\n").filter((line) => line.startsWith("refs/"))
  return [{ session: record?.session ?? name, folder, own: [...branch, ...born], removed }]
}

function recordIn(folder: string): { readonly branch?: string; readonly session?: string } | undefined {
  try {
    const record: unknown = JSON.parse(read(join(folder, "session.json")) ?? "")
    if (typeof record !== "object" || record === null) return undefined
    const text = (name: string): string | undefined => {
      const value: unknown = Reflect.get(record, name)
      return typeof value === "string" ? value : undefined
    }
    const [branch, session] = [text("branch"), text("session")]
    return { ...(branch === undefined ? {} : { branch }), ...(session === undefined ? {} : { session }) }
  } catch {
    return undefined
  }
}

function below(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .toSorted()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

function isSame(one: string | undefined, other: string): boolean {
  try {
    return one !== undefined && realpathSync(one) === realpathSync(other)
  } catch {
    return one === other
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
