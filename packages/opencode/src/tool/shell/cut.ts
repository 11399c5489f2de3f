/** Cutting text in the middle, by UTF-8 bytes and by lines, and never inside a character. */

export interface Limit {
  /** Of the text as UTF-8. */
  readonly bytes: number
  readonly lines: number
}

const decoder = new TextDecoder()
const NEWLINE = 0x0a

/** The text of bytes; what is no UTF-8 becomes U+FFFD. A byte order mark is kept. */
export function decode(bytes: Uint8Array): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return hasMark ? `\uFEFF${decoder.decode(bytes)}` : decoder.decode(bytes)
}

const continues = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The bytes without the rest of a character that began before them. */
export function withoutBrokenStart(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < 3 && continues(bytes[start])) start++
  return bytes.subarray(start)
}

/** How many bytes a character takes that begins with this byte. */
function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4
  if (lead >= 0xe0) return 3
  return lead >= 0xc0 ? 2 : 1
}

/** The bytes without the beginning of a character that ends after them. */
export function withoutBrokenEnd(bytes: Uint8Array): Uint8Array {
  let lead = bytes.length - 1
  while (lead > bytes.length - 4 && continues(bytes[lead])) lead--
  const broken = lead >= 0 && lead + lengthOf(bytes[lead]!) > bytes.length
  return broken ? bytes.subarray(0, lead) : bytes
}

/** How many lines the bytes hold; an end without a newline counts as one. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === NEWLINE) lines++
  return bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE ? lines + 1 : lines
}

/** As much of the beginning as the limit lets through; ends with a line unless that would lose most of it. */
export function beginning(text: string, limit: Limit): string {
  const bytes = Buffer.from(text)
  let end = 0
  for (let lines = 0; lines < limit.lines && end < bytes.length; lines++) {
    const newline = bytes.indexOf(NEWLINE, end)
    end = newline < 0 ? bytes.length : newline + 1
    if (end > limit.bytes) break
  }
  if (end <= limit.bytes) return bytes.toString("utf8", 0, end)
  const within = bytes.subarray(0, limit.bytes)
  const newline = within.lastIndexOf(NEWLINE)
  return decode(newline >= limit.bytes / 2 ? within.subarray(0, newline + 1) : withoutBrokenEnd(within))
}

/** As much of the end as the limit lets through; begins with a line unless that would lose most of it. */
export function ending(text: string, limit: Limit): string {
  const bytes = Buffer.from(text)
  let start = bytes.length
  for (let lines = 0; lines < limit.lines && start > 0; lines++) {
    // The newline that ends the line before; the one that ends this line stands at start - 1.
    start = start < 2 ? 0 : bytes.lastIndexOf(NEWLINE, start - 2) + 1
    if (bytes.length - start > limit.bytes) break
  }
  if (bytes.length - start <= limit.bytes) return bytes.toString("utf8", start)
  const within = bytes.subarray(bytes.length - limit.bytes)
  const newline = within.indexOf(NEWLINE)
  const wholeLines = newline >= 0 && newline + 1 <= limit.bytes / 2
  return decode(wholeLines ? within.subarray(newline + 1) : withoutBrokenStart(within))
}

/** Half of what is left of the limit once a note of this text stands in the middle. */
export function half(limit: Limit, note: string): Limit {
  return {
    bytes: Math.max(0, Math.floor((limit.bytes - Buffer.byteLength(note)) / 2)),
    lines: Math.max(0, Math.floor((limit.lines - note.split("\n").length) / 2)),
  }
}
