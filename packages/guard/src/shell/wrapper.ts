/** What a row of the wrapper table says of a command that runs another one. The rows are in `wrapper/`. */
import type { Directory, Place } from "./program.ts"
import type { Value, Word } from "./value.ts"

/** What the wrapper is given. */
export interface WrapperCall {
  /** argv[0] is the wrapper itself. */
  readonly argv: readonly Word[]
  readonly directory: Directory
  /** What the wrapper's standard input holds, where the text says so. */
  readonly stdin: Value | undefined
  /** Assignments stand in front of it. */
  readonly prefixed?: boolean
  /** A variable as the wrapper's process sees it. */
  readonly variable: (name: string) => Value | undefined
}

/** One inner command (`find` may have several). Either `argv` or `text` is set. */
export interface Inner {
  readonly argv?: readonly Word[]
  /** Text for a shell, with its `$0 $1 …`. An unknown value is text nobody can read. */
  readonly text?: Value
  readonly parameters?: readonly Word[]
  /** Where the inner command starts, relative to the wrapper's directory. */
  readonly directory?: Value
  /** `env -i` and the like. */
  readonly clears?: boolean
  /** Variables set for (or, with null, hidden from) the inner command. */
  readonly sets?: Readonly<Record<string, Value | null>>
  /** Standard input of the inner command, where it is not the wrapper's. */
  readonly stdin?: Value
  /** The wrapper runs it in a new process. False for `command`, `builtin`, `eval`, `time`, `exec`. */
  readonly forks: boolean
  readonly login?: boolean
  /** Runs apart from the text (`nohup x &` is not one, `tmux new-window x` is). */
  readonly place?: Place["kind"]
  readonly conditional?: boolean
}

export interface Wrapper {
  readonly names: readonly string[]
  /** The inner commands; an empty list where nothing is run (`command -v`, `--help`, a bare `env`). */
  readonly unwrap: (call: WrapperCall) => readonly Inner[]
}
