/** What a policy is made of. A rule looks at effects and state, never at text or option names. */
import type { Effect } from "../git/effect.ts"
import type { Move, Program } from "../shell/program.ts"
import type { State } from "../state/state.ts"

/** Whose work an effect would touch. */
export interface Stake {
  /** One line: "branch main (checked out in /repo)". */
  readonly what: string
  readonly branch?: string
  readonly path?: string
}

/** Something to do instead; `command` works in this very state where it is given. */
export interface Remedy {
  readonly text: string
  readonly command?: string
}

export interface Rule {
  /** The full code, e.g. "isolated-git/merge". */
  readonly code: string
  readonly title: string
  /** One sentence for the agent. */
  readonly why: string
  readonly refuses: (effect: Effect, state: State) => Stake | undefined
  readonly remedies: (effect: Effect, state: State) => readonly Remedy[]
}

/** A rule about where a text leaves its shell, whatever the commands of it do. */
export interface MoveRule {
  readonly code: string
  readonly title: string
  /** One sentence for the agent. */
  readonly why: string
  /** Whether it is in force for this session. Asked only where `refuses` found something. */
  readonly holds: (state: State) => boolean
  /** The first move it refuses; asked of every text, so it looks at nothing but the program. */
  readonly refuses: (program: Program) => Move | undefined
  readonly remedies: (move: Move, state: State) => readonly Remedy[]
}
