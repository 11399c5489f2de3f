/** Asks opencode itself what it would load: slow, and only where the program is there. */
import { realpathSync } from "node:fs"
import type { Check, Context } from "../client.ts"
import { pathOf } from "./places.ts"

const PATIENCE = 120_000

/** Whether the program, in the current directory, names our plugin among those it would load. */
export async function askProgram(program: string | undefined, path: string, { env, cwd }: Context): Promise<Check> {
  if (program === undefined)
    return {
      about: "opencode itself was not asked: there is no `opencode` in the PATH",
      result: "unknown",
      fix: "put it there, or leave --live out",
    }
  const child = Bun.spawn([program, "debug", "config", "--print-logs", "--log-level", "ERROR"], {
    cwd,
    env: { ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: PATIENCE,
  })
  const [printed, said, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  const specs = code === 0 ? specsIn(printed) : undefined
  if (specs === undefined)
    return {
      about: `opencode itself does not say what it loads: ${firstLine(said) || `exit ${code}`}`,
      result: "unknown",
      fix: "run `opencode debug config`",
    }
  const fix = "run `opencode debug config --print-logs` to see what it loads"
  if (!specs.some((spec) => isSame(pathOf(spec, cwd), path)))
    return { about: `opencode itself (${program}) does not name it among its plugins`, result: "bad", fix }
  const failure = failureOf(said, path)
  return failure === undefined
    ? { about: `opencode itself (${program}) names it among its plugins`, result: "good" }
    : { about: `opencode itself (${program}) cannot start it: ${failure}`, result: "bad", fix }
}

/** What opencode logged of a plugin that it could not start; one that cannot even be read it passes over in silence. */
function failureOf(log: string, path: string): string | undefined {
  const lines = log.split("\n").filter((line) => line.includes('message="failed to load plugin"'))
  return lines
    .map((line) => /path=(\S+) error=(.*)$/.exec(line))
    .find((found) => isSame(pathOf(found?.[1] ?? "", path), path))?.[2]
}

/** The plugins of a printed configuration: with their origins, where there are any, for these count. */
function specsIn(printed: string): readonly string[] | undefined {
  try {
    const { plugin = [], plugin_origins: origins = [] } = JSON.parse(printed) as {
      readonly plugin?: readonly unknown[]
      readonly plugin_origins?: readonly { readonly spec: unknown }[]
    }
    const named = [...plugin, ...origins.map(({ spec }) => spec)].map((spec) => (Array.isArray(spec) ? spec[0] : spec))
    return named.filter((spec): spec is string => typeof spec === "string")
  } catch {
    return undefined
  }
}

function isSame(one: string | undefined, other: string): boolean {
  try {
    return one !== undefined && realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

const firstLine = (text: string): string =>
  text
    .replaceAll(/\u001b\[[0-9;]*m/g, "")
    .trim()
    .split("\n")[0]!
