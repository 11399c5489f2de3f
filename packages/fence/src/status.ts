/** What there is of a fence, for people; and switching it off and on, which is theirs. */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { clear, standing, userHookNames, write } from "./build.ts"
import { NAMES } from "./folder.ts"
import { findPlace } from "./place.ts"
import { findGit, hasConfiguredHooks, userHooks, versionOf } from "./real-git.ts"

type Env = Readonly<Record<string, string | undefined>>

export interface Status {
  /** The directory is an isolated session's, so that a fence belongs there. */
  readonly isolated: boolean
  readonly worktree?: string
  readonly folder?: string
  /** It was put up, and nothing of it is missing or changed. */
  readonly installed: boolean
  /** Switched off by a person. */
  readonly off: boolean
  /** The user's own hooks that run on, and where they are. */
  readonly chained?: { readonly folder: string; readonly names: readonly string[] }
  readonly git?: { readonly path: string; readonly version: string }
  /** git runs hooks beside the user's own, and no option of a command line takes them away. */
  readonly configuredHooks: boolean
  readonly problems: readonly string[]
}

/** What there is of the fence of a session. Changes nothing. */
export function status(directory: string, env: Env = process.env): Status {
  const nothing = { installed: false, off: false, configuredHooks: false, problems: [] }
  const found = findPlace(directory, env)
  if (!found) return { isolated: false, ...nothing }
  if ("problem" in found) return { isolated: true, ...nothing, problems: [found.problem] }
  const { folder, worktree, commonDir } = found.place
  const path = findGit(env)
  const version = path === undefined ? undefined : versionOf(path, worktree, env)
  const stamp = standing(folder)
  const off = existsSync(join(folder, NAMES.off))
  const users =
    path === undefined ? undefined : userHooks(path, worktree, commonDir, { ...env, GIT_CONFIG_COUNT: undefined })
  return {
    isolated: true,
    worktree,
    folder,
    installed: stamp !== undefined,
    off,
    ...(users === undefined
      ? {}
      : {
          chained: { folder: users.folder, names: userHookNames({ userHooks: users.folder, worktree }).filter(isHook) },
        }),
    ...(path === undefined || version === undefined ? {} : { git: { path, version } }),
    configuredHooks: version !== undefined && hasConfiguredHooks(version),
    problems: path === undefined ? ["There is no git in PATH for the fence to stand in front of."] : [],
  }
}

/** Samples are not run. */
const isHook = (name: string): boolean => !name.endsWith(".sample")

/** Takes the fence of a session down, and keeps it from being put up again. A person's to do. */
export function switchOff(directory: string, env: Env = process.env): void {
  const { folder } = placeOf(directory, env)
  clear(folder)
  write(join(folder, NAMES.off), "", 0o644)
}

/** Lets the fence be put up again, which the next command does. */
export function switchOn(directory: string, env: Env = process.env): void {
  rmSync(join(placeOf(directory, env).folder, NAMES.off), { force: true })
}

/** Takes the fence down until the next command. The record and the journal stay. */
export function remove(directory: string, env: Env = process.env): void {
  clear(placeOf(directory, env).folder)
}

function placeOf(directory: string, env: Env) {
  const found = findPlace(directory, env)
  if (!found) throw new Error(`${directory} is not an isolated session's, so that it has no fence.`)
  if ("problem" in found) throw new Error(found.problem)
  return found.place
}
