/** Loops: how often they go round, and what is so behind them. */
import { eitherDirectory } from "./program.ts"
import { expandText, expandWord } from "./expand/word.ts"
import { joinInto, runItems } from "./interpret.ts"
import { conditionally, EITHER, OK, type Context, type Ending, type Input, type Run } from "./run.ts"
import type { Scope } from "./scope.ts"
import type { Arithmetic, For, While } from "./syntax.ts"
import { oneOf, textOf, textsOf, unknown, type Value } from "./value.ts"
import { View } from "./view.ts"

/** How many rounds of a loop over a known list are followed one by one. */
const MAXIMUM_ROUNDS = 12

/** A while or until loop: its body may run never or often, and runs once here. */
export function runWhile(run: Run, node: While, context: Context, scope: Scope): Ending {
  const inner = { ...conditionally(context), looping: true }
  const states: Scope[] = []
  for (let round = 0; round < MAXIMUM_ROUNDS; round++) {
    const before = context.input?.value
    const start = scope.directory
    if (round === MAXIMUM_ROUNDS - 1) takeAllLines(context.input)
    const condition = runItems(run, node.condition, round === 0 ? context : inner, scope)
    if (condition.leaves) return condition
    const ends = node.kind === "while" ? condition.status === "fail" : condition.status === "ok"
    if (ends && (before !== undefined || condition.certain)) {
      states.push(scope.copy())
      break
    }
    const goesOn = condition.status === (node.kind === "while" ? "ok" : "fail")
    if (!goesOn) states.push(scope.copy())
    const ending = runItems(run, node.body, inner, scope)
    if (ending.leaves === "loop") states.push(scope.copy())
    if (ending.leaves && ending.leaves !== "round") break
    const read = context.input !== undefined && context.input.value !== before
    const moved = scope.directory !== start
    if (!read && !(moved && round === 0)) {
      states.push(scope.copy())
      break
    }
    if (!read) scope.directory = eitherDirectory([start, scope.directory])
  }
  if (states.length === 0) states.push(scope.copy())
  joinInto(scope, states, run, context)
  return EITHER
}

/** Too many lines to follow one by one: the rest is read as one line that may be any of them. */
function takeAllLines(input: Input | undefined): void {
  const text = textOf(input?.value)
  if (!input || text === undefined || text.split("\n").length <= 2) return
  input.value = oneOf(
    text
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => line + "\n"),
  )
}

/** A for loop over words: short lists are taken one by one, of long ones the variable may be any. */
export function runFor(run: Run, node: For, context: Context, scope: Scope): Ending {
  const view = new View(run, context, scope)
  const words = node.words
    ? node.words.flatMap((piece) => expandWord(view, piece))
    : [...scope.parameters.list, ...(scope.parameters.open ? [unknown("$@")] : [])].map((value) => ({
        value,
        splits: value.kind === "unknown",
      }))
  const inner = { ...conditionally(context), looping: true }
  const certain = words.length > 0 && !words.some((word) => word.splits)
  const before = scope.copy()
  const states: Scope[] = []
  let ending: Ending = OK
  for (const value of rounds(words, node.kind === "select" ? 1 : MAXIMUM_ROUNDS)) {
    scope.set(node.name, { ...scope.variables.get(node.name), value })
    ending = runItems(run, node.body, inner, scope)
    if (!ending.leaves || ending.leaves === "round") continue
    if (ending.leaves === "loop") states.push(scope.copy())
    break
  }
  if (ending.leaves === "shell" || ending.leaves === "function") {
    if (certain) return ending
    scope.become(before)
    return EITHER
  }
  if (ending.leaves !== "loop") states.push(scope.copy())
  if (!certain || node.kind === "select") states.push(before)
  joinInto(scope, states, run, context)
  return EITHER
}

/** The values that the loop variable takes: each in turn, or any of them where they are many. */
function rounds(words: readonly { readonly value: Value; readonly splits: boolean }[], most: number): readonly Value[] {
  if (words.length <= most) return words.map((word) => word.value)
  const texts = words.map((word) => textsOf(word.value))
  return [texts.every((each) => each !== undefined) ? oneOf(texts.flat()) : unknown("one of many words")]
}

const ASSIGNED = /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*(?:[-+*/%&|^]?=(?!=)|<<=|>>=|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g

/** A `for ((…))` loop. */
export function runArithmetic(run: Run, node: Arithmetic, context: Context, scope: Scope): Ending {
  const view = new View(run, context, scope)
  for (const expression of node.expressions) {
    expandText(view, expression, "quoted")
    for (const [, left, right] of context.source.text.slice(expression.start, expression.end).matchAll(ASSIGNED)) {
      const name = left ?? right!
      scope.set(name, { ...scope.variables.get(name), value: unknown(`$${name}, a computed number`) })
    }
  }
  if (!node.body) return EITHER
  const before = scope.copy()
  const ending = runItems(run, node.body, { ...conditionally(context), looping: true }, scope)
  joinInto(
    scope,
    ending.leaves === "shell" || ending.leaves === "function" ? [before] : [scope.copy(), before],
    run,
    context,
  )
  return EITHER
}
