/**
 * Text -> Program -> Effects. The one place where the shell reader, git and the state meet: each command is
 * asked for its effects as soon as it has been read, and what it changes is the state of the next one.
 */
import { posix } from "node:path"
import { expandAlias } from "./git/alias.ts"
import type { Effect } from "./git/effect.ts"
import { invoke, place, readTarget, type Target } from "./git/invocation.ts"
import { outputOf } from "./git/output.ts"
import type { Invocation, Nested, SubcommandSpec } from "./git/spec.ts"
import { findSubcommand, findTool, isBuiltin } from "./git/table.ts"
import { redirectionEffects } from "./git/writer/redirection.ts"
import { directoriesOf, type Command, type Directory, type Host, type Program } from "./shell/program.ts"
import { readArgv, readProgram, type Start } from "./shell/reader.ts"
import { known, textOf, unknown, type Word } from "./shell/value.ts"
import type { Table } from "./shell/table.ts"
import type { Wrapper } from "./shell/wrapper.ts"
import type { State } from "./state/state.ts"

/** What one simple command does, and the state it finds. */
export interface Step {
  readonly command: Command
  readonly effects: readonly Effect[]
  /** The git subcommands that can write, as git would read them: one for each alternative, behind aliases too. */
  readonly invocations: readonly Invocation[]
  readonly state: State
  /** The fence sees the real argv of this command. */
  readonly fenced: boolean
}

export interface Analysis {
  readonly program: Program
  readonly steps: readonly Step[]
}

/** How deep aliases and nested texts may call each other. */
const MAX_DEPTH = 16
/** How many commands are judged in all: aliases that call each other twice would double at each depth. */
const MAX_STEPS = 4096
/** How many argvs a command with alternatives is judged as; past it the alternatives count as unknown. */
const MAX_VARIANTS = 64

/** Reads a text and works out what it would do. `loadShell()` must have been awaited. */
export function analyze(text: string, state: State, cwd: string, wrappers: Table<Wrapper>): Analysis {
  const run = new Run(state, cwd, wrappers)
  return { program: readProgram(text, run.host(cwd)), steps: run.steps }
}

/** Works out what a process would do that is started with these words, whatever they hold. */
export function analyzeArgv(argv: readonly string[], state: State, cwd: string, wrappers: Table<Wrapper>): Analysis {
  const run = new Run(state, cwd, wrappers)
  const span = { start: 0, end: 0 }
  const words = argv.map((text): Word => ({ value: known(text), text, span, splits: false }))
  return {
    program: readArgv(words, run.host(cwd), { ...AS_TYPED, span, directory: { kind: "at", path: cwd } }),
    steps: run.steps,
  }
}

const AS_TYPED: Pick<Start, "environment" | "place" | "via" | "parameters"> = {
  environment: { cleared: false, set: {} },
  place: { kind: "top", conditional: false },
  via: [],
  parameters: [],
}

class Run {
  readonly steps: Step[] = []
  private depth = 0

  constructor(
    private state: State,
    private readonly cwd: string,
    private readonly wrappers: Table<Wrapper>,
  ) {}

  host(cwd: string): Host {
    return {
      cwd,
      env: this.state.env,
      wrappers: this.wrappers,
      stat: (path) => this.state.files.stat(path),
      list: (path) => this.state.files.list(path),
      realpath: (path) => this.state.files.realpath(path),
      output: (command) => outputOf(command, this.state),
      ran: (command) => this.ran(command),
    }
  }

  private ran(command: Command): void {
    const state = this.state
    const nested: { readonly from: Nested; readonly start: Start }[] = []
    const invocations: Invocation[] = []
    const effects = variants(command).flatMap((variant) => {
      const found = effectsOf(variant, state)
      if (found.invocation) invocations.push(found.invocation)
      nested.push(...found.runs.map((from) => ({ from, start: startOf(variant, from) })))
      return [...found.effects, ...redirectionEffects(variant, state)]
    })
    this.steps.push({ command, effects, invocations, state, fenced: state.fenced && reachesFence(command) })
    if (this.depth < MAX_DEPTH && this.steps.length < MAX_STEPS) {
      this.depth++
      for (const { from, start } of nested) this.runNested(from, start)
      this.depth--
    }
    if (effects.length > 0) this.state = this.state.after(effects)
  }

  private runNested(nested: Nested, start: Start): void {
    const host = this.host(this.cwd)
    if (nested.kind === "argv") return void readArgv(nested.argv, host, start)
    const text = textOf(nested.text)
    if (text !== undefined) readProgram(text, host, start)
  }
}

function startOf(command: Command, nested: Nested): Start {
  const directory: Directory =
    nested.directory === undefined ? command.directory : { kind: "at", path: nested.directory }
  return {
    directory,
    environment: nested.sets
      ? { ...command.environment, set: { ...command.environment.set, ...nested.sets } }
      : command.environment,
    place: command.place,
    span: command.span,
    via: [...command.via, { name: textOf(command.argv[0]!.value) ?? "git", forks: true }],
    parameters: nested.kind === "text" ? (nested.parameters ?? []) : [],
  }
}

interface Found {
  readonly effects: readonly Effect[]
  readonly runs: readonly Nested[]
  readonly invocation?: Invocation
}

const NOTHING: Found = { effects: [], runs: [] }

function effectsOf(command: Command, state: State): Found {
  const name = programName(command.argv[0])
  if (name === undefined) return NOTHING
  if (name === "git") return gitEffects(readTarget(command, command.argv.slice(1), state), state, 0)
  const dashed = name.startsWith("git-") ? findSubcommand(name.slice(4)) : undefined
  if (dashed) return subcommandEffects(readTarget(command, [], state), dashed, command.argv.slice(1), state)
  const tool = findTool(name)
  return tool ? { effects: tool.effects(command, state), runs: tool.runs?.(command, state) ?? [] } : NOTHING
}

/** The last part of the program's path; `git.exe` is git. */
function programName(word: Word | undefined): string | undefined {
  const text = textOf(word?.value)
  return text === undefined ? undefined : posix.basename(text).replace(/\.exe$/i, "")
}

function gitEffects(target: Target, state: State, depth: number): Found {
  const [name, ...words] = target.globals.rest
  const text = textOf(name?.value)
  if (!name || text === undefined || target.globals.printsOnly) return NOTHING
  const spec = findSubcommand(text)
  if (spec) return subcommandEffects(target, spec, words, state)
  if (isBuiltin(text)) return NOTHING

  const expansion = depth < MAX_DEPTH ? expandAlias(target, name, words, state) : undefined
  if (expansion?.kind === "words") {
    const inner = readTarget(target.command, [...globalWords(target), ...expansion.words], state)
    return gitEffects(inner, state, depth + 1)
  }
  if (expansion) {
    const top = target.repository?.worktree
    return { effects: [], runs: [{ ...expansion, kind: "text", ...(top ? { directory: top } : {}) }] }
  }
  const tool = findTool(`git-${text}`)
  if (!tool) return NOTHING
  const command = {
    ...target.command,
    argv: [{ ...name, value: { kind: "known", text: `git-${text}` } as const }, ...words],
    directory: target.directory,
  }
  return { effects: tool.effects(command, state), runs: tool.runs?.(command, state) ?? [] }
}

/** The global options as they were typed, for the command an alias stands for. */
function globalWords(target: Target): readonly Word[] {
  const words = target.command.argv.slice(1)
  return words.slice(0, words.length - target.globals.rest.length)
}

function subcommandEffects(target: Target, spec: SubcommandSpec, words: readonly Word[], state: State): Found {
  if (asksForHelp(words)) return NOTHING
  const invocation = invoke(target, spec, words)
  if (invocation.options.unrecognized.some((word) => textOf(word.value) === "--help")) return NOTHING
  return {
    effects: place(spec.effects(invocation, state), target, state),
    runs: spec.runs?.(invocation, state) ?? [],
    invocation,
  }
}

/**
 * `-h` counts where it stands alone, behind the subcommand or behind a verb of it (`worktree add -h`). `--help` counts
 * anywhere among the options, which is for their reader to tell.
 */
function asksForHelp(words: readonly Word[]): boolean {
  const [first, second] = words.map((word) => textOf(word.value))
  return first === "--help" || (words.length === 1 && first === "-h") || (words.length === 2 && second === "-h")
}

/** They start over with a PATH of their own. */
const OTHER_USERS = new Set(["sudo", "doas", "su", "runuser", "pkexec"])

/** What brings the fence to a command: the PATH its git is found on, and the configuration that names its hooks. */
const BRINGS_FENCE = /^(?:PATH|GIT_CONFIG_(?:COUNT|PARAMETERS|(?:KEY|VALUE)_\d+))$/

/** A bare `git` found on the fenced PATH, with nothing that takes the fence away. */
function reachesFence(command: Command): boolean {
  if (textOf(command.argv[0]?.value) !== "git" || command.environment.cleared) return false
  if (Object.keys(command.environment.set).some((name) => BRINGS_FENCE.test(name))) return false
  // git puts its own programs first in the PATH of what it runs.
  if (command.via.some((via) => via.login || OTHER_USERS.has(via.name) || /^git\b/.test(via.name))) return false
  return !command.argv.some((word) => /^(?:--config-env=)?core\.hookspath=/i.test(textOf(word.value) ?? ""))
}

/** The command once for each combination of its alternatives. */
export function variants(command: Command): readonly Command[] {
  const directories = directoriesOf(command.directory)
  const plain = directories.length === 1 && command.argv.every((word) => word.value.kind !== "oneOf")
  if (plain) return [command]
  const count = command.argv.reduce(
    (product, word) => product * (word.value.kind === "oneOf" ? word.value.texts.length : 1),
    1,
  )
  const argvs = count * directories.length <= MAX_VARIANTS ? product(command.argv) : [command.argv.map(giveUp)]
  return directories.flatMap((directory) => argvs.map((argv) => ({ ...command, argv, directory })))
}

function product(words: readonly Word[]): readonly (readonly Word[])[] {
  return words.reduce<readonly (readonly Word[])[]>(
    (argvs, word) => {
      const choices: readonly Word[] =
        word.value.kind === "oneOf"
          ? word.value.texts.map((text) => ({ ...word, value: { kind: "known", text } }))
          : [word]
      return argvs.flatMap((argv) => choices.map((choice) => [...argv, choice]))
    },
    [[]],
  )
}

const giveUp = (word: Word): Word =>
  word.value.kind === "oneOf" ? { ...word, value: unknown("one of too many") } : word
