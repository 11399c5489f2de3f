/** Where a directory stands, for hosts: what the guard goes by, without a command and without the grammar. */
import { stateFromDisk } from "./disk.ts"
import type { Head } from "./state.ts"

export interface Standing {
  /** The directory lies in an isolated session. */
  readonly isolated: boolean
  /** The top-level folder of the worktree, where there is one. */
  readonly worktree?: string
  /** This worktree's git directory, and the one it shares with all others. */
  readonly gitDir?: string
  readonly commonDir?: string
  /** The own branch of an isolated session; of any other directory the branch checked out. */
  readonly branch?: string
  /** The branch this worktree started on, where that is known, and who integrates; of an isolated session only. */
  readonly startedOn?: string
  readonly integration?: "orchestrator" | "self"
  /** The branch that HEAD is on. */
  readonly head?: string
  readonly operation?: Head["operation"]
  /** The marked checkout whose shell is to stay where it is, which persistent-cd is about. */
  readonly checkout?: string
}

/** Where a directory (absolute; it need not exist) stands right now, in this environment. Never throws. */
export function standingOf(directory: string, env?: Readonly<Record<string, string | undefined>>): Standing {
  const { own, home, checkout } = stateFromDisk({ directory, ...(env ? { env } : {}) })
  return {
    isolated: own !== undefined,
    worktree: own?.worktree ?? home?.worktree,
    gitDir: own?.gitDir ?? home?.gitDir,
    commonDir: own?.commonDir ?? home?.commonDir,
    branch: own ? own.branch : home?.head.branch,
    // Hardly anybody asks, and it takes some reading.
    get startedOn() {
      return own?.startedOn
    },
    get integration() {
      return own?.integration
    },
    head: home?.head.branch,
    operation: home?.head.operation,
    checkout,
  }
}

/** Which of these refs (full names) there are in the repository of a directory right now. */
export function refsThere(
  directory: string,
  refs: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { home } = stateFromDisk({ directory, ...(env ? { env } : {}) })
  return home?.refs.unreadable ? [] : refs.filter((ref) => home?.refs.exists(ref))
}

/** Whether a branch or tag (full name) is the own one of the isolated session with this directory. */
export function ownsRef(directory: string, ref: string, env?: Readonly<Record<string, string | undefined>>): boolean {
  const { own } = stateFromDisk({ directory, ...(env ? { env } : {}) })
  if (ref.startsWith(HEADS)) return own?.ownsBranch(ref.slice(HEADS.length)) ?? false
  return ref.startsWith(TAGS) && (own?.ownsTag(ref.slice(TAGS.length)) ?? false)
}

/** Whether a branch or tag (full name) of a remote is that session's. */
export function ownsRemoteRef(
  directory: string,
  remote: string,
  ref: string,
  env?: Readonly<Record<string, string | undefined>>,
): boolean {
  const { own } = stateFromDisk({ directory, ...(env ? { env } : {}) })
  if (ref.startsWith(HEADS)) return own?.remoteBranch(remote, ref.slice(HEADS.length)) === "own"
  return ref.startsWith(TAGS) && own?.remoteTag(remote, ref.slice(TAGS.length)) === "own"
}

const HEADS = "refs/heads/"
const TAGS = "refs/tags/"
