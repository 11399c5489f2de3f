/** The shell as word expansion sees it. */
import { directoryValue } from "./directory.ts"
import type { Expansion } from "./expand/expansion.ts"
import { runSequence } from "./interpret.ts"
import type { Host } from "./program.ts"
import { Input, lookUp, MAXIMUM_DEPTH, Output, placed, spanIn, type Context, type Run } from "./run.ts"
import type { Scope } from "./scope.ts"
import { readSource } from "./source.ts"
import type { Piece, Sequence, Source } from "./syntax.ts"
import { known, mapValue, unknown, type Value } from "./value.ts"

const SPECIAL: Readonly<Record<string, string>> = {
  "?": "the last exit status",
  $: "the process id",
  "!": "the last background process id",
  "-": "the shell's options",
  RANDOM: "a random number",
  SRANDOM: "a random number",
  SECONDS: "a time",
  EPOCHSECONDS: "a time",
  EPOCHREALTIME: "a time",
  BASHPID: "the process id",
  PPID: "the process id",
  LINENO: "a line number",
  REPLY: "what was read",
}

/** What expansions see of the scope they are made in. */
export class View implements Expansion {
  readonly text: string
  readonly host: Host
  /** How the last substitution ended is not known. */
  substituted = false

  constructor(
    private readonly run: Run,
    private readonly context: Context,
    private readonly scope: Scope,
  ) {
    this.text = context.source.text
    this.host = run.host
  }

  get directory(): string | undefined {
    const { directory } = this.scope
    return directory.kind === "at" ? directory.path : undefined
  }

  variable(name: string): Value | undefined {
    const { scope } = this
    if (scope.variables.has(name) && name !== "PWD") return lookUp(this.run, this.context, scope, name)
    if (name === "PWD") return directoryValue(scope.directory)
    if (name === "OLDPWD" && scope.previous) return directoryValue(scope.previous)
    if (/^\d+$/.test(name)) return this.positional(Number(name))
    if (name === "#")
      return scope.parameters.open ? unknown("the number of parameters") : known(String(scope.parameters.list.length))
    if (name === "DIRSTACK") return directoryValue(scope.directory)
    if (name === "FUNCNAME" && this.context.place.function) return known(this.context.place.function)
    if (name === "BASH_SUBSHELL" || Object.hasOwn(SPECIAL, name))
      return unknown(`$${name}, ${SPECIAL[name] ?? "a number"}`)
    return lookUp(this.run, this.context, scope, name)
  }

  private positional(index: number): Value | undefined {
    const { parameters, name } = this.scope
    if (index === 0) return name
    return parameters.list[index - 1] ?? (parameters.open ? unknown(`$${index}, a parameter`) : known(""))
  }

  list(name: string): readonly Value[] | undefined {
    const { scope } = this
    if (name === "@" || name === "*") return scope.parameters.open ? undefined : scope.parameters.list
    const variable = scope.variables.get(name)
    if (variable?.list) return variable.list
    if (name === "DIRSTACK") return [scope.directory, ...scope.stack].map(directoryValue)
    const value = this.variable(name)
    return value ? [value] : undefined
  }

  get begun(): readonly Value[] {
    return this.scope.parameters.list
  }

  assign(name: string, value: Value): void {
    this.scope.set(name, { ...this.scope.variables.get(name), value })
  }

  substitute(kind: "$(" | "`" | "<(" | ">(", start: number, end: number, piece: Piece | undefined): Value {
    this.substituted = true
    const { context, run } = this
    if (context.depth >= MAXIMUM_DEPTH) {
      run.partial.push(spanIn(context, start, end))
      return unknown("a command nested too deeply")
    }
    const { body, source } = this.bodyOf(kind, start, end, piece)
    const output = new Output()
    const input = kind === ">(" ? new Input(unknown("what is written there")) : context.input
    runSequence(
      run,
      body,
      placed(context, "substitution", { source, output, depth: context.depth + 1, traps: [], ...(input && { input }) }),
      this.scope.copy(),
    )
    // bash drops NULs.
    if (kind === "$(" || kind === "`")
      return mapValue(output.value, (text) => text.replaceAll("\0", "").replace(/\n+$/, ""))
    const name = `/dev/fd/${63 - (run.next() % 50)}`
    if (kind === "<(") run.descriptors.set(name, output.value)
    return known(name)
  }

  private bodyOf(
    kind: string,
    start: number,
    end: number,
    piece: Piece | undefined,
  ): { body: Sequence; source: Source } {
    const { context, run, text } = this
    const read = piece?.substitutions?.find((each) => each.start === start)
    if (read) return { body: read.body, source: context.source }
    const closed = text[end - 1] === (kind === "`" ? "`" : ")")
    const inner = text.slice(start + kind.length, closed ? end - 1 : end)
    const exact = kind !== "`" || !inner.includes("\\")
    const source: Source = {
      text: exact ? inner : inner.replace(/\\([\\`$])/g, "$1"),
      origin:
        exact && typeof context.source.origin === "number"
          ? context.source.origin + start + kind.length
          : spanIn(context, start, end),
    }
    run.reads()
    const reading = readSource(source.text)
    if (reading.partial.length || reading.tooLong) run.partial.push(spanIn(context, start, end))
    return { body: reading.syntax, source }
  }
}
