/** One reading of a text: what has been found so far, and within which bounds. */
import { posix } from "node:path"
import type { Directory, Command, CommandEnvironment, Host, Move, Place, Via } from "./program.ts"
import type { Scope } from "./scope.ts"
import type { Source } from "./syntax.ts"
import { known, oneOf, textsOf, unknown, type Span, type Value } from "./value.ts"

const MAXIMUM_COMMANDS = 2000
const MAXIMUM_STEPS = 10_000
const MAXIMUM_READINGS = 1000
/** No further text is read after this long. */
const MAXIMUM_MILLISECONDS = 800
export const MAXIMUM_DEPTH = 24

/** The text runs more than can be followed. */
export class TooMuch extends Error {}

/** What commands have printed; it is only collected where somebody reads it. */
export class Output {
  constructor(public value: Value = known("")) {}

  add(value: Value): void {
    this.value = concatenated(this.value, value)
  }
}

/** Standard input that the text knows. Commands that read it take from it. */
export class Input {
  constructor(public value: Value) {}
}

/** One text after the other. */
export function concatenated(first: Value, second: Value): Value {
  if (second.kind === "known" && second.text === "") return first
  if (first.kind === "known" && first.text === "") return second
  const texts = [textsOf(first), textsOf(second)]
  if (texts[0] && texts[1] && texts[0].length * texts[1].length <= 32) {
    return oneOf(texts[0].flatMap((left) => texts[1]!.map((right) => left + right)))
  }
  if (first.kind === "known")
    return { kind: "startsWith", text: first.text + (second.kind === "startsWith" ? second.text : "") }
  return first.kind === "startsWith"
    ? first
    : unknown(first.kind === "unknown" ? first.why : "output that is not known")
}

/** Where and how a stretch of the text runs. */
export interface Context {
  readonly source: Source
  readonly place: Place
  readonly via: readonly Via[]
  /** The environment this shell was started with, as far as it differs from the inherited one. */
  readonly environment: CommandEnvironment
  readonly input?: Input
  readonly output?: Output
  readonly depth: number
  /** Names that are not replaced by their alias (again). */
  readonly aliasing?: ReadonlySet<string>
  /** Variables that the function which is running keeps to itself. */
  readonly locals?: Set<string>
  /** Inside a loop, which `break` and `continue` can leave. */
  readonly looping?: boolean
  /** What the shell process runs when it ends. */
  readonly traps: Trap[]
}

export interface Trap {
  readonly text: Value
  readonly span: Span
  /** It runs among the commands of the text, like one of them. */
  readonly among: boolean
}

/** How a command ended, as far as that can be told, and whether the text goes on after it. */
export type Status = "ok" | "fail" | "either"
export interface Ending {
  readonly status: Status
  /** It always ends like this: `true`, `false`. What then cannot run is left out. */
  readonly certain?: boolean
  /** The directories it may have failed in; where it is not said, those before and after it. */
  readonly failsIn?: readonly Directory[]
  /** "loop" is `break`, "round" is `continue`. */
  readonly leaves?: "shell" | "function" | "loop" | "round"
}

export const OK: Ending = { status: "ok" }
export const FAILED: Ending = { status: "fail" }
export const EITHER: Ending = { status: "either" }

const ALWAYS: Ending = { status: "ok", certain: true }

/** How programs end that always end alike. */
export const ENDINGS: Readonly<Record<string, Ending>> = {
  true: ALWAYS,
  ":": ALWAYS,
  false: { status: "fail", certain: true },
  echo: OK,
  printf: OK,
}

/** What one reading of a text collects, and its bounds. */
export class Run {
  readonly commands: Command[] = []
  readonly moves: Move[] = []
  readonly partial: Span[] = []
  guessed = false
  tooLong: string | undefined
  /** Texts behind the names that process substitutions were given. */
  readonly descriptors = new Map<string, Value>()
  private readonly madePaths = new Set<string>()
  private madeAnything = false
  private steps = 0
  private readings = 0
  private readonly started = performance.now()
  private serial = 0

  constructor(readonly host: Host) {}

  step(): void {
    if (++this.steps > MAXIMUM_STEPS) throw new TooMuch("more steps than can be followed")
  }

  /** Another text is read. */
  reads(): void {
    if (++this.readings > MAXIMUM_READINGS || performance.now() - this.started > MAXIMUM_MILLISECONDS) {
      throw new TooMuch("more texts than can be read")
    }
  }

  emit(command: Command): void {
    if (this.commands.length >= MAXIMUM_COMMANDS) throw new TooMuch("more commands than can be followed")
    this.commands.push(command)
    this.host.ran(command)
  }

  /** A number that is new each time. */
  next(): number {
    return ++this.serial
  }

  makes(path: string): void {
    for (
      let each = posix.normalize(path).replace(/(.)\/$/, "$1");
      each.length > 1 && !this.madePaths.has(each);
      each = posix.dirname(each)
    ) {
      this.madePaths.add(each)
    }
  }

  makesAnything(): void {
    this.madeAnything = true
  }

  made(path: string): "yes" | "maybe" | "no" {
    return this.madePaths.has(path) ? "yes" : this.madeAnything ? "maybe" : "no"
  }
}

/** A stretch of the context's source as a span of the outermost text. */
export function spanIn(context: Context, start: number, end: number): Span {
  const { origin } = context.source
  return typeof origin === "number"
    ? { start: origin + start, end: origin + end }
    : { start: origin.start, end: origin.end }
}

/** The same context further from the shell that was given the text. The outermost separation counts. */
export function placed(context: Context, kind: Place["kind"], more: Partial<Context> = {}): Context {
  const place = context.place.kind === "top" ? { ...context.place, kind } : context.place
  return { ...context, place, ...more }
}

/** The context of what may not run. */
export function conditionally(context: Context): Context {
  return context.place.conditional ? context : { ...context, place: { ...context.place, conditional: true } }
}

/** A variable of this shell; undefined where it is not set. */
export function lookUp(run: Run, context: Context, scope: Scope, name: string): Value | undefined {
  const variable = scope.variables.get(name)
  if (variable)
    return variable.list
      ? (variable.list[0] ?? known(""))
      : variable.unset
        ? known("")
        : (variable.value ?? inherited(run, context, name))
  return inherited(run, context, name)
}

/** A variable as the shell found it when it was started. */
export function inherited(run: Run, context: Context, name: string): Value | undefined {
  const { cleared, set } = context.environment
  const changed = set[name]
  if (changed !== undefined && Object.hasOwn(set, name)) return changed ?? undefined
  if (cleared) return undefined
  const text = run.host.env[name]
  return text === undefined ? undefined : known(text)
}

const UNCHANGED: Readonly<Record<string, Value | null>> = {}

/** What a command started here finds changed in its environment. */
export function environmentOf(
  context: Context,
  scope: Scope,
  prefix: Readonly<Record<string, Value>> = UNCHANGED as Record<string, Value>,
): CommandEnvironment {
  const exported = scope.variables.size > 0 ? scope.exported() : UNCHANGED
  if (prefix === UNCHANGED && (scope.variables.size === 0 || Object.keys(exported).length === 0))
    return context.environment
  return { cleared: context.environment.cleared, set: { ...context.environment.set, ...exported, ...prefix } }
}
