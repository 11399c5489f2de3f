/** One simple command: words, redirections and assignments are expanded, then it is taken to who runs it. */
import { posix } from "node:path"
import { BUILTINS } from "./builtin.ts"
import { resolveDirectory } from "./directory.ts"
import { expandText, expandWord } from "./expand/word.ts"
import { runProgram, runSequence } from "./interpret.ts"
import { outputOf } from "./output.ts"
import type { Assignment, Command, CommandEnvironment, Redirection } from "./program.ts"
import {
  conditionally,
  EITHER,
  ENDINGS,
  environmentOf,
  inherited,
  Input,
  lookUp,
  MAXIMUM_DEPTH,
  OK,
  Output,
  placed,
  spanIn,
  type Context,
  type Ending,
  type Run,
  type Status,
} from "./run.ts"
import { readRedirects } from "./redirect.ts"
import { noteMade } from "./made.ts"
import { joinScopes, parametersOf, Scope, type ShellFunction } from "./scope.ts"
import type { AssignmentSyntax, Simple, Source } from "./syntax.ts"
import { known, textOf, textsOf, unknown, type Span, type Value, type Word } from "./value.ts"
import { View } from "./view.ts"
import type { Inner } from "./wrapper.ts"

/** A command whose words have been expanded. */
export interface Call {
  readonly argv: readonly Word[]
  readonly assignments: readonly Assignment[]
  readonly redirections: readonly Redirection[]
  /** Assignments in front of the command. */
  readonly prefix: Readonly<Record<string, Value>> | undefined
  readonly span: Span
  readonly context: Context
  readonly scope: Scope
  /** `command` and `builtin` pass functions by. */
  readonly noFunctions?: boolean
  /** See `Command.around`. */
  readonly around?: boolean
}

const NO_REDIRECTIONS: readonly Redirection[] = []
const NO_ASSIGNMENTS: readonly Assignment[] = []

/** Runs a simple command: expands its words, then dispatches to a builtin, a function, a wrapper or a program. */
export function runSimple(run: Run, node: Simple, context: Context, scope: Scope): Ending {
  const alias = aliasOf(node, context, scope)
  if (alias !== undefined) return runAlias(run, node, alias, context, scope)
  const view = new View(run, context, scope)
  const argv = readWords(view, node, context)
  const redirected = node.redirects.length ? readRedirects(run, node.redirects, context, scope) : undefined
  const input = redirected?.input
  const output = redirected?.output
  const inner = input || output ? { ...context, ...(input && { input }), ...(output && { output }) } : context
  if (argv.length === 0) {
    for (const assignment of node.assignments) assign(view, scope, run, context, assignment)
    if (redirected?.redirections.length) emitBare(run, node, redirected.redirections, context, scope)
    // `$(< file)` prints what it is given.
    if (redirected && context.output && !output) context.output.add(input?.value ?? unknown("the text of a file"))
    return node.words.length > 0 || view.substituted ? EITHER : OK
  }
  const assignments = node.assignments.length ? prefixOf(view, node.assignments) : NO_ASSIGNMENTS
  return dispatch(run, {
    argv,
    assignments,
    redirections: redirected?.redirections ?? NO_REDIRECTIONS,
    prefix: assignments.length ? Object.fromEntries(assignments.map(({ name, value }) => [name, value])) : undefined,
    span: spanIn(context, node.start, node.end),
    context: inner,
    scope,
  })
}

const MAXIMUM_WORDS = 5000
const DECLARES = new Set(["export", "declare", "typeset", "local", "readonly"])
const ASSIGNS = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/

function readWords(view: View, node: Simple, context: Context): readonly Word[] {
  const { text } = context.source
  const words: Word[] = []
  let declares = false
  for (const [index, piece] of node.words.entries()) {
    const source = text.slice(piece.start, piece.end)
    const span = spanIn(context, piece.start, piece.end)
    if (declares && ASSIGNS.test(source)) {
      const value = expandText(view, piece, "assignment")
      words.push({ value, text: source, span, splits: false })
      continue
    }
    for (const { value, splits } of expandWord(view, piece)) words.push({ value, text: source, span, splits })
    if (words.length > MAXIMUM_WORDS)
      return [...words.slice(0, 1), { value: unknown("very many words"), text: "…", span, splits: true }]
    if (index === 0) declares = DECLARES.has(source)
  }
  return words
}

function aliasOf(node: Simple, context: Context, scope: Scope): string | undefined {
  const first = node.words[0]
  if (scope.aliases.size === 0 || !first) return undefined
  const name = context.source.text.slice(first.start, first.end)
  return context.aliasing?.has(name) ? undefined : scope.aliasAt(name, context.source, first.start)
}

function runAlias(run: Run, node: Simple, alias: string, context: Context, scope: Scope): Ending {
  const { text } = context.source
  const first = node.words[0]!
  const source: Source = {
    text: text.slice(node.start, first.start) + alias + text.slice(first.end, node.end),
    origin: spanIn(context, node.start, node.end),
  }
  const aliasing = new Set(context.aliasing).add(text.slice(first.start, first.end))
  return runProgram(run, { ...context, source, aliasing, depth: context.depth + 1 }, scope)
}

function prefixOf(view: View, assignments: readonly AssignmentSyntax[]): readonly Assignment[] {
  return assignments.map(({ name, value }) => ({
    name,
    value: value ? expandText(view, value, "assignment") : known(""),
  }))
}

function assign(view: View, scope: Scope, run: Run, context: Context, syntax: AssignmentSyntax): void {
  const { name, append, elements, index, value } = syntax
  const before = scope.variables.get(name)
  const exported =
    before?.exported ??
    ((inherited(run, context, name) !== undefined || scope.exportsAll) && !before ? true : undefined)
  const kept = exported === undefined ? {} : { exported }
  if (elements) {
    const list = elements.flatMap((piece) => expandWord(view, piece))
    const keyed = elements.some((piece) => view.text[piece.start] === "[")
    const readable = !keyed && !list.some((each) => each.splits)
    const all = [...(append ? (view.list(name) ?? []) : []), ...list.map((each) => each.value)]
    scope.set(name, readable ? { ...kept, list: all } : { ...kept, value: unknown(`$${name}`) })
    return
  }
  const text = value ? expandText(view, value, "assignment") : known("")
  if (index) {
    const position = Number(textOf(expandText(view, index)) ?? Number.NaN)
    const list = [...(before?.list ?? [])]
    if (!Number.isInteger(position) || position < 0 || position > list.length)
      scope.set(name, { ...kept, value: unknown(`$${name}`) })
    else {
      list[position] = text
      scope.set(name, { ...kept, list })
    }
    return
  }
  const whole = append ? appended(view.variable(name), text) : text
  const named = whole.kind === "unknown" ? { ...whole, same: whole.same ?? `$${name} of ${syntax.start}` } : whole
  scope.set(name, { ...kept, value: named })
}

/** `name+=text`. */
export function appended(before: Value | undefined, text: Value): Value {
  const output = new Output(before ?? known(""))
  output.add(text)
  return output.value
}

const WRITES: ReadonlySet<Redirection["operator"]> = new Set([">", ">>", ">|", "&>", "&>>", ">&", "<>"])

/** Redirections around a compound command, a function or a wrapper are made once, and where it is called from. */
export function emitAround(run: Run, call: Call): Call {
  if (!call.redirections.some(({ operator }) => WRITES.has(operator))) return call
  const silent = { ...call.context, input: undefined, output: undefined }
  emit(run, { ...call, argv: [], assignments: [], prefix: undefined, context: silent, around: true }, false)
  return { ...call, redirections: NO_REDIRECTIONS }
}

/** A command of redirections only: it makes files, or empties them. */
function emitBare(run: Run, node: Simple, redirections: readonly Redirection[], context: Context, scope: Scope): void {
  const span = spanIn(context, node.start, node.end)
  const silent = { ...context, output: undefined }
  emit(run, { argv: [], assignments: [], redirections, prefix: undefined, span, context: silent, scope }, false)
}

/** Takes a command to the function, builtin or wrapper it names, or records it. */
export function dispatch(run: Run, call: Call): Ending {
  run.step()
  const { argv, context, scope } = call
  const texts = argv[0] && textsOf(argv[0].value)
  if (!texts || texts.length > 8) return emit(run, call)
  if (texts.length > 1) return dispatchEach(run, call, texts)
  const name = texts[0]!
  const shellFunction = call.noFunctions ? undefined : scope.functions.get(name)
  if (shellFunction) return callFunction(run, call, shellFunction)
  const builtin = BUILTINS.get(name)
  if (builtin && !scope.disabled.has(name)) return builtin(run, call)
  const hashed = scope.hashed.get(name)
  if (hashed) return dispatch(run, { ...call, argv: [{ ...argv[0]!, value: hashed }, ...argv.slice(1)] })
  const wrapper =
    run.host.wrappers.get(name) ?? (name.includes("/") ? run.host.wrappers.get(posix.basename(name)) : undefined)
  if (!wrapper || context.depth >= MAXIMUM_DEPTH) return emit(run, call)
  const fed = run.descriptors.size > 0 ? fedFromDescriptor(run, call) : call
  const inners = wrapper.unwrap({
    argv: fed.argv,
    directory: scope.directory,
    stdin: fed.context.input?.value,
    prefixed: call.prefix !== undefined,
    variable: (variable) => call.prefix?.[variable] ?? lookUp(run, context, scope, variable),
  })
  if (inners.length === 0) return emit(run, call)
  let ending: Ending = EITHER
  const unredirected = emitAround(run, fed)
  // What is called by a path is a program, whatever builtin has its name.
  for (const { forks, ...inner } of inners)
    ending = runInner(run, unredirected, posix.basename(name), { ...inner, forks: forks || name.includes("/") })
  if (name === "exec" && !ending.leaves) return { status: ending.status, leaves: "shell" }
  return ending
}

/** The program may be one of several. */
function dispatchEach(run: Run, call: Call, texts: readonly string[]): Ending {
  const scopes = texts.map((text) => {
    const scope = call.scope.copy()
    const argv = [{ ...call.argv[0]!, value: known(text) }, ...call.argv.slice(1)]
    dispatch(run, { ...call, argv, scope, context: conditionally(call.context) })
    return scope
  })
  call.scope.become(joinScopes(scopes, (name) => inherited(run, call.context, name)))
  return EITHER
}

/** `bash <(…)`: the script is what the process substitution prints. */
function fedFromDescriptor(run: Run, call: Call): Call {
  const index = call.argv.findIndex((word) => run.descriptors.has(textOf(word.value) ?? ""))
  if (index < 1 || !textOf(call.argv[0]!.value)?.endsWith("sh")) return call
  const text = run.descriptors.get(textOf(call.argv[index]!.value)!)!
  const argv = call.argv.map((word, position) => (position === index ? { ...word, value: known("/dev/stdin") } : word))
  return { ...call, argv, context: { ...call.context, input: new Input(text) } }
}

function runInner(run: Run, call: Call, name: string, inner: Inner): Ending {
  const { context, scope } = call
  const via = [...context.via, { name, forks: inner.forks, ...(inner.login && { login: true }) }]
  let around: Context = { ...context, via, depth: context.depth + 1 }
  if (inner.place) around = placed(around, inner.place)
  if (inner.conditional) around = conditionally(around)
  if (inner.stdin) around = { ...around, input: new Input(inner.stdin) }
  const own = inner.forks ? scope.copy() : scope
  if (inner.directory) own.directory = resolveDirectory(own.directory, inner.directory)
  const environment = innerEnvironment(call, inner)
  if (inner.argv) {
    if (inner.argv.length === 0) return emit(run, call)
    const sets = inner.sets || inner.clears || (inner.forks && call.prefix)
    const child = sets ? { ...around, environment } : around
    const { status, leaves } = dispatch(run, {
      ...call,
      argv: inner.argv,
      context: child,
      scope: own,
      noFunctions: inner.forks || name === "command" || name === "builtin",
      ...(inner.clears && { scope: cleared(own) }),
    })
    return { status, ...(leaves && !inner.forks && { leaves }) }
  }
  return runText(run, call, inner, { ...around, environment }, own)
}

/** After `env -i` nothing is left of what was exported. */
function cleared(scope: Scope): Scope {
  const copy = scope.copy()
  copy.replaceVariables(new Map())
  return copy
}

function innerEnvironment({ context, scope, prefix }: Call, inner: Inner): CommandEnvironment {
  if (!inner.forks && !inner.sets && !inner.clears) return context.environment
  const before = environmentOf(context, scope, prefix)
  if (inner.clears) return { cleared: true, set: { ...inner.sets } }
  return inner.sets ? { cleared: before.cleared, set: { ...before.set, ...inner.sets } } : before
}

/** Text for a shell: in a new process with parameters of its own, or (eval) in this one. */
function runText(run: Run, call: Call, inner: Inner, context: Context, own: Scope): Ending {
  const texts = inner.text && textsOf(inner.text)
  if (!texts) return emit(run, call)
  let scope = own
  if (inner.forks) {
    scope = new Scope(own.directory)
    for (const definition of own.functions.values()) if (definition.exported) scope.define(definition)
    scope.name = inner.parameters?.[0]?.value ?? call.argv[0]!.value
    const { list, open } = parametersOf(inner.parameters ?? [])
    scope.parameters = { list: list.slice(1), open }
  }
  const origin = spanOfText(call, inner)
  const child = redirectedOutput(context, call)
  const endings = texts.map((text): [Ending, Scope] => {
    const each = texts.length > 1 ? scope.copy() : scope
    const source = { text, origin }
    const nested = {
      ...(texts.length > 1 ? conditionally(child) : child),
      source,
      ...(inner.forks && { traps: [], aliasing: new Set<string>() }),
    }
    return [runProgram(run, nested, each), each]
  })
  if (texts.length > 1 && !inner.forks)
    own.become(
      joinScopes(
        endings.map(([, each]) => each),
        (name) => inherited(run, context, name),
      ),
    )
  const status: Status = endings.length === 1 ? endings[0]![0].status : "either"
  const leaves = inner.forks || endings.length > 1 ? undefined : endings[0]![0].leaves
  return { status, ...(leaves && { leaves }) }
}

const redirectedOutput = (context: Context, call: Call): Context =>
  call.context.output ? { ...context, output: call.context.output } : context

function spanOfText(call: Call, inner: Inner): Source["origin"] {
  const word = call.argv.find((each) => each.value === inner.text)
  return word?.span ?? call.span
}

function callFunction(run: Run, call: Call, definition: ShellFunction): Ending {
  const { argv, context, scope } = call
  if (context.depth >= MAXIMUM_DEPTH) return EITHER
  emitAround(run, call)
  const { parameters } = scope
  const before = scope.variables
  const outer = scope.copy()
  scope.parameters = parametersOf(argv.slice(1))
  const locals = new Set<string>()
  const inner: Context = {
    ...context,
    source: definition.source,
    place: { ...context.place, function: definition.name },
    depth: context.depth + 1,
    locals,
    ...(call.prefix && {
      environment: {
        cleared: context.environment.cleared,
        set: { ...context.environment.set, ...call.prefix },
      },
    }),
  }
  const { body } = definition
  const ending = runSequence(
    run,
    {
      kind: "sequence",
      items: [{ node: body, background: false }],
      start: body.start,
      end: body.end,
    },
    inner,
    scope,
  )
  scope.parameters = parameters
  for (const name of locals)
    scope.set(
      name,
      (before === scope.variables ? before : outer.variables).get(name) ?? {
        value: unknown(`$${name}`),
      },
    )
  return ending.leaves === "shell" ? ending : { status: ending.status }
}

/** Records a command that nothing more is known of inside the shell. */
export function emit(run: Run, call: Call, makes = true): Ending {
  const { argv, assignments, redirections, span, context, scope } = call
  const stdin = context.input?.value
  const command: Command = {
    argv,
    assignments,
    redirections,
    ...(call.around && { around: true }),
    ...(stdin && stdin.kind !== "unknown" && { stdin }),
    directory: scope.directory,
    environment: environmentOf(context, scope, call.prefix),
    place: context.place,
    via: context.via,
    span,
  }
  run.emit(command)
  if (makes) noteMade(run, command)
  if (context.output) context.output.add(outputOf(command, run, (name) => lookUp(run, context, scope, name)))
  const name = textOf(argv[0]?.value)
  return ENDINGS[name ?? ""] ?? EITHER
}
