/**
 * Refs and reflogs of repositories that keep them in tables (`extensions.refStorage = reftable`): a stack of binary
 * files, newest last, whose records are sorted and share prefixes with the record before. Nothing is written here,
 * and what is malformed is not there.
 */
import { join } from "node:path"
import type { Disk } from "./files.ts"
import type { ReflogEntry } from "./reflog.ts"

const TABLE_LIMIT = 64 * 1024 * 1024
const BLOCK_LIMIT = 16 * 1024 * 1024
const MAGIC = "REFT"

/** The sections of one table. */
interface Table {
  readonly bytes: Buffer
  readonly headerSize: number
  readonly oidSize: number
  /** Zero where blocks are not aligned. */
  readonly blockSize: number
  readonly refsEnd: number
  readonly logs: { readonly start: number; readonly end: number } | undefined
}

interface Block {
  readonly bytes: Buffer
  /** Where its records begin and end. */
  readonly start: number
  readonly end: number
}

/** Reads numbers and names one after the other. */
class Cursor {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  varint(): number {
    let byte = this.bytes.readUInt8(this.at++)
    let value = byte & 127
    while (byte & 128) {
      byte = this.bytes.readUInt8(this.at++)
      value = (value + 1) * 128 + (byte & 127)
    }
    return value
  }

  take(length: number): Buffer {
    if (length < 0 || this.at + length > this.bytes.length) throw new RangeError("past the end of the block")
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  text(): string {
    return this.take(this.varint()).toString("utf8")
  }

  hex(length: number): string {
    return this.take(length).toString("hex")
  }
}

const u24 = (bytes: Buffer, at: number): number => bytes.readUIntBE(at, 3)
const u64 = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64BE(at))

function openTable(bytes: Buffer): Table | undefined {
  if (bytes.toString("latin1", 0, 4) !== MAGIC) return undefined
  const version = bytes.readUInt8(4)
  if (version !== 1 && version !== 2) return undefined
  const headerSize = version === 1 ? 24 : 28
  const oidSize = version === 2 && bytes.toString("latin1", 24, 28) === "s256" ? 32 : 20
  const footer = bytes.length - headerSize - 44
  const [refIndex, objects, objectIndex, logs, logIndex] = [0, 8, 16, 24, 32].map((at) =>
    u64(bytes, footer + headerSize + at),
  )
  const sections = [refIndex!, Math.floor(objects! / 32), objectIndex!, logs!].filter((position) => position > 0)
  const onlyLogs = bytes.toString("latin1", headerSize, headerSize + 1) === "g"
  return {
    bytes,
    headerSize,
    oidSize,
    blockSize: u24(bytes, 5),
    refsEnd: Math.min(footer, ...sections),
    logs: onlyLogs || logs! > 0 ? { start: logs!, end: logIndex! > 0 ? logIndex! : footer } : undefined,
  }
}

/** The records of a block that begins at `at`, after `skipped` bytes of header. */
function recordsOf(bytes: Buffer, at: number, skipped: number, length: number): Block {
  const end = at + length
  return { bytes, start: at + skipped + 4, end: end - 2 - 3 * bytes.readUInt16BE(end - 2) }
}

function* refBlocks({ bytes, headerSize, blockSize, refsEnd }: Table): Generator<Block> {
  for (let at = 0; at < refsEnd;) {
    const skipped = at === 0 ? headerSize : 0
    if (bytes.toString("latin1", at + skipped, at + skipped + 1) !== "r") return
    const length = u24(bytes, at + skipped + 1)
    if (length < 6) return
    yield recordsOf(bytes, at, skipped, length)
    at += blockSize > 0 ? Math.max(blockSize, 1) : length
  }
}

/** Blocks of logs are compressed but for their four bytes of header, and stand close together. */
function* logBlocks({ bytes, headerSize, logs }: Table): Generator<Block> {
  for (let at = logs?.start ?? 0, end = logs?.end ?? 0; at < end;) {
    const skipped = at === 0 ? headerSize : 0
    if (bytes.toString("latin1", at + skipped, at + skipped + 1) !== "g") return
    const length = u24(bytes, at + skipped + 1)
    const body = at + skipped + 4
    const { buffer, engine } = process.getBuiltinModule("node:zlib").inflateSync(bytes.subarray(body, end), {
      info: true,
      maxOutputLength: BLOCK_LIMIT,
    }) as unknown as {
      readonly buffer: Buffer
      readonly engine: { readonly bytesWritten: number }
    }
    yield recordsOf(Buffer.concat([bytes.subarray(at, body), buffer]), 0, skipped, length)
    at = body + engine.bytesWritten
  }
}

/** Goes through the records of a block; `read` takes the value of each by its type. */
function eachRecord(block: Block, read: (key: Buffer, type: number, cursor: Cursor) => void): void {
  const cursor = new Cursor(block.bytes.subarray(0, block.end), block.start)
  for (let key: Buffer = Buffer.alloc(0); cursor.at < block.end;) {
    const shared = cursor.varint()
    const packed = cursor.varint()
    key = Buffer.concat([key.subarray(0, shared), cursor.take(packed >> 3)])
    read(key, packed & 7, cursor)
  }
}

function addRefs(table: Table, refs: Map<string, string>): void {
  for (const block of refBlocks(table)) {
    eachRecord(block, (key, type, cursor) => {
      const name = key.toString("utf8")
      cursor.varint()
      if (type === 0) refs.delete(name)
      else if (type === 3) refs.set(name, `ref: ${cursor.text()}`)
      else {
        refs.set(name, cursor.hex(table.oidSize))
        if (type === 2) cursor.take(table.oidSize)
      }
    })
  }
}

/** A log's key is the ref's name, a zero byte, and its number counted down, so that the newest comes first. */
function addLogs(table: Table, logs: Map<string, Map<string, ReflogEntry>>): void {
  for (const block of logBlocks(table)) {
    eachRecord(block, (key, type, cursor) => {
      const name = key.toString("utf8", 0, key.length - 9)
      const number = key.toString("hex", key.length - 8)
      const entries = logs.get(name) ?? new Map<string, ReflogEntry>()
      logs.set(name, entries)
      if (type === 0) return void entries.delete(number)
      const [from, to] = [cursor.hex(table.oidSize), cursor.hex(table.oidSize)]
      cursor.text()
      cursor.text()
      const time = String(cursor.varint())
      cursor.take(2)
      entries.set(number, { from, to, time, message: cursor.text().trimEnd() })
    })
  }
}

/** The tables of a git directory, oldest first. */
function tablesOf(disk: Disk, gitDir: string): readonly Table[] {
  const folder = join(gitDir, "reftable")
  const names = (disk.read(join(folder, "tables.list")) ?? "").split("\n").filter((name) => /^[\w.-]+$/.test(name))
  return names.flatMap((name) => {
    const bytes = disk.bytes(join(folder, name), TABLE_LIMIT)
    const table = bytes && guarded(() => openTable(Buffer.from(bytes)), undefined)
    return table ? [table] : []
  })
}

function guarded<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Whether a git directory keeps its refs in tables. */
export function hasTables(disk: Disk, gitDir: string): boolean {
  return disk.stat(join(gitDir, "reftable")) === "directory"
}

/** The refs of a git directory's tables: an object name, or `ref: ` and a target, as loose refs have it. */
export function tableRefs(disk: Disk, gitDir: string): ReadonlyMap<string, string> {
  return disk.memo(`table refs ${gitDir}`, () => {
    const refs = new Map<string, string>()
    for (const table of tablesOf(disk, gitDir)) guarded(() => addRefs(table, refs), undefined)
    return refs
  })
}

/** The reflog of a ref in a git directory's tables, oldest entry first. */
export function tableLog(disk: Disk, gitDir: string, ref: string): readonly ReflogEntry[] {
  const logs = disk.memo(`table logs ${gitDir}`, () => {
    const found = new Map<string, Map<string, ReflogEntry>>()
    for (const table of tablesOf(disk, gitDir)) guarded(() => addLogs(table, found), undefined)
    return found
  })
  const entries = [...(logs.get(ref) ?? [])].sort(([left], [right]) => (left < right ? 1 : -1))
  return entries.map(([, entry]) => entry)
}
