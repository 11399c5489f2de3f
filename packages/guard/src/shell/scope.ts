/** What a shell process carries from one command to the next: variables, functions, aliases, directory. */
import { eitherDirectory, type Directory } from "./program.ts"
import type { Node, Source } from "./syntax.ts"
import { couldBe, known, oneOf, textsOf, unknown, type Value, type Word } from "./value.ts"

export interface Variable {
  /** Undefined where the variable is declared or unset, but has no value. */
  readonly value?: Value
  readonly list?: readonly Value[]
  /** Undefined where it is exported only if it was inherited. */
  readonly exported?: boolean
  readonly unset?: boolean
}

export interface Alias {
  readonly text: string
  /** Where it was defined: a shell knows it from the next line of that text on. */
  readonly source: Source
  readonly end: number
}

export interface ShellFunction {
  readonly name: string
  readonly body: Node
  readonly source: Source
  /** `export -f`: shells that are started from here know it. */
  readonly exported?: boolean
}

/** Positional parameters. */
export interface Parameters {
  readonly list: readonly Value[]
  /** Others follow, and nobody knows how many. */
  readonly open: boolean
}

const NONE: ReadonlySet<string> = new Set()
const NOTHING: ReadonlyMap<string, Value> = new Map()
const NO_PARAMETERS: Parameters = { list: [], open: false }

/** The parameters that words make. From one on that may become several, they are not known. */
export function parametersOf(words: readonly Word[]): Parameters {
  const first = words.findIndex((word) => word.splits)
  return { list: words.slice(0, first < 0 ? undefined : first).map((word) => word.value), open: first >= 0 }
}

/** The state of one shell process. Branches and subshells work on a copy. */
export class Scope {
  constructor(
    public directory: Directory,
    public previous: Directory | undefined = undefined,
    public variables: Map<string, Variable> = new Map(),
    public functions: ReadonlyMap<string, ShellFunction> = new Map(),
    public aliases: ReadonlyMap<string, Alias> = new Map(),
    public parameters: Parameters = NO_PARAMETERS,
    /** `$0`. */
    public name: Value = known("bash"),
    /** Of pushd, without the current directory. */
    public stack: readonly Directory[] = [],
    /** `set -a`. */
    public exportsAll = false,
  ) {}

  /** Builtins that `enable -n` has switched off. */
  disabled: ReadonlySet<string> = NONE
  /** What `hash -p` has given names to: the words that stand for them. */
  hashed: ReadonlyMap<string, Value> = NOTHING
  private variablesShared = false
  private exports: Readonly<Record<string, Value | null>> | undefined

  copy(): Scope {
    this.variablesShared = true
    const { directory, previous, variables, functions, aliases, parameters, name, stack, exportsAll } = this
    const copy = new Scope(directory, previous, variables, functions, aliases, parameters, name, stack, exportsAll)
    copy.disabled = this.disabled
    copy.hashed = this.hashed
    copy.variablesShared = true
    return copy
  }

  /** Takes over everything of another scope. */
  become(other: Scope): void {
    Object.assign(this, other)
  }

  set(name: string, variable: Variable): void {
    const variables = this.variablesShared ? new Map(this.variables) : this.variables
    this.variablesShared = false
    this.exports = undefined
    this.variables = variables.set(name, variable)
  }

  replaceVariables(variables: Map<string, Variable>): void {
    this.variables = variables
    this.variablesShared = false
    this.exports = undefined
  }

  /** What this shell adds to (or, with null, takes from) the environment of what it starts. */
  exported(): Readonly<Record<string, Value | null>> {
    if (this.exports) return this.exports
    const exports: Record<string, Value | null> = {}
    for (const [name, variable] of this.variables) {
      if (variable.unset) exports[name] = null
      else if (variable.exported && !variable.list) exports[name] = variable.value ?? known("")
    }
    return (this.exports = exports)
  }

  /** What a name that begins a command there stands for. A shell reads a whole line before it runs any of it. */
  aliasAt(name: string, source: Source, start: number): string | undefined {
    const alias = this.aliases.get(name)
    const read = alias?.source === source && !source.text.slice(alias.end, start).includes("\n")
    return read ? undefined : alias?.text
  }

  define(definition: ShellFunction): void {
    this.functions = new Map(this.functions).set(definition.name, definition)
  }

  move(to: Directory): void {
    this.previous = this.directory
    this.directory = to
  }
}

/** The state after one of several ways through the text. `inherited` is a variable before the text touched it. */
export function joinScopes(scopes: readonly Scope[], inherited: (name: string) => Value | undefined): Scope {
  const [first, ...others] = scopes
  if (!first || others.length === 0) return first!
  const joined = first.copy()
  joined.directory = eitherDirectory(scopes.map((scope) => scope.directory))
  if (others.some((other) => other.previous !== first.previous)) {
    const previous = scopes.map((scope) => scope.previous)
    joined.previous = previous.every((each) => each !== undefined)
      ? eitherDirectory(previous)
      : { kind: "unknown", why: "the previous directory" }
  }
  for (const other of others) {
    if (other.variables !== first.variables)
      joined.replaceVariables(joinVariables(joined.variables, other.variables, inherited))
    if (other.functions !== first.functions) joined.functions = new Map([...other.functions, ...joined.functions])
    if (other.aliases !== first.aliases) joined.aliases = new Map([...other.aliases, ...joined.aliases])
    if (!sameParameters(other.parameters, joined.parameters)) joined.parameters = { list: [], open: true }
    if (other.stack.length > joined.stack.length) joined.stack = other.stack
    joined.exportsAll ||= other.exportsAll
    if (other.disabled !== joined.disabled)
      joined.disabled = new Set([...joined.disabled].filter((name) => other.disabled.has(name)))
    if (other.hashed !== first.hashed) joined.hashed = new Map([...other.hashed, ...joined.hashed])
  }
  return joined
}

function joinVariables(
  left: ReadonlyMap<string, Variable>,
  right: ReadonlyMap<string, Variable>,
  inherited: (name: string) => Value | undefined,
): Map<string, Variable> {
  const joined = new Map<string, Variable>()
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const one = left.get(name) ?? { value: inherited(name) }
    const two = right.get(name) ?? { value: inherited(name) }
    joined.set(name, one === two ? one : joinVariable(one, two, name))
  }
  return joined
}

function joinVariable(one: Variable, two: Variable, name: string): Variable {
  if (one.unset && two.unset) return one
  const exported = one.exported ?? two.exported
  const both = { ...(exported !== undefined && { exported }) }
  if (one.list && two.list && sameList(one.list, two.list)) return { ...both, list: one.list }
  if (one.list || two.list) return { ...both, value: unknown(`$${name}`) }
  return { ...both, value: eitherValue(one.value ?? known(""), two.value ?? known(""), name) }
}

function eitherValue(one: Value, two: Value, name: string): Value {
  const texts = [textsOf(one), textsOf(two)]
  if (texts[0] && texts[1]) {
    const all = new Set([...texts[0], ...texts[1]])
    return all.size <= 16 ? oneOf([...all]) : unknown(`$${name}, which has too many possible values`)
  }
  if (JSON.stringify(one) === JSON.stringify(two)) return one
  if (one.kind === "unknown") return unknown(one.why)
  return unknown(two.kind === "unknown" ? two.why : `$${name}`)
}

function sameList(one: readonly Value[] | undefined, two: readonly Value[] | undefined): boolean {
  if (one === two) return true
  return (
    one !== undefined &&
    one.length === two?.length &&
    one.every(
      (value, index) => value.kind === "known" && two[index]!.kind === "known" && couldBe(two[index]!, value.text),
    )
  )
}

const sameParameters = (one: Parameters, two: Parameters): boolean =>
  one === two || (one.open === two.open && sameList(one.list, two.list))
