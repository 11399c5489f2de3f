/** Configuration files of others: read as they are, written whole or not at all, kept once as they were. */
import { createHash } from "node:crypto"
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { Failure } from "../failure.ts"

/** A file as it was read. */
export interface ReadFile {
  /** Where it really lies: links are followed, so that a file that is kept elsewhere stays there. */
  readonly real: string
  readonly text: string
}

const BACKUP = ".ringfence-backup"
const BOM = "\uFEFF"

/**
 * A file's text, or undefined where there is none.
 *
 * @throws Failure where it is no readable text file
 */
export function readConfiguration(path: string): ReadFile | undefined {
  const real = realOf(path)
  if (real === undefined) return undefined
  try {
    if (!statSync(real).isFile()) throw new Failure(`${path} is no file. Move it away and try again.`)
    return { real, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(real)) }
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof TypeError) throw new Failure(`${path} is not in UTF-8. Save it in UTF-8 and try again.`)
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new Failure(`${path} cannot be read: ${reasonOf(error)}`)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    throw new Failure(`${path} is a link to something that is not there. Remove the link, or put the file there.`)
  }
}

/** A text and the byte order mark in front of it, if any. */
export const splitMark = (text: string): readonly [mark: string, text: string] =>
  text.startsWith(BOM) ? [BOM, text.slice(1)] : ["", text]

/**
 * Refuses a file that was made read-only on purpose: the owner of its folder, and root everywhere, could replace it.
 *
 * @param byHand what a person can do instead
 */
export function refuseReadOnly({ real }: Pick<ReadFile, "real">, byHand: string): void {
  if ((statSync(real).mode & 0o222) === 0)
    throw new Failure(`${real} is read-only. Make it writable (chmod u+w ${real}) and try again, or ${byHand}.`)
  attempt(real, byHand, () => accessSync(real, constants.W_OK))
}

/**
 * Writes another text in the place of the one that was read: at once and with the same mode, or not at all.
 *
 * @param byHand what a person can do instead
 * @throws Failure where the file cannot be written, or has changed meanwhile
 */
export function writeConfiguration({ real, text: before }: ReadFile, text: string, byHand: string): void {
  const { mode, uid, gid } = statSync(real)
  attempt(real, byHand, () => {
    const draft = join(dirname(real), `.${basename(real)}.ringfence-${process.pid}`)
    try {
      const descriptor = openSync(draft, "wx", mode & 0o777)
      try {
        writeSync(descriptor, text)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      chmodSync(draft, mode & 0o7777)
      if (process.getuid?.() !== uid) chownSync(draft, uid, gid)
      if (readFileSync(real, "utf8") !== before)
        throw new Failure(`${real} was changed by somebody else just now. Nothing was written: try again.`)
      renameSync(draft, real)
    } finally {
      rmSync(draft, { force: true })
    }
  })
}

/** Makes a new file, and the folders it needs. Returns the folders that were made, outermost first. */
export function createConfiguration(path: string, text: string, byHand: string): readonly string[] {
  return attempt(path, byHand, () => {
    const first = mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: "wx" })
    return first === undefined ? [] : foldersBetween(first, dirname(path))
  })
}

function foldersBetween(outermost: string, innermost: string): readonly string[] {
  const parent = dirname(innermost)
  return innermost === outermost || parent === innermost
    ? [innermost]
    : [...foldersBetween(outermost, parent), innermost]
}

function attempt<A>(path: string, byHand: string, act: () => A): A {
  try {
    return act()
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${path} cannot be written: ${reasonOf(error)}. Make it and its folder writable, or ${byHand}.`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "its folder is no folder",
  ELOOP: "its links lead in a circle",
}

function reasonOf(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? message
}

/** Keeps a file as it is now, unless it was kept before. Returns where, if it was kept just now. */
export function keepOnce({ real }: ReadFile, byHand: string): string | undefined {
  const backup = backupOf(real)
  if (existsSync(backup)) return undefined
  attempt(backup, byHand, () =>
    writeFileSync(backup, readFileSync(real), { flag: "wx", mode: statSync(real).mode & 0o777 }),
  )
  return backup
}

/** Where a file is kept as it was before we changed it. */
export const backupOf = (real: string): string => real + BACKUP

/** Removes a file, and then those of the folders (outermost first) that are empty. */
export function removeWithFolders(path: string, folders: readonly string[]): void {
  attempt(path, "remove it by hand", () => rmSync(path, { force: true }))
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder)
    } catch {
      // Something else is in it, or it is gone.
      return
    }
  }
}

/** Tells one text from another. */
export const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex")
