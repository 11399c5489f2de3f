/** Builtins that change what the shell carries on. Each is recorded as a command too. */
import { changeDirectory, popDirectory, pushDirectory, type Outcome, type Surroundings } from "./directory.ts"
import { appended, emit, type Call } from "./command.ts"
import { mapFile, read } from "./input.ts"
import { runProgram } from "./interpret.ts"
import type { Move } from "./program.ts"
import { EITHER, inherited, lookUp, OK, type Ending, type Run } from "./run.ts"
import { parametersOf, type Variable } from "./scope.ts"
import { known, oneOf, textOf, textsOf, unknown, type Value, type Word } from "./value.ts"

type Builtin = (run: Run, call: Call) => Ending

const NAME = /^[A-Za-z_]\w*$/

function surroundings(run: Run, { context, scope, prefix }: Call): Surroundings {
  return {
    host: run.host,
    variable: (name) => prefix?.[name] ?? lookUp(run, context, scope, name),
    made: (path) => run.made(path),
  }
}

const SUBSTITUTED = /\$\(|`/

function moves(
  builtin: Move["builtin"],
  move: (words: readonly Word[], call: Call, around: Surroundings) => Outcome,
): Builtin {
  return (run, call) => {
    emit(run, call)
    const { context, scope, span } = call
    const from = scope.directory
    const outcome = move(call.argv.slice(1), call, surroundings(run, call))
    if (outcome.still) return { status: outcome.status }
    const failed = outcome.status === "fail"
    run.moves.push({
      builtin,
      argv: call.argv,
      ...(SUBSTITUTED.test(call.argv[0]!.text) && { substituted: true }),
      ...(failed && { fails: true }),
      place: context.place,
      via: context.via,
      to: failed ? from : outcome.to,
      span,
    })
    if (!failed) {
      scope.move(outcome.to)
      if (scope.variables.has("OLDPWD")) scope.set("OLDPWD", { ...scope.variables.get("OLDPWD") })
    }
    return { status: outcome.status }
  }
}

function exported(run: Run, call: Call): Ending {
  const { scope } = call
  const words = call.argv.slice(1)
  const flags = words
    .map((word) => textOf(word.value) ?? "")
    .filter((text) => /^-[a-z]+$/.test(text))
    .join("")
  for (const word of words) {
    const { name, value, append } = assignmentIn(word)
    if (!name) continue
    const definition = flags.includes("f") ? scope.functions.get(name) : undefined
    if (definition) scope.define({ ...definition, exported: !flags.includes("n") })
    if (flags.includes("f")) continue
    const before = scope.variables.get(name)
    const whole = value && append ? appended(before?.value ?? inherited(run, call.context, name), value) : value
    scope.set(name, { ...before, ...(whole && { value: whole, unset: false }), exported: !flags.includes("n") })
  }
  emit(run, call)
  return OK
}

/** `name`, `name=value` or `name+=value` as an argument. */
function assignmentIn(word: Word): { name?: string; value?: Value; append?: boolean } {
  const { value } = word
  const text =
    value.kind === "known" || value.kind === "startsWith" ? value.text : value.kind === "oneOf" ? value.texts[0]! : ""
  const match = /^([A-Za-z_]\w*)(?:(\+?)=|$)/.exec(text)
  if (!match) return {}
  const length = match[0].length
  if (!match[0].endsWith("=")) return { name: match[1]! }
  const append = match[2] === "+"
  if (value.kind === "startsWith")
    return {
      name: match[1]!,
      value: text.length > length ? { kind: "startsWith", text: text.slice(length) } : unknown(`$${match[1]}`),
      append,
    }
  if (value.kind === "oneOf")
    return { name: match[1]!, value: oneOf(value.texts.map((each) => each.slice(length))), append }
  return { name: match[1]!, value: known(text.slice(length)), append }
}

/** declare, typeset, local and readonly. */
function declared(run: Run, call: Call): Ending {
  const { context, scope } = call
  const words = call.argv.slice(1)
  const flags = words
    .map((word) => textOf(word.value) ?? "")
    .filter((text) => /^-[a-zA-Z]+$/.test(text))
    .join("")
  if (/[fFp]/.test(flags)) return (emit(run, call), OK)
  for (const word of words) {
    const { name, value, append } = assignmentIn(word)
    if (!name) continue
    const before = scope.variables.get(name)
    if (textOf(call.argv[0]!.value) !== "readonly" && !flags.includes("g")) context.locals?.add(name)
    const whole = value && append ? appended(before?.value, value) : value
    // `declare -x a=(…)`, `-i` and `-n` change what an assignment means.
    const readable = whole && !/[aAin]/.test(flags) && !(textOf(whole) ?? "").startsWith("(")
    const next: Variable = { ...before, ...(whole && { value: readable ? whole : unknown(`$${name}`) }) }
    scope.set(name, flags.includes("x") ? { ...next, exported: true } : next)
  }
  emit(run, call)
  return OK
}

function unset(run: Run, call: Call): Ending {
  const { scope } = call
  const texts = call.argv.slice(1).map((word) => textOf(word.value) ?? "")
  const functions = texts.includes("-f")
  for (const name of texts) {
    if (!NAME.test(name)) continue
    if (!functions) scope.set(name, { unset: true })
    if (functions || !scope.variables.has(name)) {
      const rest = new Map(scope.functions)
      rest.delete(name)
      scope.functions = rest
    }
  }
  emit(run, call)
  return OK
}

function setOptions(run: Run, call: Call): Ending {
  const { scope } = call
  const words = call.argv.slice(1)
  let index = 0
  let sets = false
  for (; index < words.length; index++) {
    const text = textOf(words[index]!.value)
    if (text === "--" || text === "-") {
      sets = true
      index++
      break
    }
    if (text === undefined || !/^[-+][A-Za-z]+$/.test(text)) break
    if (text.slice(1).includes("a")) scope.exportsAll = text.startsWith("-")
    if (text.slice(1).includes("o")) {
      if (textOf(words[++index]?.value) === "allexport") scope.exportsAll = text.startsWith("-")
    }
  }
  if (sets || index < words.length) {
    scope.parameters = parametersOf(words.slice(index))
  }
  emit(run, call)
  return OK
}

function shift(run: Run, call: Call): Ending {
  const { scope } = call
  const count = Number(textOf(call.argv[1]?.value) ?? (call.argv[1] ? Number.NaN : 1))
  const { list, open } = scope.parameters
  scope.parameters = Number.isInteger(count) ? { list: list.slice(count), open } : { list: [], open: true }
  emit(run, call)
  return EITHER
}

function alias(run: Run, call: Call): Ending {
  const { source } = call.context
  const end = typeof source.origin === "number" ? call.span.end - source.origin : 0
  for (const word of call.argv.slice(1)) {
    const match = /^([^=\s/$`'"]+)=([^]*)$/.exec(textOf(word.value) ?? "")
    if (match) call.scope.aliases = new Map(call.scope.aliases).set(match[1]!, { text: match[2]!, source, end })
  }
  emit(run, call)
  return OK
}

function unalias(run: Run, call: Call): Ending {
  const names = call.argv.slice(1).map((word) => textOf(word.value) ?? "")
  const rest = new Map(names.includes("-a") ? [] : call.scope.aliases)
  for (const name of names) rest.delete(name)
  call.scope.aliases = rest
  emit(run, call)
  return OK
}

/** `enable -n name…` switches builtins off, `enable name…` on again. */
function enable(run: Run, call: Call): Ending {
  const { scope } = call
  const names = texts(call.argv.slice(1))
  const off = names.some((name) => /^-[a-z]*n/.test(name))
  if (!names.some((name) => /^-[a-z]*[apfd]/.test(name))) {
    const disabled = new Set(scope.disabled)
    for (const name of names)
      if (off) disabled.add(name)
      else disabled.delete(name)
    scope.disabled = disabled
  }
  emit(run, call)
  return OK
}

/** `hash -p path name`: the name stands for that program from now on. */
function hash(run: Run, call: Call): Ending {
  const { argv, scope } = call
  const name = textOf(argv[3]?.value)
  if (textOf(argv[1]?.value) === "-p" && argv.length === 4 && name !== undefined && !name.includes("/"))
    scope.hashed = new Map(scope.hashed).set(name, argv[2]!.value)
  else if (textOf(argv[1]?.value) === "-r") scope.hashed = new Map()
  return emit(run, call)
}

/** What comes up between the commands of the text, not at its end or from outside. */
const AMONG = /^(?:DEBUG|ERR)$/i

/** `trap text signal…`: the text may run at any time; it is read where the shell ends. */
function trap(run: Run, call: Call): Ending {
  const words = call.argv.slice(1).filter((word, index) => index > 0 || textOf(word.value) !== "--")
  const first = textOf(words[0]?.value)
  if (words.length > 1 && first !== "" && first !== "-" && !/^-[lp]/.test(first ?? ""))
    call.context.traps.push({
      text: words[0]!.value,
      span: words[0]!.span,
      among: words.slice(1).some((word) => textsOf(word.value)?.some((text) => AMONG.test(text)) === true),
    })
  emit(run, call)
  return OK
}

const STANDARD_INPUT = new Set(["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])

/** `source` of a text that is known: standard input or a process substitution. */
function source(run: Run, call: Call): Ending {
  const { context, scope } = call
  const words = textOf(call.argv[1]?.value) === "--" ? call.argv.slice(2) : call.argv.slice(1)
  const name = textOf(words[0]?.value) ?? ""
  const text = STANDARD_INPUT.has(name) ? context.input?.value : run.descriptors.get(name)
  const texts = text && textsOf(text)
  if (texts?.length !== 1) return emit(run, call)
  const { parameters } = scope
  if (words.length > 1) scope.parameters = parametersOf(words.slice(1))
  const via = [...context.via, { name: "source", forks: false }]
  const ending = runProgram(
    run,
    { ...context, via, source: { text: texts[0]!, origin: call.span }, depth: context.depth + 1 },
    scope,
  )
  scope.parameters = parameters
  return ending.leaves === "function" ? { status: ending.status } : ending
}

function leave(leaves: NonNullable<Ending["leaves"]>): Builtin {
  return (run, call) => {
    emit(run, call)
    const { context } = call
    const code = textOf(call.argv[1]?.value)
    // Outside of loops and functions bash only complains.
    if ((leaves === "loop" || leaves === "round") && !context.looping) return EITHER
    if (leaves === "function" && !context.locals && !context.via.some((via) => via.name === "source")) return EITHER
    return { status: code === undefined ? "either" : code === "0" ? "ok" : "fail", leaves }
  }
}

/** `let`, `getopts`: the variables they set are not known afterwards. */
function computes(name: (words: readonly Word[]) => readonly string[]): Builtin {
  return (run, call) => {
    for (const each of name(call.argv.slice(1)))
      call.scope.set(each, { ...call.scope.variables.get(each), value: unknown(`$${each}`) })
    emit(run, call)
    return EITHER
  }
}

function printfTo(run: Run, call: Call): Ending {
  const name = textOf(call.argv[1]?.value) === "-v" ? textOf(call.argv[2]?.value) : undefined
  if (name !== undefined && NAME.test(name)) {
    const format = textOf(call.argv[3]?.value)
    const values = call.argv.slice(4).map((word) => word.value)
    const value =
      format === "%s" && values.length === 1
        ? values[0]!
        : format !== undefined && !/[%\\]/.test(format)
          ? known(format)
          : unknown(`$${name}`)
    call.scope.set(name, { ...call.scope.variables.get(name), value })
  }
  return emit(run, call)
}

const texts = (words: readonly Word[]): string[] => words.flatMap((word) => textsOf(word.value) ?? [])

export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["cd", moves("cd", (words, { scope }, around) => changeDirectory(words, scope, around))],
  ["pushd", moves("pushd", (words, { scope }, around) => pushDirectory(words, scope, around))],
  ["popd", moves("popd", (words, { scope }) => popDirectory(words, scope))],
  ["export", exported],
  ["declare", declared],
  ["typeset", declared],
  ["local", declared],
  ["readonly", declared],
  ["unset", unset],
  ["set", setOptions],
  ["shift", shift],
  ["read", read],
  ["mapfile", mapFile],
  ["readarray", mapFile],
  ["alias", alias],
  ["unalias", unalias],
  ["enable", enable],
  ["hash", hash],
  ["trap", trap],
  ["source", source],
  [".", source],
  ["exit", leave("shell")],
  ["logout", leave("shell")],
  ["return", leave("function")],
  ["break", leave("loop")],
  ["continue", leave("round")],
  ["let", computes((words) => texts(words).flatMap((text) => /^[A-Za-z_]\w*/.exec(text)?.[0] ?? []))],
  ["getopts", computes((words) => [...texts(words.slice(1, 2)), "OPTARG", "OPTIND"])],
  ["printf", printfTo],
])
