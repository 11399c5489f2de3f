/** What gets past a fence of this kind: only mounts, or a clone instead of a worktree, would stop it. */

export interface Limit {
  readonly name: string
  /** In a sentence without its full stop, for people. */
  readonly about: string
  /** The version of git from which it is stopped after all. */
  readonly stoppedSince?: string
}

export const LIMITS = [
  {
    name: "emptied environment",
    about: "a command that empties its environment (env -i, su, ssh) and then runs git: the fence is delivered by it",
  },
  {
    name: "emptied configuration",
    about: "git by its path with GIT_CONFIG_COUNT unset or set anew",
  },
  {
    name: "outranked hooks",
    about: "git by its path with -c core.hooksPath=…",
    stoppedSince: "2.54",
  },
  {
    name: "no git",
    about: "a program that writes the files of refs by itself, or a library that runs no hooks",
  },
  {
    name: "no hook for it",
    about:
      "git by its path that copies a branch over another (branch -C), changes the files of another checkout, or the registry of worktrees",
  },
  {
    name: "unseen input",
    about: "a patch on the input of git apply outside of any repository: it may name files of a checkout below",
  },
  {
    name: "skipped hook",
    about: "git by its path with push --no-verify",
  },
  {
    name: "late switch",
    about: "git by its path that switches to somebody else's branch: it is told what it did, and how to go back",
    stoppedSince: "2.46",
  },
] as const satisfies readonly Limit[]

/** Those that hold for a version of git, such as `2.39.5`; all where it is not known. */
export const limitsOf = (version: string | undefined): readonly Limit[] =>
  LIMITS.filter(
    (limit: Limit) =>
      version === undefined || limit.stoppedSince === undefined || isBefore(version, limit.stoppedSince),
  )

function isBefore(one: string, other: string): boolean {
  const [a, b] = [numbers(one), numbers(other)]
  const at = [0, 1, 2].find((index) => (a[index] ?? 0) !== (b[index] ?? 0))
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0)
}

const numbers = (version: string): readonly number[] => version.split(".").map((part) => Number.parseInt(part, 10) || 0)
