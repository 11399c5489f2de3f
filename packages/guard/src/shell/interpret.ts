/** Runs syntax without running anything: every way through the text is taken, states are joined behind it. */
import { dispatch, emitAround, runSimple } from "./command.ts"
import { expandPattern, expandText } from "./expand/word.ts"
import { matches } from "./expand/pattern.ts"
import type { Word } from "./value.ts"
import {
  conditionally,
  EITHER,
  inherited,
  Input,
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
import { eitherDirectory, type Directory } from "./program.ts"
import { joinScopes, type Scope } from "./scope.ts"
import { runArithmetic, runFor, runWhile } from "./loop.ts"
import { readSource } from "./source.ts"
import type { AndOr, Case, If, Node, Pipeline, Sequence, Simple } from "./syntax.ts"
import { oneOf, textOf, textsOf, unknown, type Value } from "./value.ts"
import { View } from "./view.ts"

/** Runs the context's source from its beginning, as a shell of its own. */
export function runProgram(run: Run, context: Context, scope: Scope): Ending {
  run.reads()
  const reading = readSource(context.source.text)
  if (reading.tooLong) {
    run.tooLong ??= reading.tooLong
    return EITHER
  }
  if (reading.guessed) run.guessed = true
  for (const { start, end } of reading.partial) run.partial.push(spanIn(context, start, end))
  return runSequence(run, reading.syntax, context, scope)
}

/** Runs a command whose words are known already. */
export function runArgv(run: Run, argv: readonly Word[], context: Context, scope: Scope): Ending {
  const first = argv[0]
  if (!first) return OK
  return dispatch(run, {
    argv,
    assignments: [],
    redirections: [],
    prefix: undefined,
    span: first.span,
    context,
    scope,
  })
}

/** Runs a whole shell process (or a stretch of one): its exit traps come last. */
export function runSequence(run: Run, sequence: Sequence, context: Context, scope: Scope): Ending {
  const traps = context.traps.length
  const ending = runItems(run, sequence, context, scope)
  if (context.depth >= 0 && traps === 0 && context.traps.length > 0) runTraps(run, context, scope)
  return ending
}

function runTraps(run: Run, context: Context, scope: Scope): void {
  for (const { text, span, among } of context.traps.splice(0)) {
    const via = among ? context.via : [...context.via, { name: "trap", forks: false }]
    for (const each of textsOf(text) ?? []) {
      const source = { text: each, origin: span }
      runProgram(run, { ...conditionally(context), via, source, depth: context.depth + 1, traps: [] }, scope.copy())
    }
  }
}

/** Runs one statement after the other. */
export function runItems(run: Run, sequence: Sequence, context: Context, scope: Scope): Ending {
  let ending = OK
  for (const { node, background } of sequence.items) {
    if (background) {
      runNode(run, node, placed(context, "background", { traps: [] }), scope.copy())
      ending = OK
    } else ending = runNode(run, node, context, scope)
    if (ending.leaves) return ending
  }
  return ending
}

function runNode(run: Run, node: Node, context: Context, scope: Scope): Ending {
  run.step()
  switch (node.kind) {
    case "simple":
      if (isMisplaced(node, context)) run.guessed = true
      return runSimple(run, node, context, scope)
    case "sequence":
      return runItems(run, node, context, scope)
    case "and":
    case "or":
      return runAndOr(run, node, context, scope)
    case "pipeline":
      return runPipeline(run, node, context, scope)
    case "negated":
      return inverted(runNode(run, node.body, context, scope))
    case "subshell":
      return runFork(run, node.body, placed(context, "subshell"), scope.copy())
    case "group":
      return runItems(run, node.body, context, scope)
    case "redirected": {
      const { redirections, input, output } = readRedirects(run, node.redirects, context, scope)
      const span = spanIn(context, node.start, node.end)
      emitAround(run, {
        argv: [],
        assignments: [],
        redirections,
        prefix: undefined,
        span,
        context,
        scope,
      })
      return runNode(run, node.body, { ...context, ...(input && { input }), ...(output && { output }) }, scope)
    }
    case "if":
      return runIf(run, node, context, scope)
    case "while":
    case "until":
      return runWhile(run, node, context, scope)
    case "for":
    case "select":
      return runFor(run, node, context, scope)
    case "arithmetic":
      return runArithmetic(run, node, context, scope)
    case "case":
      return runCase(run, node, context, scope)
    case "test": {
      const view = new View(run, context, scope)
      for (const word of node.words) expandText(view, word, "pattern")
      return EITHER
    }
    case "function":
      scope.define({ name: node.name, body: node.body, source: context.source })
      return OK
    case "coprocess":
      runFork(
        run,
        {
          kind: "sequence",
          items: [{ node: node.body, background: false }],
          start: node.start,
          end: node.end,
        },
        placed(context, "background"),
        scope.copy(),
      )
      return OK
  }
}

/** A copy of the shell: leaving it is not leaving the text. */
function runFork(run: Run, body: Sequence, context: Context, scope: Scope): Ending {
  const { status } = runSequence(run, body, { ...context, traps: [] }, scope)
  return { status }
}

function inverted({ status, leaves, certain }: Ending): Ending {
  const other: Status = status === "ok" ? "fail" : status === "fail" ? "ok" : "either"
  return { status: other, ...(leaves && { leaves }), ...(certain && { certain }) }
}

const CLOSING = new Set(["then", "else", "elif", "fi", "do", "done", "esac", "}"])

/** A reserved word that closes nothing, which the grammar takes for a command and the shell for a mistake. */
function isMisplaced(node: Simple, { source }: Context): boolean {
  const first = node.assignments.length > 0 ? undefined : node.words[0]
  return first !== undefined && CLOSING.has(source.text.slice(first.start, first.end))
}

/** Commands whose failing is an answer, not an accident: what follows `&&` may well not run. */
const TESTS = new Set([
  "[",
  "test",
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "command",
  "type",
  "which",
  "hash",
  "false",
  "cmp",
  "diff",
  "pgrep",
  "let",
  "read",
])

function isTest(node: Node, context: Context): boolean {
  switch (node.kind) {
    case "simple": {
      const first = node.words[0]
      return first !== undefined && TESTS.has(context.source.text.slice(first.start, first.end))
    }
    case "test":
    case "negated":
    case "arithmetic":
      return true
    case "and":
    case "or":
      return isTest(node.left, context) || isTest(node.right, context)
    case "pipeline":
      return isTest(node.stages[node.stages.length - 1]!, context)
    case "group":
    case "subshell":
      return node.body.items.some((item) => isTest(item.node, context))
    default:
      return false
  }
}

/** The directories a node may have stood in when it failed. */
function failingIn(node: Node, ending: Ending, before: Directory, after: Directory): readonly Directory[] {
  if (ending.failsIn) return ending.failsIn
  if (node.kind !== "simple") return [before, after]
  return ending.status === "ok" ? [] : [before]
}

function runAndOr(run: Run, node: AndOr, context: Context, scope: Scope): Ending {
  const before = scope.directory
  const printed = context.output?.value
  const left = runNode(run, node.left, context, scope)
  if (left.leaves) return left
  if (left.certain && (left.status === "ok") === (node.kind === "or")) return left
  const after = scope.copy()
  const leftPrinted = context.output?.value
  const leftFails = failingIn(node.left, left, before, after.directory)
  if (node.kind === "and") {
    const right = runNode(run, node.right, conditionally(context), scope)
    const failsIn = [...leftFails, ...failingIn(node.right, right, after.directory, scope.directory)]
    if (left.status === "fail") {
      scope.become(after)
      return left
    }
    if (right.leaves && !left.certain) {
      scope.become(after)
      return { ...EITHER, failsIn }
    }
    if (left.status === "ok" || !isTest(node.left, context)) return { ...right, failsIn }
    joinInto(scope, [scope.copy(), after], run, context)
    if (context.output && leftPrinted) context.output.value = eitherPrinted([leftPrinted, context.output.value])
    return { ...EITHER, failsIn }
  }
  if (context.output && printed) context.output.value = printed
  if (leftFails.length > 0) scope.directory = eitherDirectory(leftFails)
  const right = runNode(run, node.right, conditionally(context), scope)
  const rightPrinted = context.output?.value
  if (context.output && leftPrinted && rightPrinted) {
    context.output.value =
      left.status === "ok"
        ? leftPrinted
        : left.status === "fail"
          ? rightPrinted
          : eitherPrinted([leftPrinted, rightPrinted])
  }
  if (left.status === "fail" && !right.leaves) return right
  if (left.status === "fail" && right.leaves && isTest(node.left, context)) return right
  if (left.status === "ok" || right.leaves) {
    scope.become(after)
    return right.leaves ? OK : { status: left.status }
  }
  joinInto(scope, [after, scope.copy()], run, context)
  return right.status === "ok" ? OK : EITHER
}

function eitherPrinted(values: readonly Value[]): Value {
  const texts = values.map((value) => textsOf(value))
  return texts.every((each) => each !== undefined) ? oneOf(texts.flat()) : unknown("output of one of several commands")
}

/** Makes the scope the one behind several ways. */
export function joinInto(scope: Scope, scopes: readonly Scope[], run: Run, context: Context): void {
  if (scopes.length > 0) scope.become(joinScopes(scopes, (name) => inherited(run, context, name)))
}

function runPipeline(run: Run, node: Pipeline, context: Context, scope: Scope): Ending {
  let input = context.input
  let ending = OK
  for (const [index, stage] of node.stages.entries()) {
    const last = index === node.stages.length - 1
    const output = last ? context.output : new Output()
    const inner = placed(context, "pipeline", {
      traps: [],
      ...(output && { output }),
      ...(input && { input }),
    })
    ending = runNode(run, stage, inner, scope.copy())
    if (!last) input = new Input(output!.value)
  }
  return { status: ending.status }
}

function runIf(run: Run, node: If, context: Context, scope: Scope): Ending {
  const survivors: Scope[] = []
  const leaving: Ending[] = []
  const inner = conditionally(context)
  const prints: Value[] = []
  const printed = context.output?.value
  const branch = (body: Sequence, from: Scope): void => {
    if (context.output && printed) context.output.value = printed
    const ending = runItems(run, body, inner, from)
    if (ending.leaves) leaving.push(ending)
    else survivors.push(from)
    if (context.output) prints.push(context.output.value)
  }
  let first = true
  for (const { condition, body } of node.branches) {
    const before = scope.directory
    const ending = runItems(run, condition, first ? context : inner, scope)
    first = false
    if (ending.leaves) return ending
    if (ending.certain && ending.status === "fail") continue
    branch(body, scope.copy())
    if (ending.certain) return joinBranches(run, context, scope, survivors, leaving, prints)
    // A condition that moved has failed where the next branch is tried.
    if (scope.directory !== before)
      scope.directory = condition.items.length === 1 ? before : eitherDirectory([before, scope.directory])
  }
  if (node.otherwise) branch(node.otherwise, scope.copy())
  else {
    survivors.push(scope.copy())
    if (printed) prints.push(printed)
  }
  return joinBranches(run, context, scope, survivors, leaving, prints)
}

function joinBranches(
  run: Run,
  context: Context,
  scope: Scope,
  survivors: readonly Scope[],
  leaving: readonly Ending[],
  prints: readonly Value[],
): Ending {
  if (context.output && prints.length) context.output.value = eitherPrinted(prints)
  if (survivors.length === 0 && leaving.length > 0)
    return leaving.find((each) => each.leaves !== "shell") ?? leaving[0]!
  joinInto(scope, survivors, run, context)
  return EITHER
}

function runCase(run: Run, node: Case, context: Context, scope: Scope): Ending {
  const view = new View(run, context, scope)
  const subject = textOf(expandText(view, node.subject))
  const survivors: Scope[] = []
  const leaving: Ending[] = []
  const inner = conditionally(context)
  const prints: Value[] = []
  const printed = context.output?.value
  let exhaustive = false
  let falling: Scope | undefined
  for (const item of node.items) {
    const verdicts = item.patterns.map((pattern) => {
      const patterns = expandPattern(view, pattern)
      return subject !== undefined && patterns?.length === 1
        ? matches(subject, patterns[0]!)
        : everything(context, pattern)
          ? true
          : undefined
    })
    const hit = verdicts.includes(true)
    if (!hit && !falling && verdicts.every((verdict) => verdict === false)) continue
    if (context.output && printed) context.output.value = printed
    const from = falling ?? scope.copy()
    const ending = runItems(run, item.body, inner, from)
    falling = item.falls && !ending.leaves ? from : undefined
    if (ending.leaves) leaving.push(ending)
    else if (!falling) survivors.push(from)
    if (context.output) prints.push(context.output.value)
    if (hit && !item.falls) {
      exhaustive = true
      break
    }
  }
  if (falling) survivors.push(falling)
  if (!exhaustive) {
    survivors.push(scope.copy())
    if (printed) prints.push(printed)
  }
  return joinBranches(run, context, scope, survivors, leaving, prints)
}

const everything = (context: Context, pattern: { start: number; end: number }): boolean =>
  context.source.text.slice(pattern.start, pattern.end) === "*"
