/** Calls that were let through because something of ours did not work: in `<data>/hook-failures`, for `doctor`. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { dataFolder } from "@ringfence/guard/settings"

type Env = Readonly<Record<string, string | undefined>>

export interface HookFailure {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly client: string
  /** What did not work. Nothing of what the agent typed. */
  readonly what: string
}

/** The size, in bytes, past which only the latest ones are kept. */
export const LARGEST = 64 * 1024
const LATEST = 100
const LONGEST = 300

const fileOf = (env: Env): string =>
  join(
    dataFolder((name) => env[name]),
    "hook-failures",
  )

/** Writes a failure down. Never throws: the call goes on without us, and there is no other place to say so. */
export function recordFailure(env: Env, client: string, error: unknown): void {
  try {
    const file = fileOf(env)
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const what = message.replace(/\s+/g, " ").slice(0, LONGEST)
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 })
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) shorten(file)
    const failure: HookFailure = { time: Date.now(), client: client.slice(0, 40), what }
    appendFileSync(file, `${JSON.stringify(failure)}\n`, { mode: 0o600 })
  } catch {
    // A full disk, a folder that is not ours to write.
  }
}

function shorten(file: string): void {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n")
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${lines.slice(-LATEST).join("\n")}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

/** The failures on record, the latest last; of a damaged record what can be read. */
export function readFailures(env: Env): readonly HookFailure[] {
  try {
    return readFileSync(fileOf(env), "utf8").split("\n").flatMap(failureIn)
  } catch {
    return []
  }
}

/** Forgets them all. */
export const forgetFailures = (env: Env): void => rmSync(fileOf(env), { force: true })

function failureIn(line: string): readonly HookFailure[] {
  try {
    const { time, client, what } = JSON.parse(line) as Record<string, unknown>
    return typeof time === "number" && typeof client === "string" && typeof what === "string"
      ? [{ time, client, what }]
      : []
  } catch {
    return []
  }
}
