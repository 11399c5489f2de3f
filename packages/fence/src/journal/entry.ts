/** One line of the journal: a ref that a command of the session changed. */

export interface Change {
  /** When, in milliseconds since the epoch; the journal counts in seconds. */
  readonly time: number
  /** The object's name before; undefined where there was no such ref. A symbolic ref is told as `ref:refs/…`. */
  readonly old?: string
  /** The object's name after; undefined where the ref was deleted. */
  readonly new?: string
  /** The full name. */
  readonly ref: string
  /** The command line, where it is known. */
  readonly command?: string
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n" }
const UNESCAPES: Readonly<Record<string, string>> = { "\\\\": "\\", "\\t": "\t", "\\n": "\n" }

const NOTHING = /^0*$/
const VALUE = /^(?:[0-9a-f]+|ref:.+)$/
const SECONDS = /^\d{1,12}$/

/** The change that a line tells; undefined where it was cut off, or is of no such form. */
export function parseLine(line: string): Change | undefined {
  const [seconds, old, now, ref, command, ...more] = line.split("\t")
  if (seconds === undefined || old === undefined || now === undefined || !ref || more.length > 0) return undefined
  if (!SECONDS.test(seconds) || ![old, now].every((value) => VALUE.test(value) || NOTHING.test(value))) return undefined
  return {
    time: Number(seconds) * 1000,
    ref,
    ...(NOTHING.test(old) ? {} : { old }),
    ...(NOTHING.test(now) ? {} : { new: now }),
    ...(command ? { command: command.replaceAll(/\\[\\tn]/g, (text) => UNESCAPES[text]!) } : {}),
  }
}

/** The line of a change, as the hooks write it, with a newline at its end. */
export function formatLine({ time, old, new: now, ref, command = "" }: Change): string {
  const width = Math.max(old?.length ?? 0, now?.length ?? 0)
  const zeros = "0".repeat(width > 40 ? width : 40)
  const escaped = command.replaceAll(/[\\\t\n]/g, (character) => ESCAPES[character]!)
  return `${[Math.floor(time / 1000), old ?? zeros, now ?? zeros, ref, escaped].join("\t")}\n`
}
