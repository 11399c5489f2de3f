/** Configuration as git merges it: files of every scope with their includes, the environment, the command line. */
import { platform } from "node:os"
import { dirname, isAbsolute, join, resolve } from "node:path"
import type { Disk } from "./files.ts"
import { canonicalKey, parseBoolean, parseConfig, parseParameters, type Setting } from "./gitconfig-file.ts"
import { headText } from "./head.ts"
import type { Config } from "./state.ts"
import { wildmatch } from "./wildmatch.ts"

export type Scope = "system" | "global" | "shared" | "worktree" | "command"
export interface ScopedSetting extends Setting {
  readonly scope: Scope
}

/** An environment variable as the command in question sees it. */
export type Env = (name: string) => string | undefined

interface Repo {
  readonly gitDir: string
  readonly commonDir: string
}

const INCLUDE_DEPTH = 10
/** Where the gits that people install look; nobody but git itself knows for sure. */
const SYSTEM_FILES =
  platform() === "darwin"
    ? ["/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"]
    : ["/etc/gitconfig"]
const DECIDING_ENV = ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]

function expandHome(path: string, env: Env): string {
  const home = env("HOME")
  return home !== undefined && (path === "~" || path.startsWith("~/")) ? home + path.slice(1) : path
}

/** What an `includeIf` condition may ask for. */
interface Conditions {
  readonly env: Env
  readonly gitDir: string | undefined
  readonly branch: string | undefined
}

function gitDirMatches(pattern: string, file: string, ignoreCase: boolean, { gitDir, env }: Conditions): boolean {
  if (gitDir === undefined) return false
  let full = expandHome(pattern, env)
  if (full.startsWith("./")) full = join(dirname(file), full.slice(1))
  else if (!isAbsolute(full)) full = `**/${full}`
  if (full.endsWith("/")) full += "**"
  return wildmatch(full, gitDir, ignoreCase)
}

function holds(condition: string, file: string, conditions: Conditions): boolean {
  const colon = condition.indexOf(":")
  const pattern = condition.slice(colon + 1)
  switch (condition.slice(0, colon)) {
    case "gitdir":
      return gitDirMatches(pattern, file, false, conditions)
    case "gitdir/i":
      return gitDirMatches(pattern, file, true, conditions)
    case "onbranch":
      return (
        conditions.branch !== undefined &&
        wildmatch(pattern.endsWith("/") ? `${pattern}**` : pattern, conditions.branch)
      )
    default:
      return false
  }
}

function included({ key, value }: Setting, file: string, conditions: Conditions): string | undefined {
  if (!value || !key.startsWith("include") || !key.endsWith(".path")) return undefined
  const condition = /^includeif\.(.*)\.path$/s.exec(key)?.[1]
  if (key !== "include.path" && (condition === undefined || !holds(condition, file, conditions))) return undefined
  return resolve(dirname(file), expandHome(value, conditions.env))
}

function readFile(disk: Disk, file: string, conditions: Conditions, depth = 0): readonly Setting[] {
  const text = disk.read(file)
  if (text === undefined || depth > INCLUDE_DEPTH) return []
  return parseConfig(text).flatMap((setting) => {
    const path = included(setting, file, conditions)
    return path === undefined ? [setting] : [setting, ...readFile(disk, path, conditions, depth + 1)]
  })
}

/** The files of the user's own configuration, in the order git reads them. */
export function globalFiles(env: Env): readonly string[] {
  const named = env("GIT_CONFIG_GLOBAL")
  if (named !== undefined) return named === "" ? [] : [named]
  const home = env("HOME")
  const xdg = env("XDG_CONFIG_HOME") || (home && join(home, ".config"))
  return [...(xdg ? [join(xdg, "git/config")] : []), ...(home ? [join(home, ".gitconfig")] : [])]
}

function systemFiles(env: Env): readonly string[] {
  if (parseBoolean(env("GIT_CONFIG_NOSYSTEM") ?? "false")) return []
  const named = env("GIT_CONFIG_SYSTEM")
  return named === undefined ? SYSTEM_FILES : [named]
}

function environmentSettings(env: Env): readonly Setting[] {
  const count = Number(env("GIT_CONFIG_COUNT") || 0)
  const counted = Array.from(
    { length: Number.isInteger(count) ? Math.min(Math.max(count, 0), 1000) : 0 },
    (_, index) => ({
      key: canonicalKey(env(`GIT_CONFIG_KEY_${index}`) ?? ""),
      value: env(`GIT_CONFIG_VALUE_${index}`) ?? "",
    }),
  )
  return [...counted, ...parseParameters(env("GIT_CONFIG_PARAMETERS") ?? "")]
}

function branchIn(disk: Disk, gitDir: string): string | undefined {
  return /^ref: *refs\/heads\/(.+)$/m.exec(headText(disk, gitDir) ?? "")?.[1]
}

function fileSettings(disk: Disk, repo: Repo | undefined, env: Env): readonly ScopedSetting[] {
  const conditions: Conditions = { env, gitDir: repo?.gitDir, branch: repo && branchIn(disk, repo.gitDir) }
  const read = (scope: Scope, files: readonly string[]): readonly ScopedSetting[] =>
    files.flatMap((file) => readFile(disk, file, conditions).map((setting) => ({ ...setting, scope })))
  const outer = [...read("system", systemFiles(env)), ...read("global", globalFiles(env))]
  if (!repo) return outer
  const shared = read("shared", [join(repo.commonDir, "config")])
  const perWorktree = lastBoolean(shared, "extensions.worktreeconfig")
  return [...outer, ...shared, ...(perWorktree ? read("worktree", [join(repo.gitDir, "config.worktree")]) : [])]
}

/** All settings in the order git reads them; `commandLine` is `-c key=value` in order. */
export function readSettings(
  disk: Disk,
  repo: Repo | undefined,
  env: Env,
  commandLine: readonly { readonly key: string; readonly value: string }[] = [],
): readonly ScopedSetting[] {
  const key = ["settings", repo?.gitDir, repo?.commonDir, ...DECIDING_ENV.map(env)].join("\0")
  const files = disk.memo(key, () => fileSettings(disk, repo, env))
  const last = [
    ...environmentSettings(env),
    ...commandLine.map(({ key, value }) => ({ key: canonicalKey(key), value })),
  ]
  return last.length === 0
    ? files
    : [...files, ...last.map((setting): ScopedSetting => ({ ...setting, scope: "command" }))]
}

function lastBoolean(settings: readonly Setting[], key: string): boolean | undefined {
  const found = settings.findLast((setting) => setting.key === key)
  return found && parseBoolean(found.value)
}

/** core.bare and core.worktree as git heeds them while it looks for a repository. */
export function coreOf(disk: Disk, repo: Repo): { readonly bare?: boolean; readonly worktree?: string } {
  const linked = repo.gitDir !== repo.commonDir
  const shared = parseConfig(disk.read(join(repo.commonDir, "config")) ?? "")
  const own = lastBoolean(shared, "extensions.worktreeconfig")
    ? parseConfig(disk.read(join(repo.gitDir, "config.worktree")) ?? "")
    : []
  const settings = linked ? own : [...shared, ...own]
  return {
    bare: lastBoolean(settings, "core.bare"),
    worktree: settings.findLast((setting) => setting.key === "core.worktree")?.value ?? undefined,
  }
}

/** Settings as rules and commands ask for them. */
export function configOf(settings: readonly ScopedSetting[]): Config {
  const byKey = new Map<string, ScopedSetting[]>()
  for (const setting of settings) {
    const list = byKey.get(setting.key)
    if (list) list.push(setting)
    else byKey.set(setting.key, [setting])
  }
  const list = (key: string): readonly ScopedSetting[] => byKey.get(canonicalKey(key)) ?? []
  return {
    get: (key) => valueOf(list(key).at(-1)),
    all: (key) => list(key).map((setting) => setting.value ?? ""),
    keys: (prefix) => [...byKey.keys()].filter((key) => key.startsWith(canonicalPrefix(prefix))),
    getIn: (scope, key) => valueOf(list(key).findLast((setting) => setting.scope === scope)),
    boolean: (key) => {
      const last = list(key).at(-1)
      return last && parseBoolean(last.value)
    },
  }
}

const valueOf = (setting: Setting | undefined): string | undefined => (setting ? (setting.value ?? "") : undefined)

/** A prefix of a key: only its section is sure to ignore case. */
function canonicalPrefix(prefix: string): string {
  const dot = prefix.indexOf(".")
  return dot < 0 ? prefix.toLowerCase() : prefix.slice(0, dot).toLowerCase() + prefix.slice(dot)
}
