/** Where a fence belongs: what the guard knows of a directory, as far as a fence can be put up there. */
import { existsSync, realpathSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { standingOf } from "@ringfence/guard/standing"
import { folderOf } from "./folder.ts"

type Env = Readonly<Record<string, string | undefined>>

export interface Place {
  readonly folder: string
  readonly gitDir: string
  readonly commonDir: string
  readonly worktree: string
  readonly integration: "orchestrator" | "self"
  /** The branches known to be the session's, the most telling one first. */
  readonly branches: readonly string[]
}

/** A place, or what keeps it from being one; nothing at all where the directory is not an isolated session's. */
export type Found = { readonly place: Place } | { readonly problem: string } | undefined

/** Looks where the fence of a session belongs. */
export function findPlace(directory: string, env: Env): Found {
  const { isolated, gitDir, commonDir, worktree, integration, branch, startedOn } = standingOf(directory, env)
  if (!isolated) return undefined
  if (worktree === undefined || gitDir === undefined || commonDir === undefined || !isFolder(gitDir))
    return {
      problem:
        `The git directory of ${worktree ?? directory} is not where it was${gitDir === undefined ? "" : ` (${gitDir})`}: ` +
        "was the main checkout moved? Run `git worktree repair` there, naming this worktree.",
    }
  const branches = [...new Set([branch, startedOn].filter((name) => name !== undefined))]
  if (branches.length === 0)
    return {
      problem:
        `No fence was put up in ${worktree}: which branch is the session's own is not known, and it would refuse ` +
        "everything. Switch to its branch, or record one with `ringfence adopt`.",
    }
  const real = realpathSync(gitDir)
  return {
    place: {
      folder: folderOf(real),
      gitDir: real,
      commonDir: realpathSync(commonDir),
      worktree: realpathSync(worktree),
      integration: integration ?? "orchestrator",
      branches,
    },
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

let own: string | undefined

/** The checkout of Ringfence that this belongs to, from source or from what was built of it; undefined where there is none. */
export function ownCheckout(): string | undefined {
  own ??= above(import.meta.dir) ?? above(dirname(process.execPath))
  return own
}

function above(folder: string): string | undefined {
  if (existsSync(join(folder, "ringfence")) && existsSync(join(folder, "scripts/hook.sh"))) return realpathSync(folder)
  const parent = dirname(folder)
  return parent === folder ? undefined : above(parent)
}
