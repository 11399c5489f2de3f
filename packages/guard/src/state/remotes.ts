/** Remotes by name, URL or path: their tracking refs, and those that are repositories on this disk. */
import { isAbsolute, join, resolve } from "node:path"
import type { Disk } from "./files.ts"
import { commonDirOf, isGitDirectory, readGitFile } from "./gitdir.ts"
import type { Config } from "./state.ts"

export interface LocalRemote {
  readonly remote: string
  /** The folder the URL names. */
  readonly path: string
  readonly gitDir: string
  readonly commonDir: string
}

/** The path a URL names on this disk, or undefined where it leads elsewhere. */
export function localPath(url: string, base: string): string | undefined {
  if (url.startsWith("file://")) {
    try {
      return process.getBuiltinModule("node:url").fileURLToPath(url)
    } catch {
      return undefined
    }
  }
  const scp = /^[^/]*:/.test(url)
  return url === "" || scp ? undefined : isAbsolute(url) ? url : resolve(base, url)
}

/** The repository at a path a remote names, as git would try it. */
export function repositoryAtPath(
  disk: Disk,
  path: string,
): { readonly gitDir: string; readonly commonDir: string } | undefined {
  for (const suffix of ["/.git", "", ".git/.git", ".git"]) {
    const candidate = path.replace(/(.)\/+$/, "$1") + suffix
    const gitDir = disk.stat(candidate) === "file" ? readGitFile(disk, candidate) : disk.realpath(candidate)
    if (gitDir !== undefined && isGitDirectory(disk, gitDir)) return { gitDir, commonDir: commonDirOf(disk, gitDir) }
  }
  return undefined
}

/** The names of all configured remotes. */
export function remoteNames(config: Config): readonly string[] {
  return [...new Set(config.keys("remote.").flatMap((key) => /^remote\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []))]
}

/** Every configured remote whose repository lies on this disk. `base` is where relative URLs start. */
export function localRemotes(disk: Disk, config: Config, base: string): readonly LocalRemote[] {
  return remoteNames(config).flatMap((remote) =>
    [...config.all(`remote.${remote}.url`), ...config.all(`remote.${remote}.pushurl`)].flatMap((url) => {
      const path = localPath(url, base)
      const repository = path === undefined ? undefined : repositoryAtPath(disk, path)
      return path === undefined || !repository ? [] : [{ remote, path: disk.realpath(path), ...repository }]
    }),
  )
}

/** The remotes meant by a name, URL or path as it was typed. */
export function remotesMeant(config: Config, typed: string): readonly string[] {
  const names = remoteNames(config)
  if (names.includes(typed)) return [typed]
  const byUrl = names.filter((name) =>
    [`remote.${name}.url`, `remote.${name}.pushurl`].some((key) => config.all(key).includes(typed)),
  )
  return byUrl.length > 0 ? byUrl : [typed]
}

/** The full names of the tracking refs that a branch of a remote is fetched into. */
export function trackingRefs(config: Config, remote: string, branch: string): readonly string[] {
  const source = `refs/heads/${branch}`
  const mapped = config.all(`remote.${remote}.fetch`).flatMap((refspec) => {
    const [from, to] = refspec.replace(/^\+/, "").split(":", 2)
    if (!from || !to) return []
    const star = from.indexOf("*")
    if (star < 0) return from === source || from === branch ? [to] : []
    const [before, after] = [from.slice(0, star), from.slice(star + 1)]
    if (!source.startsWith(before) || !source.endsWith(after) || source.length < before.length + after.length) return []
    return [to.replace("*", () => source.slice(before.length, source.length - after.length))]
  })
  return [...new Set([...mapped, join("refs/remotes", remote, branch)])]
}
