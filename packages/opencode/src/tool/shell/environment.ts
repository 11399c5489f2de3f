/** What a command inherits. */

/**
 * Variables by which git is told which repository to act on. A service that was itself started by a git hook has them
 * set, and each git command of each session would land in that repository. `git rev-parse --local-env-vars` names most.
 */
export const REPOSITORY_VARIABLES: readonly string[] = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_CEILING_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
  "GIT_DIR",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_NAMESPACE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
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
