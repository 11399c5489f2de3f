/** Reading reflogs: the newest entries for `@{-n}` and the stash, the oldest for where a branch came from. */
import { join } from "node:path"
import type { Disk } from "./files.ts"
import { hasTables, tableLog } from "./reftable.ts"

export interface ReflogEntry {
  readonly from: string
  readonly to: string
  /** Seconds since the epoch, as it is written. */
  readonly time: string
  readonly message: string
}

/** Logs are read from the end up to this size. */
const TAIL_LIMIT = 2 * 1024 * 1024
const FIRST_LIMIT = 64 * 1024

const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*?> (\d+) [+-]\d{4}(?:\t(.*))?$/

function parse(text: string | undefined): readonly ReflogEntry[] {
  if (!text) return []
  return text.split("\n").flatMap((line) => {
    const match = LINE.exec(line)
    return match ? [{ from: match[1]!, to: match[2]!, time: match[3]!, message: match[4] ?? "" }] : []
  })
}

/** The name of no object. */
export const isZero = (oid: string): boolean => /^0+$/.test(oid)

const logPath = (gitDir: string, ref: string): string => join(gitDir, "logs", ref)

/** The entries of a ref's reflog, oldest first, as far as the bound reaches. `gitDir` is where the ref is kept. */
export function reflog(disk: Disk, gitDir: string, ref: string): readonly ReflogEntry[] {
  if (hasTables(disk, gitDir)) return tableLog(disk, gitDir, ref)
  const path = logPath(gitDir, ref)
  return disk.memo(`reflog ${path}`, () => parse(disk.tail(path, TAIL_LIMIT)))
}

/** The oldest entry of a ref's reflog. */
export function firstEntry(disk: Disk, gitDir: string, ref: string): ReflogEntry | undefined {
  if (hasTables(disk, gitDir)) return tableLog(disk, gitDir, ref)[0]
  const path = logPath(gitDir, ref)
  return disk.memo(`first ${path}`, () => parse(disk.head(path, FIRST_LIMIT)?.split("\n", 1)[0])[0])
}

interface Switch {
  readonly from: string
  readonly to: string
  readonly entry: ReflogEntry
}

/** The entries of HEAD's reflog that say a switch, oldest first. */
export function switches(entries: readonly ReflogEntry[]): readonly Switch[] {
  return entries.flatMap((entry) => {
    const match = /^checkout: moving from (.*?) to (.*)$/.exec(entry.message)
    return match ? [{ from: match[1]!, to: match[2]!, entry }] : []
  })
}

/** `Branch: renamed A to B` as short names. */
export function renaming(entry: ReflogEntry): { readonly from: string; readonly to: string } | undefined {
  const match = /^Branch: renamed refs\/heads\/(.*?) to refs\/heads\/(.*)$/.exec(entry.message)
  return match ? { from: match[1]!, to: match[2]! } : undefined
}
