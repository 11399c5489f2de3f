/** The shell reader: what would a shell run, in which order, and in which directory? */
import { runArgv, runProgram } from "./interpret.ts"
import {
  at,
  type CommandEnvironment,
  type Directory,
  type Host,
  type Place,
  type Program,
  type Via,
} from "./program.ts"
import { Run, TooMuch, type Context } from "./run.ts"
import { parametersOf, Scope } from "./scope.ts"
import type { Source } from "./syntax.ts"
import { known, type Span, type Word } from "./value.ts"

export { GrammarMissing, loadShell, shellLoaded } from "./parser.ts"

/** Where and how a text starts that a command of another text runs (`git bisect run`, a `!` alias). */
export interface Start {
  readonly directory: Directory
  readonly environment: CommandEnvironment
  readonly place: Place
  /** The command that runs it, in the outermost text. */
  readonly span: Span
  readonly via: readonly Via[]
  /** `$0 $1 …` */
  readonly parameters: readonly Word[]
}

const TOP: Place = { kind: "top", conditional: false }
const UNCHANGED: CommandEnvironment = { cleared: false, set: {} }

/** Reads a text as bash would. `loadShell()` must have ended. */
export function readProgram(text: string, host: Host, start?: Start): Program {
  const source: Source = { text, origin: start ? start.span : 0 }
  return follow(host, start, source, (run, context, scope) => runProgram(run, context, scope))
}

/** Reads a command whose words are known already. */
export function readArgv(argv: readonly Word[], host: Host, start: Start): Program {
  return follow(host, start, { text: "", origin: start.span }, (run, context, scope) =>
    runArgv(run, argv, context, scope),
  )
}

function follow(
  host: Host,
  start: Start | undefined,
  source: Source,
  read: (run: Run, context: Context, scope: Scope) => void,
): Program {
  const run = new Run(host)
  const scope = new Scope(start?.directory ?? at(host.cwd))
  if (start) {
    scope.name = start.parameters[0]?.value ?? known("sh")
    scope.parameters = parametersOf(start.parameters.slice(1))
  }
  const context: Context = {
    source,
    place: start?.place ?? TOP,
    via: start?.via ?? [],
    environment: start?.environment ?? UNCHANGED,
    depth: 0,
    traps: [],
  }
  try {
    read(run, context, scope)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    run.tooLong = error.message
  }
  const { commands, moves, partial, guessed, tooLong } = run
  return { commands, moves, partial, ...(guessed && { guessed }), ...(tooLong !== undefined && { tooLong }) }
}
