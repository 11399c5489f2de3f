/**
 * Which directory is a session's own. Payloads tell where the shell stands, and that moves with a `cd`: so the place of
 * a session's first call is kept, one small file for each session and agent, in `<data>/hook-sessions`.
 */
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { isAbsolute, join } from "node:path"
import { Unreadable, type Call } from "./dialect.ts"

interface Kept {
  /** Where its first call was made. */
  readonly first: string
  /** Its directory now. */
  readonly directory: string
  /** It has gone to a worktree, and its next call shows which. */
  readonly moving?: boolean
}

const DAY = 24 * 60 * 60 * 1000
/** A session that nothing was heard of for this long is over. */
const FORGOTTEN_AFTER = 60 * DAY
/** The files that are kept at most; of more the ones that were used last stay. */
export const MOST = 2000
const LEFT = 1500

const folderOf = (data: string): string => join(data, "hook-sessions")

/** What the store must know of a folder: whether a session in it is an isolated one. */
export type IsIsolated = (directory: string) => boolean

export class Sessions {
  constructor(
    private readonly data: string,
    private readonly client: string,
    private readonly isIsolated: IsIsolated,
    /** Told of what could not be kept; the call goes on. */
    private readonly trouble: (what: string) => void,
  ) {}

  /**
   * The directory of the session that makes this call.
   *
   * @throws Unreadable where what was kept of it cannot be read; it is then kept anew by the next call
   */
  directoryOf({ session, agent, cwd }: Call, process: string): string {
    const here = cwd ?? process
    if (session === undefined) return here
    const file = this.fileOf(session, agent)
    const kept = this.read(file)
    if (!kept) return this.begin(file, this.startOf(session, agent, here)).directory
    if (!kept.moving) return kept.directory
    const directory = this.isIsolated(here) ? here : kept.directory
    this.replace(file, { first: kept.first, directory })
    return directory
  }

  /** The session has gone to a worktree of its own; `places` are where that may be, the likeliest first. */
  entered({ session, agent, cwd }: Call, process: string, places: readonly (string | undefined)[]): void {
    if (session === undefined) return
    const file = this.fileOf(session, agent)
    const kept = this.read(file) ?? { first: cwd ?? process, directory: cwd ?? process }
    const directory = places.find((place) => place !== undefined && isAbsolute(place) && this.isIsolated(place))
    this.replace(file, directory === undefined ? { ...kept, moving: true } : { first: kept.first, directory })
  }

  /** The session is back where it began. */
  left({ session, agent }: Call): void {
    if (session === undefined) return
    const file = this.fileOf(session, agent)
    const kept = this.read(file)
    if (kept) this.replace(file, { first: kept.first, directory: kept.first })
  }

  /** A subagent starts where the shell of its session stands, but is never less guarded than its session. */
  private startOf(session: string, agent: string | undefined, here: string): string {
    if (agent === undefined || this.isIsolated(here)) return here
    const parent = this.read(this.fileOf(session, undefined))?.directory
    return parent !== undefined && this.isIsolated(parent) ? parent : here
  }

  private fileOf(session: string, agent: string | undefined): string {
    const key = new Bun.CryptoHasher("sha256")
      .update(JSON.stringify([this.client, session, agent ?? null]))
      .digest("hex")
    return join(folderOf(this.data), `${key.slice(0, 40)}.json`)
  }

  private read(file: string): Kept | undefined {
    const text = readIfThere(file)
    if (text === undefined) return undefined
    const kept = keptOf(text)
    if (kept) {
      touch(file)
      return kept
    }
    rmSync(file, { force: true })
    throw new Unreadable(`what was kept of a session of ${this.client} is damaged (${file})`)
  }

  /** Keeps the first of what several calls at once say. */
  private begin(file: string, directory: string): Kept {
    const kept: Kept = { first: directory, directory }
    try {
      prune(folderOf(this.data))
      const draft = this.draft(file, kept)
      try {
        linkSync(draft, file)
      } catch (error) {
        // There is another's already, or no links can be made here.
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return this.read(file) ?? kept
        renameSync(draft, file)
      } finally {
        rmSync(draft, { force: true })
      }
    } catch (error) {
      if (error instanceof Unreadable) throw error
      this.trouble(`the directory of a session cannot be kept: ${(error as Error).message}`)
    }
    return kept
  }

  private replace(file: string, kept: Kept): void {
    try {
      renameSync(this.draft(file, kept), file)
    } catch (error) {
      this.trouble(`the directory of a session cannot be kept: ${(error as Error).message}`)
    }
  }

  private draft(file: string, kept: Kept): string {
    mkdirSync(folderOf(this.data), { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 })
    return draft
  }
}

/** Forgets every session. */
export const forgetSessions = (data: string): void => rmSync(folderOf(data), { recursive: true, force: true })

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR") return undefined
    throw new Unreadable(`what was kept of a session cannot be read: ${message}`)
  }
}

function keptOf(text: string): Kept | undefined {
  try {
    const { first, directory, moving } = JSON.parse(text) as Record<string, unknown>
    const whole =
      typeof first === "string" && typeof directory === "string" && isAbsolute(first) && isAbsolute(directory)
    return whole ? { first, directory, ...(moving === true ? { moving } : {}) } : undefined
  } catch {
    return undefined
  }
}

/** Marks a file as in use, once in a while. */
function touch(file: string): void {
  try {
    const now = Date.now()
    if (now - statSync(file).mtimeMs > DAY) utimesSync(file, now / 1000, now / 1000)
  } catch {
    // It may be forgotten too early then.
  }
}

/** Removes what is over. Looked at when a session begins. */
function prune(folder: string): void {
  const names = (() => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  })()
  if (names.length < MOST) return
  const files = names
    .map((name) => join(folder, name))
    .map((file) => ({ file, used: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.used - one.used)
  const over = files.filter(({ used }, at) => at >= LEFT || used < Date.now() - FORGOTTEN_AFTER)
  for (const { file } of over) rmSync(file, { force: true })
}
