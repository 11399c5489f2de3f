/** The names in a worktree's index. */
import { join, relative, sep } from "node:path"
import type { Disk } from "./files.ts"

const INDEX_LIMIT = 128 * 1024 * 1024
const HEADER = 12
const EXTENDED = 0x4000
const NAME_MASK = 0x0fff

/** Offset encoding of version 4: how many bytes to drop from the previous name. */
function varint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let at = start
  let byte = bytes[at++] ?? 0
  let value = byte & 127
  while (byte & 128) {
    byte = bytes[at++] ?? 0
    value = (value + 1) * 128 + (byte & 127)
  }
  return { value, end: at }
}

/** The paths of an index file (versions 2 to 4), or undefined where it is malformed or split. */
function indexNames(bytes: Uint8Array, oidLength: number): readonly string[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER + oidLength || view.getUint32(0) !== 0x44495243) return undefined
  const version = view.getUint32(4)
  const count = view.getUint32(8)
  if (version < 2 || version > 4) return undefined
  const names: string[] = []
  const decoder = new TextDecoder()
  let at = HEADER
  let previous: Uint8Array = new Uint8Array()
  for (let index = 0; index < count; index++) {
    const flagsAt = at + 40 + oidLength
    if (flagsAt + 2 > bytes.length) return undefined
    const flags = view.getUint16(flagsAt)
    const nameAt = flagsAt + (version >= 3 && flags & EXTENDED ? 4 : 2)
    if (version === 4) {
      const drop = varint(bytes, nameAt)
      const end = bytes.indexOf(0, drop.end)
      if (end < 0) return undefined
      previous = Buffer.concat([
        previous.subarray(0, Math.max(0, previous.length - drop.value)),
        bytes.subarray(drop.end, end),
      ])
      names.push(decoder.decode(previous))
      at = end + 1
      continue
    }
    const length = flags & NAME_MASK
    const end = length < NAME_MASK ? nameAt + length : bytes.indexOf(0, nameAt)
    if (end < 0 || end > bytes.length) return undefined
    names.push(decoder.decode(bytes.subarray(nameAt, end)))
    at += Math.ceil((end - at + 1) / 8) * 8
  }
  return hasLink(bytes, view, at, oidLength) ? undefined : names
}

/** A split index keeps most of its entries in another file. */
function hasLink(bytes: Uint8Array, view: DataView, start: number, oidLength: number): boolean {
  for (let at = start; at + 8 <= bytes.length - oidLength; at += 8 + view.getUint32(at + 4)) {
    if (view.getUint32(at) === 0x6c696e6b) return true
  }
  return false
}

interface Names {
  readonly files: ReadonlySet<string>
  readonly folders: ReadonlySet<string>
  /** Folders that a sparse index keeps as one entry. */
  readonly collapsed: readonly string[]
}

function arrange(names: readonly string[]): Names {
  const folders = new Set<string>()
  for (const name of names) {
    for (let slash = name.lastIndexOf("/"); slash > 0; slash = name.lastIndexOf("/", slash - 1)) {
      const folder = name.slice(0, slash)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return { files: new Set(names), folders, collapsed: names.filter((name) => name.endsWith("/")) }
}

/** Whether a path (absolute, real but for its last part) is tracked, or holds something that is. */
export function isTracked(
  disk: Disk,
  indexFile: string,
  worktree: string,
  path: string,
  oidLength: number,
): boolean | undefined {
  const names = disk.memo(`index ${indexFile}`, () => {
    if (disk.stat(indexFile) === undefined) return arrange([])
    const bytes = disk.bytes(indexFile, INDEX_LIMIT)
    const read = bytes && indexNames(bytes, oidLength)
    return read && arrange(read)
  })
  if (!names) return undefined
  const name = relative(worktree, path).split(sep).join("/")
  if (name === "") return names.files.size > 0
  if (name === ".." || name.startsWith("../")) return false
  return names.files.has(name) || names.folders.has(name) || names.collapsed.some((folder) => name.startsWith(folder))
}

/** The index of a worktree. */
export const indexFileOf = (gitDir: string): string => join(gitDir, "index")
