/**
 * What the dialogs know and do, without naming one of the host's modules: these are heavy, so they are loaded when a
 * dialog first needs them.
 */
import type { Grant } from "../../permission/grant/index.ts"
import type { Permission } from "../../permission/index.ts"
import type { Session } from "../../session/index.ts"
import type { Verbs } from "../../verbs/index.ts"

export type { Grant, Permission, Session }
export type Denial = Verbs.LogEntry
export type Yes = Verbs.Yes
export type Reply = Verbs.Reply

/** One look at the database. */
export interface Sight {
  /** Those of the project that opencode works in, oldest first. */
  readonly sessions: readonly Session.Info[]
  /** What waits for an answer, oldest first. */
  readonly asks: readonly Permission.Asked[]
  /** What is in force, oldest first. */
  readonly grants: readonly Grant.Info[]
  /** What was refused last, oldest first. */
  readonly denials: readonly Denial[]
}

/** What is told without being asked for. */
export type News = Pick<Sight, "sessions" | "asks" | "denials">

/** The guard of a session, by the directory that it works in. */
export interface Standing {
  readonly isolated: boolean
  readonly worktree?: string
  readonly branch?: string
  readonly operation?: string
}

/** Each rejects with a message for a person. */
export interface Desk {
  readonly look: () => Promise<Sight>
  readonly news: () => Promise<News>
  readonly standing: (directory: string) => Standing
  /** Codes of the guard's rules that can be lifted. */
  readonly rules: readonly string[]
  /** Gives a grant. With a session above, "all" means all below that one. */
  readonly grant: (yes: Yes, above?: Session.Info) => Promise<Grant.Info>
  /** Takes a grant back. */
  readonly revoke: (grant: string) => Promise<void>
  /** @returns what was answered, in a sentence */
  readonly answer: (ask: string, reply: Reply) => Promise<string>
  readonly close: () => Promise<void>
}

/** The desk for a directory, opened once; a failure is forgotten, so that the next call tries again. */
export function deskFor(directory: () => string): () => Promise<Desk> {
  let opening: Promise<Desk> | undefined
  return () => {
    opening ??= import("./services.ts")
      .then(({ open }) => open(directory))
      .catch((error: unknown) => {
        opening = undefined
        throw error
      })
    return opening
  }
}
