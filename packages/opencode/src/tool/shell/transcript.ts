/**
 * The output of one command: all of it in a file once it is longer than what is shown, and in memory never more than
 * its beginning and its end.
 */
import { closeSync, writeSync } from "node:fs"
import { beginning, countLines, decode, ending, half, withoutBrokenEnd, withoutBrokenStart, type Limit } from "./cut.ts"
import { createOutputFile } from "./output-folder.ts"

/** What an agent gets to see of one call. */
export const SHOWN: Limit = { bytes: 50 * 1024, lines: 2000 }

const NEWLINE = 0x0a
const FIRST_BYTES = 1024

export interface Shown {
  readonly text: string
  /** Something was left out. */
  readonly cut: boolean
}

export class Transcript {
  /** How many bytes were written in all. */
  bytes = 0
  /** The file that holds the whole output, once there is one. */
  file: string | undefined
  /** Why the file does not hold all of it. */
  problem: string | undefined

  /** Both are no larger than they must be: most outputs are a few lines. */
  private head = Buffer.allocUnsafe(FIRST_BYTES)
  private tail: Buffer | undefined
  private tailLength = 0
  private newlines = 0
  private endsLine = true
  private descriptor: number | undefined

  /** `folder` is where the whole output goes. */
  constructor(private readonly folder: string) {}

  get lines(): number {
    return this.newlines + (this.endsLine ? 0 : 1)
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    const before = this.bytes
    this.bytes += chunk.length
    this.endsLine = chunk.at(-1) === NEWLINE
    this.newlines += countLines(chunk) - (this.endsLine ? 0 : 1)
    if (before < SHOWN.bytes) this.addToHead(chunk, before)
    if (this.bytes > SHOWN.bytes) this.addToTail(chunk, before)
    if (this.descriptor !== undefined) this.write(chunk)
    else if (this.file === undefined && this.problem === undefined && this.isTooMuch()) {
      this.open(before)
      this.write(chunk)
    }
  }

  /** Has a file hold what there is so far, for somebody else to go on writing to. Undefined where there can be none. */
  toFile(): string | undefined {
    if (this.file === undefined) this.open(this.bytes)
    return this.problem === undefined ? this.file : undefined
  }

  /** Ends the writing. */
  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor)
    this.descriptor = undefined
  }

  /** The text for people and agents, at most as long as the limit says. */
  shown(limit: Limit = SHOWN): Shown {
    const whole = this.bytes <= SHOWN.bytes
    const first = this.head.subarray(0, Math.min(this.bytes, SHOWN.bytes))
    if (whole && this.lines <= limit.lines) {
      const text = decode(first)
      if (Buffer.byteLength(text) <= limit.bytes) return { text, cut: false }
    }
    const note = this.note()
    const part = half(limit, note)
    const last = whole ? first : withoutBrokenStart(this.tail!.subarray(0, this.tailLength))
    const start = beginning(decode(whole ? first : withoutBrokenEnd(first)), part)
    return { text: start + note + ending(decode(last), part), cut: true }
  }

  private isTooMuch(): boolean {
    return this.bytes > SHOWN.bytes || this.lines > SHOWN.lines
  }

  private note(): string {
    const size = `${this.bytes.toLocaleString("en")} bytes, ${this.lines.toLocaleString("en")} lines in all`
    const where = this.problem ?? (this.file === undefined ? undefined : `the whole output is in ${this.file}`)
    return `\n\n[... cut in the middle: ${size}${where === undefined ? "" : `; ${where}`} ...]\n\n`
  }

  private addToHead(chunk: Uint8Array, before: number): void {
    const part = chunk.subarray(0, SHOWN.bytes - before)
    if (before + part.length > this.head.length) {
      const larger = Buffer.allocUnsafe(Math.min(SHOWN.bytes, Math.max(2 * this.head.length, before + part.length)))
      larger.set(this.head.subarray(0, before))
      this.head = larger
    }
    this.head.set(part, before)
  }

  private addToTail(chunk: Uint8Array, before: number): void {
    if (this.tail === undefined) {
      this.tail = Buffer.allocUnsafe(2 * SHOWN.bytes)
      this.tail.set(this.head.subarray(0, before))
      this.tailLength = before
    }
    const { tail } = this
    const keep = tail.length / 2
    if (chunk.length >= keep) {
      tail.set(chunk.subarray(chunk.length - keep))
      this.tailLength = keep
      return
    }
    if (this.tailLength + chunk.length > tail.length) {
      tail.copyWithin(0, this.tailLength - keep, this.tailLength)
      this.tailLength = keep
    }
    tail.set(chunk, this.tailLength)
    this.tailLength += chunk.length
  }

  /** Opens the file and writes the first `length` bytes to it, all of which are in `head`. */
  private open(length: number): void {
    try {
      const { path, descriptor } = createOutputFile(this.folder)
      this.file = path
      this.descriptor = descriptor
    } catch (error) {
      this.fail(error)
      return
    }
    this.write(this.head.subarray(0, length))
  }

  private write(bytes: Uint8Array): void {
    try {
      for (let done = 0; this.descriptor !== undefined && done < bytes.length;)
        done += writeSync(this.descriptor, bytes, done)
    } catch (error) {
      this.fail(error)
    }
  }

  /** A full disk is no reason to lose the command's end: what is shown stays complete, the file does not. */
  private fail(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    this.problem = `the whole output could not be kept in ${this.file ?? this.folder}: ${why}`
    this.close()
  }
}
