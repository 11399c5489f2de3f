/**
 * What is so, right now. The only door to the disk. Built from disk (`disk.ts`), by a test, or from another
 * State by what earlier commands of the same text did (`derive.ts`).
 */
import type { Effect, Site } from "../git/effect.ts"
import type { Command, Directory } from "../shell/program.ts"
import type { Value } from "../shell/value.ts"

/** A configuration file that was not understood. */
export interface SettingsProblem {
  readonly path: string
  /** The key, or "" for the file as a whole. */
  readonly key: string
  readonly message: string
}

export interface Files {
  /** Symlinks followed; undefined where nothing is there. */
  stat(path: string): "file" | "directory" | undefined
  list(path: string): readonly string[]
  /** Canonical, as far as the path exists; the rest is kept. */
  realpath(path: string): string
  /** UTF-8 text, or undefined where it cannot be read. */
  read(path: string): string | undefined
}

/** Refs as the files of a repository say: loose, packed, and (for HEAD and such) of one worktree. */
export interface Refs {
  /** The object name of a full ref name (symbolic refs followed), or undefined. */
  resolve(ref: string): string | undefined
  /** Whether the full ref name exists. Case-folded where the repository ignores case. */
  exists(ref: string): boolean
  /** Full names that begin with `prefix`, in order. */
  list(prefix: string): readonly string[]
  /** Nothing could be read: every name counts as existing, though none can be listed. */
  readonly unreadable?: boolean
}

/** Configuration as git merges it: system, global, shared, worktree, command line. */
export interface Config {
  /** The last value. Section and key are case-insensitive, the subsection is not. */
  get(key: string): string | undefined
  all(key: string): readonly string[]
  /** Full keys (lower-cased section and key) that begin with `prefix`. */
  keys(prefix: string): readonly string[]
  /** The last value set in one scope only. */
  getIn(scope: "system" | "global" | "shared" | "worktree", key: string): string | undefined
  /** As git reads a boolean; undefined where unset or no boolean. */
  boolean(key: string): boolean | undefined
}

export interface Head {
  /** The short branch name, unborn ones included; undefined where detached or unreadable. */
  readonly branch?: string
  readonly detached: boolean
  /** The short branch name that an operation in progress (rebase, bisect) will come back to. */
  readonly returnsTo?: string
  readonly operation?: "rebase" | "am" | "merge" | "cherry-pick" | "revert" | "bisect"
  /** The object name HEAD stands at, where it can be read. */
  readonly oid?: string
}

/** One worktree of a repository as a command sees it from a directory. */
export interface Repository {
  /** What it is to the session. */
  readonly site: Site
  readonly commonDir: string
  readonly gitDir: string
  /** The top-level folder; undefined for bare ones and inside git directories. */
  readonly worktree?: string
  readonly head: Head
  readonly refs: Refs
  readonly config: Config
  /** `@{-n}`: the short branch name or object name that was checked out n switches ago. */
  previous(n: number): string | undefined
  /** Whether the path (absolute) is tracked in this worktree's index; undefined where the index cannot be read. */
  tracked(path: string): boolean | undefined
}

export interface OtherWorktree {
  readonly path: string
  readonly gitDir: string
  readonly branch?: string
  readonly isMain: boolean
  /** The git directory its refs are in, where that is not the session's: the session is in a clone. */
  readonly store?: string
}

export interface StashEntry {
  readonly message: string
  readonly own: boolean
}

/** Whose is what, seen from an isolated session. */
export interface Ownership {
  readonly worktree: string
  readonly gitDir: string
  readonly commonDir: string
  /** The own branch now, or undefined (detached, unreadable). */
  readonly branch?: string
  /**
   * The branch this worktree started on, also while HEAD is detached and it does not count as own: going back to it
   * by a plain switch is no harm, writing it by force may be. Undefined where another worktree has it in use.
   */
  readonly startedOn?: string
  /** Short branch names. Names that do not exist are nobody's: not own, but free. */
  ownsBranch(branch: string): boolean
  ownsTag(tag: string): boolean
  /** "foreign" is a branch known to exist there and not own; "unknown" is one never heard of. */
  remoteBranch(remote: string, branch: string): "own" | "foreign" | "unknown"
  /** Existing tags are known to be on every remote. */
  remoteTag(remote: string, tag: string): "own" | "foreign" | "unknown"
  readonly others: readonly OtherWorktree[]
  /** Top first. */
  readonly stash: readonly StashEntry[]
  readonly integration: "orchestrator" | "self"
  /** There is somebody to ask. */
  readonly orchestrator: boolean
  /** Absolute folders every session may write. */
  readonly sharedPaths: readonly string[]
}

export interface State {
  /** Undefined where the session is not isolated: then no rule of isolated-git or self applies. */
  readonly own?: Ownership
  readonly files: Files
  readonly env: Readonly<Record<string, string | undefined>>
  /** The fence judges the real argv of commands that reach it. */
  readonly fenced: boolean
  /** Codes of rules lifted by a person. */
  readonly lifted: ReadonlySet<string>
  /** The top of the plain checkout the session stands in, where it carries the user's markers. */
  readonly checkout?: string
  /** The session's own repository and worktree; undefined where the session's directory is in none. */
  readonly home?: Repository
  /**
   * The repository git would find from a directory, with what the command's environment and git's global
   * options say. Undefined where there is none.
   */
  repositoryAt(where: Where): Repository | undefined
  /** What a path (absolute) belongs to, by realpath; the most specific worktree owns it. */
  siteOf(path: Value, options?: { readonly link?: boolean }): Site
  /** The state before the first command of the text. */
  readonly initial: State
  /** The state after these effects. */
  after(effects: readonly Effect[]): State
  /**
   * The same object as long as the disk (as far as this state read it), the environment, `fenced`, `lifted` and the
   * settings are the same: verdicts are cached by it.
   */
  readonly identity: object
  /** The same state with its file look-ups (of `files`, `siteOf`, `repositoryAt`) going through `files`. */
  withFiles(files: Files): State
  /** Policies that the user has switched off. */
  readonly off: readonly string[]
  /** What is wrong with the configuration files, which then count as absent. */
  readonly problems: readonly SettingsProblem[]
}

/** Everything that decides which repository git acts on. Each is absolute already. */
export interface Where {
  readonly directory: Directory
  readonly gitDir?: Value
  readonly workTree?: Value
  readonly commonDir?: Value
  readonly indexFile?: Value
  /** Extra configuration of the command line (`-c key=value`), in order. */
  readonly config?: readonly { readonly key: string; readonly value: string }[]
  /** HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL and such as the command sees them, where the text changes them. */
  readonly command?: Command
}
