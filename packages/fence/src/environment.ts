/** How the fence gets to a command: PATH, and settings in the environment behind those that are there. */
import { delimiter } from "node:path"
import { NAMES } from "./folder.ts"

type Env = Readonly<Record<string, string | undefined>>
type Setting = readonly [key: string, value: string]

/** Settings in the environment, in their order; undefined where git would refuse to read them. */
export function settingsIn(env: Env): readonly Setting[] | undefined {
  const count = env["GIT_CONFIG_COUNT"] || "0"
  if (!/^\d{1,6}$/.test(count)) return undefined
  const found: Setting[] = []
  for (let at = 0; at < Number(count); at++) {
    const key = env[`GIT_CONFIG_KEY_${at}`]
    const value = env[`GIT_CONFIG_VALUE_${at}`]
    if (key === undefined || value === undefined) return undefined
    found.push([key, value])
  }
  return found
}

/** Ours, of this session or of one that started it. */
const isOurs = ([key, value]: Setting): boolean =>
  /^hook\.ringfence-/i.test(key) || (/^core\.hookspath$/i.test(key) && /\/ringfence\/(?:hooks|quiet|lean)$/.test(value))

/** Settings that somebody else put there. */
export const others = (settings: readonly Setting[]): readonly Setting[] => settings.filter((each) => !isOurs(each))

/** PATH without the shims of fences. */
export const pathWithout = (env: Env): readonly string[] =>
  (env["PATH"] ?? "/usr/bin:/bin").split(delimiter).filter((folder) => !folder.endsWith(`/ringfence/${NAMES.bin}`))

/** What is to be set so that the fence in a folder is in force. `settings` are the fence's own. */
export function additions(
  env: Env,
  folder: string,
  settings: readonly Setting[],
  existing: readonly Setting[],
): Record<string, string> {
  const all = [...others(existing), ...settings]
  return {
    PATH: [`${folder}/${NAMES.bin}`, ...pathWithout(env)].join(delimiter),
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
}

/** The folder of hooks that the environment itself names, where it does. */
export const hooksNamed = (existing: readonly Setting[]): string | undefined =>
  others(existing).findLast(([key]) => /^core\.hookspath$/i.test(key))?.[1]
