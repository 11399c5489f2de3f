/** What a command inherits. */
import { Git } from "../../git/index.ts"

/**
 * Variables by which git is told which repository to act on, or how far to look for one. A service that was itself
 * started by a git hook has them set, and each git command of each session would land in that repository.
 */
export const REPOSITORY_VARIABLES: readonly string[] = [
  ...Git.REPOSITORY_VARIABLES,
  "GIT_CEILING_DIRECTORIES",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
]

/** What a command is told of the session it runs in. */
export interface Belonging {
  readonly session: string
  /** The isolated worktree's top; absent for sessions that are not isolated. */
  readonly worktree?: string
  /** Its own branch, where it is known. */
  readonly branch?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The environment of a command that starts in `cwd`, made from the host's own. The guard is to judge with this one. */
export function commandEnvironment(inherited: Environment, cwd: string, belonging: Belonging): Record<string, string> {
  const dropped = new Set(REPOSITORY_VARIABLES)
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !dropped.has(entry[0]),
  )
  const { RINGFENCE_WORKTREE: _worktree, RINGFENCE_BRANCH: _branch, ...rest } = Object.fromEntries(kept)
  return {
    ...rest,
    PWD: cwd,
    RINGFENCE_SESSION: belonging.session,
    ...(belonging.worktree === undefined ? {} : { RINGFENCE_WORKTREE: belonging.worktree }),
    ...(belonging.branch === undefined ? {} : { RINGFENCE_BRANCH: belonging.branch }),
  }
}
