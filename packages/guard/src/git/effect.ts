/** What a command would do to a repository. A closed union: rules look at nothing else. */
import type { Value } from "../shell/value.ts"

/**
 * Where an effect lands. "own" is the session's worktree; "foreign" another worktree of the same
 * repository; "shared" its common git directory; "remote" the repository of one of its remotes on this
 * disk; "elsewhere" any other repository or folder; "unknown" could be any of them.
 *
 * To a session in a clone the repository it was made from is not another one: its checkouts are foreign and its git
 * directory shared. `store` says that the refs there are others than the session's: the git directory that has them.
 */
export type Site =
  | { readonly kind: "own" }
  | { readonly kind: "foreign"; readonly path: string; readonly branch?: string; readonly store?: string }
  | { readonly kind: "shared"; readonly path: string; readonly store?: string }
  | { readonly kind: "remote"; readonly remote: string; readonly path: string }
  | { readonly kind: "elsewhere"; readonly path: string }
  | { readonly kind: "unknown"; readonly why: string }

/**
 * The git directory with the refs of a site, where they are somebody else's and not the session's own: a session in a
 * clone has refs of its own, and the repository it came from has others.
 */
export const storeApart = (site: Site): string | undefined =>
  site.kind === "foreign" || site.kind === "shared" ? site.store : undefined

/** What a push would call that repository. */
export const storeName = (site: Site): string | undefined => storeApart(site)?.replace(/(.)\/\.git$/, "$1")

export type Effect =
  | RefWrite
  | HeadMove
  | Integration
  | RemoteWrite
  | RegistryWrite
  | StashPush
  | StashDrop
  | ConfigWrite
  | HooksWrite
  | ObjectLoss
  | WorktreeWrite
  | RepositoryCreate
  | SelfChange

/** A ref of the shared store is written. `ref` is the full name (`refs/heads/x`). */
export interface RefWrite {
  readonly kind: "ref"
  readonly site: Site
  readonly action: "create" | "update" | "delete" | "rename"
  readonly ref: Value
  /** Overwrites what is there, without or with a check that a plain form would have made. */
  readonly forced: boolean
  /** For rename: the new full name. */
  readonly to?: Value
}

/** The HEAD of the worktree at `site` is pointed elsewhere. */
export interface HeadMove {
  readonly kind: "head"
  readonly site: Site
  readonly to:
    | { readonly kind: "branch"; readonly branch: Value; readonly state: "existing" | "new" | "reset" | "remoteOnly" }
    | { readonly kind: "detached"; readonly at: Value }
    /** One operand that may name a branch, a commit or a path: cannot be told. */
    | { readonly kind: "unknown"; readonly operand: Value }
}

/** History of another branch is brought into `ref` (own branch where undefined). */
export interface Integration {
  readonly kind: "integration"
  readonly site: Site
  readonly how: "rebase" | "merge"
  /** The full name of the branch that is rewritten, where it is not the current one. */
  readonly ref?: Value
  /** What is integrated, as typed. */
  readonly from?: Value
}

/** A ref in the repository of a remote is written. `ref` is the full name over there. */
export interface RemoteWrite {
  readonly kind: "remote"
  /** The remote's name, or the URL or path as typed. */
  readonly remote: string
  readonly action: "create" | "update" | "force" | "delete"
  readonly ref: Value
  /** Many refs at once (`--all`, `--mirror`, `:`, `--prune`): what they are cannot be listed. */
  readonly bulk?: boolean
}

export interface RegistryWrite {
  readonly kind: "registry"
  readonly site: Site
  readonly action: "add" | "remove" | "move" | "prune" | "repair" | "lock" | "unlock"
  readonly path?: Value
}

interface StashPush {
  readonly kind: "stashPush"
  readonly site: Site
}

/** Entries of the shared stash are thrown away. `entry` counts from the top; undefined is unknown. */
export interface StashDrop {
  readonly kind: "stashDrop"
  readonly site: Site
  readonly entry: number | "all" | undefined
}

export interface ConfigWrite {
  readonly kind: "config"
  readonly site: Site
  /** "file" is a file named on the command line, "worktree" the file of one worktree only. */
  readonly scope: "shared" | "global" | "system" | "worktree" | "file"
  readonly action: "set" | "add" | "unset" | "removeSection" | "renameSection" | "edit"
  /** The full key (`section.sub.key`), or the section for section actions. */
  readonly key: Value
  readonly value?: Value
  readonly file?: Value
}

/** A file in the hooks folder that all worktrees share. */
interface HooksWrite {
  readonly kind: "hooks"
  readonly site: Site
  readonly path: Value
}

/** What other worktrees could still recover or need is thrown away. */
interface ObjectLoss {
  readonly kind: "objectLoss"
  readonly site: Site
  readonly what: "unreachable objects" | "reflog" | "history" | "packs"
  /** For reflogs: whose, as a full ref name. */
  readonly ref?: Value
}

/** Files, index, HEAD or operation state of the worktree at `site` are written. */
export interface WorktreeWrite {
  readonly kind: "worktree"
  readonly site: Site
  readonly what: "files" | "index" | "head" | "operation"
  /** A path, where the effect is a plain write to it (already resolved). */
  readonly path?: Value
  /** What the file will hold (for an append: what is added), where the text says so. */
  readonly content?: Value
  /** What the path leads to from now on, where it is made a link. */
  readonly linkTo?: Value
  /** Destroys, forces or switches: what decides whether an unknown site is refused. */
  readonly destructive: boolean
}

/** A repository comes into being (init, clone). */
export interface RepositoryCreate {
  readonly kind: "repository"
  readonly path: Value
  /** What a clone calls its origin, where that is not "origin". */
  readonly remote?: Value
  /** A clone that mirrors its origin. */
  readonly mirror?: boolean
  /** The branch a clone checks out, where it was asked for. */
  readonly branch?: Value
  /** For a clone: what its `remote.origin.url` will be, a path of this disk made absolute. */
  readonly origin?: Value
  /** The folder that this is a copy of, made by other means than git's. */
  readonly copyOf?: Value
  /** What was copied is gone. */
  readonly moved?: boolean
}

/** The session touches what guards it. */
interface SelfChange {
  readonly kind: "self"
  readonly what: "grant" | "guard-settings"
  readonly detail: string
}
