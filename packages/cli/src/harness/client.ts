/** What the commands know of a client: the program that an agent works in. One file a client, named in `index.ts`. */

export type Env = Readonly<Record<string, string | undefined>>

/** For this user everywhere, or for the project of the current directory. */
export type Scope = "user" | "project"

/** Where a command is typed, and what would be installed. */
export interface Context {
  readonly env: Env
  /** An absolute path. */
  readonly cwd: string
  /** The top of this checkout, links resolved: what is installed points into it, so that an upgrade changes nothing. */
  readonly checkout: string
}

/** What a person may ask for beside the guard itself. */
export interface Wishes {
  /** Refuse a `cd` that stays also where the client's shell starts each call anew. */
  readonly persistentCd: boolean
}

/** What was done to a configuration file. */
export interface Change {
  readonly file: string
  /** `kept`: there was nothing to do. `deleted`: nothing but ours was in it. */
  readonly did: "added" | "replaced" | "kept" | "removed" | "restored" | "deleted"
  /** Where the file is kept as it was, where it was kept just now. */
  readonly backup?: string
}

/** One line of ours in a configuration file. */
export interface Entry {
  readonly file: string
  readonly scope: Scope
  /** What it is for, such as `guard`. */
  readonly part: string
  /** What the line points to. */
  readonly path: string
  readonly exists: boolean
  /** persistent-cd was asked for, whatever the client's shell does. */
  readonly persistentCd: boolean
}

export interface Status {
  /** The client's own program, where there is one in the PATH. */
  readonly program?: string
  readonly entries: readonly Entry[]
  /** Files that could not be read, in words. */
  readonly faults: readonly string[]
}

/** One thing that was looked at. `unknown` is no good sign and no bad one; `noted` was once, and has no say. */
export interface Check {
  readonly about: string
  readonly result: "good" | "bad" | "unknown" | "noted"
  /** What to do about it. */
  readonly fix?: string
}

export type Enforcement = "enforced" | "not enforced" | "cannot tell" | "not installed"

export interface Diagnosis {
  readonly verdict: Enforcement
  readonly checks: readonly Check[]
}

export interface Client {
  /** As it is typed. */
  readonly name: string
  /** Other names of the same client, which reads the same settings under them. */
  readonly aliases: readonly string[]
  /** What a person should know after an installation. */
  readonly notes: Readonly<Record<Scope, readonly string[]>>
  /**
   * Puts our lines into the client's configuration, as these wishes have them: an older line that differs is renewed.
   * Throws Failure where a file cannot be read or written.
   */
  install(context: Context, scope: Scope, wishes?: Wishes): readonly Change[]
  /** Takes our lines out again, and removes what was only there for them. `everywhere`: every project on record too. */
  uninstall(context: Context, scope: Scope | "everywhere"): Promise<readonly Change[]>
  status(context: Context): Status
  /** Whether it refuses what it should. `live`: asks the client's own program too. */
  diagnose(context: Context, live: boolean): Promise<Diagnosis>
  /** Why sessions in a directory would not be guarded; undefined where they would be. */
  unreached(context: Context, directory: string): string | undefined
}

/** What is installed where nothing is asked for. */
export const PLAIN: Wishes = { persistentCd: false }

export const good = (about: string): Check => ({ about, result: "good" })
export const bad = (about: string, fix: string): Check => ({ about, result: "bad", fix })
export const unknown = (about: string, fix: string): Check => ({ about, result: "unknown", fix })

/** The verdict that checks come to. */
export function verdictOf(checks: readonly Check[]): Enforcement {
  if (checks.some(({ result }) => result === "bad")) return "not enforced"
  return checks.some(({ result }) => result === "unknown") ? "cannot tell" : "enforced"
}
