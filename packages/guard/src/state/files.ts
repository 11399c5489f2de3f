/**
 * Reading the disk, synchronously and without ever throwing: what is missing, unreadable, looping or of a
 * strange kind is simply not there. What was read is remembered with a mark of the file it came from, and
 * believed again only while the mark still fits.
 */
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs"
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path"
import type { Files } from "./state.ts"

/** A whole file is read up to this size. */
const TEXT_LIMIT = 16 * 1024 * 1024
/** A file that changed this shortly before it was read may change again without its mark changing. */
const RACY_MS = 40
const LINKS_MAX = 40
const CACHE_MAX = 4096
const WITNESSES_MAX = 512

/** What a path looked like. Of a folder whose entries do not matter, only which one it is. */
interface Mark {
  readonly ino: number
  readonly size: number
  readonly changed: number
  readonly racy: boolean
}

interface Witness {
  readonly path: string
  readonly what: "identity" | "content"
  readonly mark: Mark | undefined
}

/** What a computation looked at, so that its result can be believed as long as that has not changed. */
type Witnesses = readonly Witness[]

export interface Disk extends Files {
  /** Looking without counting it as looked at: at what does not change while the rest stays as it is. */
  readonly unwatched: Pick<Files, "stat" | "read" | "realpath">
  /** Where a symbolic link points, or undefined where the path is none. */
  link(path: string): string | undefined
  /** The bytes of a regular file, or undefined where it is missing or larger than `limit`. */
  bytes(path: string, limit: number): Uint8Array | undefined
  /** The last `limit` bytes as text, from the start of a line on. */
  tail(path: string, limit: number): string | undefined
  /** The first `limit` bytes as text. */
  head(path: string, limit: number): string | undefined
  /** The result of `compute`, remembered under `key` as long as nothing it looked at has changed. */
  memo<T>(key: string, compute: () => T): T
  /** The result of `compute` and everything it looked at. */
  witnessed<T>(compute: () => T): { readonly result: T; readonly witnesses: Witnesses }
  /** `memo` with what the result rests on. */
  memoWitnessed<T>(key: string, compute: () => T): { readonly result: T; readonly witnesses: Witnesses }
  /** Counts these as looked at by the computation under way. */
  note(witnesses: Witnesses): void
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const QUIETLY = { throwIfNoEntry: false } as const

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, QUIETLY)
  } catch {
    return undefined
  }
}

function markOf(path: string, what: Witness["what"]): Mark | undefined {
  const stat = statOf(path)
  return stat && { ...looksOf(stat, what), racy: what === "content" && Date.now() - stat.ctimeMs < RACY_MS }
}

const looksOf = (stat: Stats, what: Witness["what"]): Omit<Mark, "racy"> =>
  what === "identity"
    ? { ino: stat.ino, size: stat.mode, changed: stat.dev }
    : { ino: stat.ino, size: stat.size, changed: stat.mtimeMs + stat.ctimeMs }

function stillSo({ path, what, mark }: Witness): boolean {
  if (mark?.racy) return false
  const stat = statOf(path)
  if (!stat || !mark) return !stat && !mark
  const now = looksOf(stat, what)
  return now.ino === mark.ino && now.size === mark.size && now.changed === mark.changed
}

function slice(path: string, limit: number, end: "first" | "last"): string | undefined {
  return attempt(() => {
    const file = openSync(path, "r")
    try {
      const stat = fstatSync(file)
      if (!stat.isFile()) return undefined
      const length = Math.min(limit, stat.size)
      const buffer = Buffer.alloc(length)
      const read = readSync(file, buffer, 0, length, end === "first" ? 0 : stat.size - length)
      const text = buffer.toString("utf8", 0, read)
      return end === "first" || length === stat.size ? text : text.slice(text.indexOf("\n") + 1)
    } finally {
      closeSync(file)
    }
  })
}

/** Follows links part by part, dangling ones too, and keeps what does not exist as it is written. */
function walk(path: string): string {
  let done: string = sep
  let rest = resolveRoot(path)
  for (let links = 0; rest.length > 0;) {
    const part = rest.shift()!
    if (part === "..") done = dirname(done)
    if (part === ".." || part === "." || part === "") continue
    const next = join(done, part)
    const target = attempt(() => readlinkSync(next))
    if (target === undefined || ++links > LINKS_MAX) {
      done = next
      continue
    }
    if (isAbsolute(target)) done = sep
    rest = [...target.split(sep), ...rest]
  }
  return done
}

const resolveRoot = (path: string): string[] => (isAbsolute(path) ? path : resolve(path)).split(sep)

/** A view of the disk with a memory of its own. */
function createDisk(): Disk {
  const open: Map<string, Witness>[] = []
  const texts = new Map<string, { readonly witness: Witness; readonly text: string | undefined }>()
  const results = new Map<string, { readonly witnesses: Witnesses; readonly result: unknown }>()

  const remember = (witness: Witness): void => {
    open.at(-1)?.set(witness.what + witness.path, witness)
  }
  const look = (path: string, what: Witness["what"]): Witness => {
    const witness: Witness = { path, what, mark: markOf(path, what) }
    remember(witness)
    return witness
  }
  const store = <V>(cache: Map<string, V>, key: string, value: V): void => {
    if (cache.size >= CACHE_MAX) cache.clear()
    cache.set(key, value)
  }
  const watch = <T>(path: string, read: () => T): T => {
    if (open.length > 0) look(path, "content")
    return read()
  }

  const disk: Disk = {
    unwatched: { stat: kindOf, read: readText, realpath: realPathOf },
    stat(path) {
      if (open.length > 0) look(path, "identity")
      return kindOf(path)
    },
    list: (path) => watch(path, () => attempt(() => readdirSync(path)) ?? []),
    realpath(path) {
      if (open.length > 0) look(path, "identity")
      return realPathOf(path)
    },
    link: (path) => attempt(() => readlinkSync(path)),
    read(path) {
      const known = texts.get(path)
      if (known && stillSo(known.witness)) {
        remember(known.witness)
        return known.text
      }
      const witness = look(path, "content")
      const text = witness.mark && readText(path)
      store(texts, path, { witness, text })
      return text
    },
    bytes: (path, limit) =>
      watch(path, () =>
        attempt(() => {
          const stat = statSync(path)
          return stat.isFile() && stat.size <= limit ? readFileSync(path) : undefined
        }),
      ),
    tail: (path, limit) => watch(path, () => slice(path, limit, "last")),
    head: (path, limit) => watch(path, () => slice(path, limit, "first")),
    witnessed(compute) {
      const seen = new Map<string, Witness>()
      open.push(seen)
      try {
        const result = compute()
        return {
          result,
          witnesses: [...seen.values()].filter(({ what, path }) => what === "content" || !seen.has(`content${path}`)),
        }
      } finally {
        open.pop()
        for (const witness of seen.values()) remember(witness)
      }
    },
    note: (witnesses) => {
      if (open.length > 0) witnesses.forEach(remember)
    },
    memo: (key, compute) => disk.memoWitnessed(key, compute).result,
    memoWitnessed<T>(key: string, compute: () => T) {
      const known = results.get(key)
      if (known && known.witnesses.every(stillSo)) {
        disk.note(known.witnesses)
        return known as { readonly result: T; readonly witnesses: Witnesses }
      }
      const fresh = disk.witnessed(compute)
      store(results, key, fresh)
      return fresh
    },
  }
  return disk
}

function kindOf(path: string): ReturnType<Files["stat"]> {
  const stat = statOf(path)
  return stat?.isDirectory() ? "directory" : stat && "file"
}

const realPathOf = (path: string): string => attempt(() => realpathSync.native(path)) ?? walk(path)

function readText(path: string): string | undefined {
  return attempt(() => {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= TEXT_LIMIT ? readFileSync(path, "utf8") : undefined
  })
}

/** The view of the disk that all states of this process share. */
export const disk: Disk = createDisk()

/** What has been worked out from the disk, all of it resting on the same witnesses. */
export class Snapshot {
  readonly results = new Map<string, { readonly result: unknown; readonly witnesses: Witnesses }>()
  private readonly rests = new Map<string, Witness>()
  private checked: Witnesses | undefined

  add(key: string, result: unknown, witnesses: Witnesses): void {
    this.results.set(key, { result, witnesses })
    this.checked = undefined
    for (const witness of witnesses) {
      const known = this.rests.get(witness.path)
      if (known?.what !== "content") this.rests.set(witness.path, witness)
    }
  }

  /** Whether nothing it rests on has changed. One that has grown large is given up rather than checked. */
  holds(): boolean {
    return this.rests.size <= WITNESSES_MAX && (this.checked ??= withoutImplied(this.rests)).every(stillSo)
  }
}

/**
 * The witnesses that do not follow from others: a folder is there if something in it is; nothing is in a folder
 * that is missing; what is in a folder whose entries are the same is the same (what a link leads to may not be).
 */
function withoutImplied(rests: ReadonlyMap<string, Witness>): Witnesses {
  const all = [...rests.values()]
  const occupied = new Set(all.flatMap(({ path, mark }) => (mark ? ancestors(path).slice(1) : [])))
  return all.filter(({ path, what, mark }) => {
    const [, parent, ...higher] = ancestors(path)
    const listed = parent === undefined ? undefined : rests.get(parent)
    const sameEntries = listed?.what === "content" && listed.mark !== undefined
    if (mark) return what === "content" || !(occupied.has(path) || (sameEntries && !isLink(path)))
    if (sameEntries) return false
    return ![parent, ...higher].some((folder) => folder !== undefined && rests.has(folder) && !rests.get(folder)!.mark)
  })
}

const isLink = (path: string): boolean => attempt(() => lstatSync(path).isSymbolicLink()) ?? true

/** A view whose memory is the snapshot; everything else is looked up through `files`. */
export function viewOf(base: Disk, files: Files, snapshot: Snapshot): Disk {
  return {
    ...base,
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    realpath: (path) => files.realpath(path),
    read: (path) => files.read(path),
    memo<T>(key: string, compute: () => T): T {
      const known = snapshot.results.get(key)
      if (known) base.note(known.witnesses)
      const { result, witnesses } = known ?? base.memoWitnessed(key, compute)
      if (!known) snapshot.add(key, result, witnesses)
      return result as T
    },
  }
}

/** Whether `path` is `folder` or lies below it. Both are absolute and normalised. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The real path of the folder a name stands in, with the name itself not followed. */
export function realLink(files: Files, path: string): string {
  const name = basename(path)
  if (name === ".." || name === "." || name === "") return files.realpath(path)
  return join(files.realpath(dirname(path)), name)
}

/** The folder and every folder above it, nearest first. */
export function ancestors(path: string): readonly string[] {
  const all = [path]
  for (let folder = path; dirname(folder) !== folder; folder = dirname(folder)) all.push(dirname(folder))
  return all
}
