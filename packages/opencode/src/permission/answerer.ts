/** Whether a person can be asked by this process, and how. */
import { Context, type Effect } from "effect"
import type { Info, Reply } from "./ask.ts"

export interface PersonAnswer {
  readonly reply: Reply
  readonly feedback?: string
}

export interface Attended {
  /**
   * Puts a question to the person. Interrupted when somebody else answers first, or the time is over. Undefined: no
   * answer from here; others can still give one. Without it, whoever lists the questions is expected to answer.
   */
  readonly put?: (question: Info) => Effect.Effect<PersonAnswer | undefined>
}

/** Nobody, unless the host says so. */
export const Answerer = Context.Reference<Attended | "none">("@ringfence/opencode/Permission/Answerer", {
  defaultValue: () => "none",
})

/**
 * Whether an ask may wait for somebody at another process, such as a peer's for whoever answers for the root. A command
 * that nobody watches says no: then only what was said in advance counts.
 */
export const MayWait = Context.Reference<boolean>("@ringfence/opencode/Permission/MayWait", {
  defaultValue: () => true,
})
