/** What the user's configuration and the environment say to the host of permissions. */
import { readFileSync } from "node:fs"
import { homedir } from "node:os"
import { Context } from "effect"
import { Malformed, readRules, type Ruleset } from "./rule.ts"
import { readTimeout, type Timeout } from "./timeout.ts"

/** One variable of the environment by name. */
export const Environment = Context.Reference<(name: string) => string | undefined>(
  "@ringfence/opencode/Permission/Environment",
  { defaultValue: () => (name) => process.env[name] },
)

export interface Settings {
  readonly rules: Ruleset
  readonly timeout: Timeout
  /** The time in milliseconds where somebody has set it, and not by an odd value. */
  readonly bound?: number
}

const TIMEOUT_VARIABLE = "RINGFENCE_ASK_TIMEOUT"

/**
 * Reads the user's file anew: its keys `permission` and `askTimeout` (milliseconds), which RINGFENCE_ASK_TIMEOUT
 * overrules. A file that is not there says nothing.
 * @throws Malformed naming the file, the key and the value
 */
export function readSettings(file: string, env: (name: string) => string | undefined): Settings {
  const config = readObject(file)
  const variable = env(TIMEOUT_VARIABLE)
  const value = variable || config["askTimeout"]
  const timeout = readTimeout(value, variable ? TIMEOUT_VARIABLE : `askTimeout in ${file}`)
  return {
    rules: readRules(config["permission"], env("HOME") || homedir(), file),
    timeout,
    ...(value === undefined || value === "" || timeout.warning !== undefined ? {} : { bound: timeout.milliseconds }),
  }
}

function readObject(file: string): Record<string, unknown> {
  const text = readText(file)
  if (text === undefined) return {}
  const failed = (why: string): Malformed =>
    new Malformed({ file, key: "", value: "", message: `${file} holds no rules that can be read: ${why}` })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw failed(error instanceof Error ? error.message : String(error))
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw failed("expected a JSON object")
  return { ...value }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "ENOENT" || code === "ENOTDIR") return undefined
    const why = error instanceof Error ? error.message : String(error)
    throw new Malformed({ file, key: "", value: "", message: `${file} cannot be read: ${why}` })
  }
}
