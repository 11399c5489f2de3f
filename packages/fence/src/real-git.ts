/** The git behind the shim: where it is, which it is, and which folder of hooks it would use. */
import { realpathSync, statSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { pathWithout } from "./environment.ts"

type Env = Readonly<Record<string, string | undefined>>

/** The first program called git in PATH that is not a shim of ours. */
export function findGit(env: Env): string | undefined {
  for (const folder of pathWithout(env)) {
    const path = join(folder, "git")
    if (isAbsolute(path) && isProgram(path)) return path
  }
  return undefined
}

function isProgram(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && stat.isFile() && (stat.mode & 0o111) !== 0
}

/** Tells one build of a program from another. */
export function fingerprint(path: string): string {
  try {
    const { size, mtimeMs, ino } = statSync(realpathSync(path))
    return `${size} ${mtimeMs} ${ino}`
  } catch {
    return "gone"
  }
}

/** What git prints for these words; undefined where it fails. */
function ask(git: string, words: readonly string[], cwd: string, env: Env): string | undefined {
  try {
    const { exitCode, stdout } = Bun.spawnSync([git, ...words], {
      cwd,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    })
    return exitCode === 0 ? stdout.toString().replace(/\n$/, "") : undefined
  } catch {
    return undefined
  }
}

/** Its version, such as "2.39.5"; undefined where it does not run. */
export const versionOf = (git: string, cwd: string, env: Env): string | undefined =>
  /\d+\.\d+(?:\.\d+)?/.exec(ask(git, ["--version"], cwd, env) ?? "")?.[0]

/** Whether this version runs hooks that settings define, beside those of the hooks folder. */
export function hasConfiguredHooks(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 2 || (major === 2 && minor >= 54)
}

export interface UserHooks {
  /** The folder of hooks without the fence. */
  readonly folder: string
  /** Settings beyond the repository's own have a say in it. */
  readonly everywhere: boolean
}

/** The folder of hooks that git uses in a worktree; `env` must be without the fence. */
export function userHooks(git: string, worktree: string, commonDir: string, env: Env): UserHooks {
  const named = ask(git, ["config", "--show-scope", "--type=path", "--get-all", "core.hooksPath"], worktree, env) ?? ""
  const lines = named.split("\n").filter((line) => line !== "")
  const last = lines.at(-1)?.replace(/^\w+\t/, "")
  return {
    folder: last ?? join(commonDir, "hooks"),
    everywhere: lines.some((line) => !/^(?:local|worktree)\t/.test(line)),
  }
}
