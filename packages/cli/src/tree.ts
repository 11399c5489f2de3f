/** The command tree on Effect: help, version, completions, usage errors, and every use that is not plain. */
import * as Argument from "effect/cli/Argument"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { commands, isGroup, type Entry, type Group, type Run } from "./commands.ts"
import { ExitCode, Failure } from "./failure.ts"
import { clash, type Operand, type Specification, VERSION } from "./specification.ts"
import { print, say, wantsColor } from "./terminal.ts"

/** Runs the command of `entries` that `argv` names and returns the exit code. */
export async function runTree(argv: readonly string[], entries = commands): Promise<number> {
  let code: number = ExitCode.allowed
  const finish: Finish = async ({ load }, options) => {
    code = await (await load())(options)
  }
  const root = group(
    { name: "ringfence", about: "Keeps coding agents that share one git repository out of each other's work", entries },
    finish,
  )
  const exit = await Effect.runPromiseExit(
    Command.runWith(root, { version: VERSION })(argv).pipe(Effect.provide(layer)) as Effect.Effect<void, unknown>,
  )
  if (Exit.isSuccess(exit)) return code
  const failure = Cause.squash(exit.cause)
  // The presenter has told of these already.
  if (isShowHelp(failure)) return ExitCode.failed
  throw failure
}

const isShowHelp = (error: unknown): boolean => (error as { readonly _tag?: string } | undefined)?._tag === "ShowHelp"

type Finish = (entry: Entry, options: Parameters<Run>[0]) => Promise<void>

function group(
  { name, about, entries }: Group,
  finish: Finish,
): Command.Command<string, object, object, unknown, never> {
  const below = entries.map((entry) => (isGroup(entry) ? group(entry, finish) : subcommand(entry, finish)))
  return Command.make(name).pipe(
    Command.withDescription(about),
    Command.withSubcommands(below as [(typeof below)[number]]),
  )
}

function subcommand(entry: Entry, finish: Finish) {
  const { specification } = entry
  const { name, about, options, operands, examples } = specification
  const parameters: Record<string, Flag.Flag<unknown> | Argument.Argument<unknown>> = {}
  for (const [option, description] of Object.entries(options)) parameters[option] = flag(option, description)
  for (const [operand, description] of Object.entries(operands)) parameters[operand] = argument(description)
  return Command.make(name, parameters, (input) =>
    Effect.promise(async () => {
      const together = clash(specification, input)
      if (together) throw new Failure(`${together.map((option) => `--${option}`).join(" and ")} exclude each other`)
      await finish(entry, input as Parameters<Run>[0])
    }),
  ).pipe(
    Command.withDescription(about),
    Command.withExamples(examples.map((example) => ({ command: example.command, description: example.about }))),
  )
}

function argument({ metavar, about, takes }: Operand): Argument.Argument<unknown> {
  const word = Argument.String(metavar).pipe(Argument.withDescription(about))
  switch (takes) {
    case "one":
      return word
    case "optional":
      return word.pipe(Argument.optional, Argument.map(Option.getOrUndefined))
    case "rest":
      return word.pipe(Argument.atLeast(1))
  }
}

function flag(name: string, option: Specification["options"][string]): Flag.Flag<unknown> {
  switch (option.kind) {
    case "boolean":
      return Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(option.about), Flag.withDefault(false))
    case "text":
      return Flag.String(name).pipe(
        Flag.withMetavar(option.metavar),
        Flag.withDescription(option.about),
        Flag.optional,
        Flag.map(Option.getOrUndefined),
      )
    case "texts":
      return Flag.String(name).pipe(
        Flag.withMetavar(option.metavar),
        Flag.withDescription(option.about),
        Flag.atLeast(0),
      )
    case "choice":
      return Flag.Literals(name, option.choices).pipe(
        Flag.withDescription(option.about),
        Flag.optional,
        Flag.map(Option.getOrUndefined),
      )
    case "choices":
      return Flag.Literals(name, option.choices).pipe(Flag.withDescription(option.about), Flag.atLeast(0))
  }
}

const formatter = CliOutput.defaultFormatter({ colors: wantsColor() })

const presenter: CliOutput.Presenter = {
  present: (event) =>
    Effect.sync(() => {
      switch (event._tag) {
        case "Version":
          return void print(`ringfence ${event.version}\n`)
        case "Help":
          return event.reason === "Requested"
            ? void print(`${formatter.formatHelpDoc(event.helpDoc)}\n`)
            : say(formatter.formatHelpDoc(event.helpDoc))
        case "InvalidInvocation":
          for (const error of event.errors) say(`ringfence: ${error.message}`)
          return say(`Run \`${event.commandPath.join(" ")} --help\` to see how it is used.`)
      }
    }),
}

const layer = Layer.mergeAll(
  NodeServices.layer,
  CliOutput.layerPresenter(presenter),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
)
