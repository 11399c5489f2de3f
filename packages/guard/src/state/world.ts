/** What all parts of a State built from disk share. */
import type { Command } from "../shell/program.ts"
import { textOf, type Value } from "../shell/value.ts"
import type { Disk } from "./files.ts"
import type { Env } from "./gitconfig.ts"
import type { Session } from "./isolation.ts"
import type { Files, Head } from "./state.ts"

/** What earlier commands of the same text changed, laid over what the disk says. */
export interface Overlay {
  /** Refs of the session's store by full name; null where deleted. */
  readonly refs: ReadonlyMap<string, string | null>
  /** Full names of refs the text itself made, or renamed from own ones. */
  readonly born: ReadonlySet<string>
  /** The HEAD of the own worktree. */
  readonly head?: Head
  /** What HEAD was switched away from, newest first. */
  readonly trail: readonly string[]
  readonly stash: readonly StashChange[]
  /** Folders of new repositories. */
  readonly repositories: readonly string[]
  /** The same, as far as they are known, with what clones were made from; newest last. */
  readonly made: readonly Made[]
  readonly config: readonly ConfigChange[]
  /** Where paths lead that the text made links. */
  readonly links: ReadonlyMap<string, string>
  /** Folders whose `.git` the text wrote, with the git directory it names; undefined where it is gone. */
  readonly gitFiles: ReadonlyMap<string, string | undefined>
  /** Refs that the text made on remotes: `<remote> <full name>`. */
  readonly pushed: ReadonlySet<string>
  /** What changed in repositories that are nothing to the session, by the path of their site. */
  readonly elsewhere: ReadonlyMap<string, Elsewhere>
}

export interface Elsewhere {
  /** Where HEAD was moved, newest first. */
  readonly heads: readonly Head[]
  readonly refs: ReadonlyMap<string, string | null>
  readonly config: readonly ConfigChange[]
}

export interface Made {
  readonly path: Value
  /** A clone: git makes none where something is already. */
  readonly cloned: boolean
  /** Where a clone was made from. */
  readonly origin?: string
  /** What a clone calls its origin, where that is not "origin". */
  readonly remote?: string
  /** A clone that mirrors its origin. */
  readonly mirror?: boolean
  /** The branch a clone checks out, where it was asked for. */
  readonly branch?: string
  /** The top of the repository on disk that this is a copy of, made by other means than git's. */
  readonly copyOf?: string
}

export type StashChange =
  | { readonly kind: "push" }
  | { readonly kind: "drop"; readonly entry: number | "all" | undefined }

export interface ConfigChange {
  readonly scope: "system" | "global" | "shared" | "worktree"
  readonly action: "set" | "add" | "unset" | "removeSection" | "renameSection"
  readonly key: string
  readonly value: string
}

export const NOTHING_CHANGED: Overlay = {
  refs: new Map(),
  born: new Set(),
  trail: [],
  stash: [],
  repositories: [],
  made: [],
  config: [],
  links: new Map(),
  gitFiles: new Map(),
  pushed: new Set(),
  elsewhere: new Map(),
}

/** Nothing is changed in a repository that is nothing to the session. */
export const UNCHANGED: Elsewhere = { heads: [], refs: new Map(), config: [] }

export interface World {
  readonly disk: Disk
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly session: Session
  readonly overlay: Overlay
  readonly fenced: boolean
  readonly lifted: ReadonlySet<string>
  readonly identity: object
  /** The disk as seen through other look-ups. */
  readonly seenThrough: (files: Files) => Disk
}

/** The object name of something the text made; it is not known before the text has run. */
export const UNKNOWN_OID = "f".repeat(40)

/** The environment as a command sees it. What the text sets to something unknown counts as unset. */
export function commandEnv(world: World, command?: Command): Env {
  if (!command) return (name) => world.env[name]
  const { set, cleared } = command.environment
  return (name) => (Object.hasOwn(set, name) ? textOf(set[name] ?? undefined) : cleared ? undefined : world.env[name])
}

/** Computes when first asked, and no more after that. */
export function once<T>(compute: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => (done ??= { value: compute() }).value
}
