/** The steps that cases are told in. What each must come to stands beside it. */
import type { Session } from "../../src/session/index.ts"
import type { Action } from "../../src/permission/rule.ts"

/** `ask`: a question waits for an answer. `deny`: refused at once. */
export type Outcome = Action

type RuleRow = readonly [permission: string, pattern: string, action: Action]

export type Step =
  /** The user's configuration, in order. */
  | { readonly do: "configure"; readonly permission: unknown }
  /** A session; a peer of its parent unless `kind` says otherwise. */
  | {
      readonly do: "session"
      readonly name: string
      readonly parent?: string
      readonly kind?: Exclude<Session.Kind, "root">
      readonly rules?: readonly RuleRow[]
      /** Below the world's folder; sessions in different ones are of different projects. */
      readonly folder?: string
      /** Works in this folder, which is another project than its parent's. */
      readonly moved?: string
    }
  /** A session asks. `attended`: a person could answer at its process. */
  | {
      readonly do: "ask"
      readonly session: string
      readonly permission: string
      readonly patterns: readonly string[]
      readonly always?: readonly string[]
      readonly attended?: boolean
      readonly forced?: boolean
      readonly expect: Outcome
    }
  /** A session runs a command by the bash tool. OUTSIDE and HOME stand for folders outside of its own. */
  | {
      readonly do: "run"
      readonly session: string
      readonly command: string
      readonly attended?: boolean
      /** With `ask`: the permission of the question. */
      readonly about?: string
      readonly expect: Outcome
    }
  /** The question that has waited longest is answered; its asker ends so. */
  | { readonly do: "answer"; readonly reply: "once" | "always" | "reject"; readonly expect: "allow" | "reject" }
  | { readonly do: "grant"; readonly target: string }
  /** The service stops and starts again on the same database. */
  | { readonly do: "restart" }
  /** A second service on the same database, the first one running on. */
  | { readonly do: "alongside" }
  /** The user stops a session; every question of its family ends, and nobody is at work. */
  | { readonly do: "interrupt"; readonly session: string; readonly idle: readonly string[] }
  /** Which sessions' questions wait, as seen at a root. */
  | { readonly do: "waiting"; readonly root: string; readonly expect: readonly string[] }
  /** The setting is ignored with a warning: an ask goes on waiting. */
  | { readonly do: "timeout"; readonly value: string; readonly session: string }

export interface Case {
  readonly id: string
  readonly title: string
  readonly steps: readonly Step[]
}
