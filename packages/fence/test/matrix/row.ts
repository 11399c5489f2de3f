/** What a row of the tables says. */
import type { LIMITS } from "../../src/limits.ts"

/** A command that harms somebody where nothing holds it back. */
export interface Harm {
  /** Typed in the own worktree. `<main>`, `<git>` and such stand for what `place.ts` names. */
  readonly command: string
  /** Run before, without the fence, in the own worktree. */
  readonly given?: string
  /** What it does without the fence, as the snapshot tells it: a part of one of the changes. */
  readonly harm: string
  /** The code that the refusal names. */
  readonly code: string
  /** Or this one: what hooks are told of a command is not the same in every git. */
  readonly orCode?: string
  /** The version of git that refuses by itself. */
  readonly until?: string
  /** The fence cannot prevent it before this version of git, but the command fails and says what to do. */
  readonly toldBefore?: string
}

/** What must go on as if there were no fence: same exit code, same output, same refs, indexes and files. */
export interface Must {
  readonly command: string
  readonly given?: string
  /** What the command comes to; 0 unless given. */
  readonly exit?: number
  /** What is printed differs from run to run, or from one git to the next. */
  readonly anyOutput?: boolean
  /** It renames or copies branches, of which git tells its hooks only half. */
  readonly renames?: boolean
  /** What it writes bears the name of the folder it ran in. */
  readonly anyState?: boolean
}

/** What no fence of this kind stops: known, told in the guide and by `doctor`. */
export interface Limit {
  readonly command: string
  readonly given?: string
  readonly harm: string
  /** Which of the known limits it is. */
  readonly limit: (typeof LIMITS)[number]["name"]
}
