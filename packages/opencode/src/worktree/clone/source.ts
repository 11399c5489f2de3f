/** What a clone takes along from the repository it is made from, besides the objects. Nothing is written here. */
import { realpathSync } from "node:fs"
import { isAbsolute, resolve } from "node:path"
import { standingOf } from "@ringfence/guard"
import { Effect } from "effect"
import { Git } from "../../git/index.ts"

/** A setting, its value as git gives it. */
export type Setting = readonly [key: string, value: string]

export interface Remote {
  readonly name: string
  /** Where it is fetched from, and where pushed to; paths are absolute. */
  readonly urls: readonly string[]
  readonly pushUrls: readonly string[]
  readonly settings: readonly Setting[]
  /** The branch its HEAD stands for, where that is known here. */
  readonly head?: string
}

export interface Source {
  readonly remotes: readonly Remote[]
  /** Remotes that lead back to the repository itself. */
  readonly inward: readonly string[]
  readonly settings: readonly Setting[]
}

/** Settings of one repository that commits and files come out otherwise without; none of them names a program. */
const TAKEN =
  /^(?:(?:user|author|committer)\.(?:name|email|signingkey)|commit\.gpgsign|core\.(?:autocrlf|eol|safecrlf))$/

/** What belongs to a remote besides its addresses; the last two say where missing objects are fetched from. */
const TAKEN_OF_REMOTE = ["fetch", "tagopt", "prune", "prunetags", "promisor", "partialclonefilter"]

/**
 * Reads it.
 *
 * @param directory a checkout of the repository
 * @param repository its git directory
 */
export const sourceOf = Effect.fn("Worktree.source")(function* (
  directory: string,
  repository: string,
): Effect.fn.Return<Source, Git.Failed> {
  const { stdout } = yield* Git.run(directory, ["config", "--local", "--null", "--list"])
  const settings = parseSettings(stdout)
  const remotes: Remote[] = []
  const inward: string[] = []
  for (const name of namesOf(settings)) {
    const urls = yield* addresses(directory, name, [])
    const pushUrls = yield* addresses(directory, name, ["--push"])
    if ([...urls, ...pushUrls].some((url) => leadsTo(url, repository))) inward.push(name)
    else {
      const prefix = `remote.${name}.`
      const own = settings.filter(
        ([key]) => key.startsWith(prefix) && TAKEN_OF_REMOTE.includes(key.slice(prefix.length)),
      )
      const head = yield* headOf(directory, name)
      remotes.push({ name, urls, pushUrls, settings: own, ...(head === undefined ? {} : { head }) })
    }
  }
  return { remotes, inward, settings: settings.filter(([key]) => TAKEN.test(key)) }
})

/** Reads what `git config --null --list` prints. */
export function parseSettings(text: string): readonly Setting[] {
  return text.split("\0").flatMap((entry): readonly Setting[] => {
    if (entry === "") return []
    const end = entry.indexOf("\n")
    // A key alone is a boolean that is set.
    return [end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)]]
  })
}

const namesOf = (settings: readonly Setting[]): readonly string[] => [
  ...new Set(settings.flatMap(([key]) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? [])),
]

/** The addresses of a remote as they come out, with what the configuration makes of them. */
const addresses = (
  directory: string,
  name: string,
  how: readonly string[],
): Effect.Effect<readonly string[], Git.Failed> =>
  Git.lines(directory, ["remote", "get-url", ...how, "--all", name]).pipe(
    Effect.map((urls) => urls.map((url) => absolute(url, directory))),
  )

/** git looks for a relative path from the top of the checkout it runs in: the clone lies elsewhere. */
function absolute(url: string, directory: string): string {
  const path = pathOf(url)
  return path === undefined || isAbsolute(path) ? url : resolve(directory, path)
}

/** The path that an address names on this disk. */
function pathOf(url: string): string | undefined {
  if (url.startsWith("file://")) return decodeURIComponent(url.slice("file://".length))
  return /^[^/]*:/.test(url) ? undefined : url
}

/** Whether a push there would write the repository's refs. */
function leadsTo(url: string, repository: string): boolean {
  const path = pathOf(url)
  if (path === undefined) return false
  return [path, `${path}.git`].some((each) => standingOf(realOf(each)).commonDir === repository)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** `main` where the remote's HEAD is known to stand for it. */
const headOf = Effect.fnUntraced(function* (directory: string, remote: string) {
  const prefix = `refs/remotes/${remote}/`
  const { stdout, exitCode } = yield* Git.run(directory, ["symbolic-ref", "--quiet", `${prefix}HEAD`], {
    answers: [0, 1, 128],
  })
  return exitCode === 0 && stdout.startsWith(prefix) ? stdout.trim().slice(prefix.length) : undefined
})
