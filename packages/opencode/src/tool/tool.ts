/** What a tool is: named, described, with parameters that are checked before anything happens. */
import { Context as Services, Effect, Schema } from "effect"
import type * as z from "zod"

/** More about a call while it runs. */
export interface Update {
  readonly title?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** The call that a tool is executed for. */
export interface Context {
  /** The session's id. */
  readonly session: string
  /** Fires when nobody waits for the result any more. */
  readonly abort: AbortSignal
  /** Tells whoever watches what there is so far. */
  metadata(update: Update): void
  /** Hears what a command writes, as it comes. */
  output?(chunk: Uint8Array): void
}

export interface Result<M = Readonly<Record<string, unknown>>> {
  readonly title: string
  /** For the agent. */
  readonly output: string
  /** For everybody else. */
  readonly metadata: M
}

export interface Info<P extends z.ZodType, M, E, R> {
  readonly id: string
  readonly description: string
  readonly parameters: P
  /** Checks the parameters, then does what the tool is for. */
  execute(parameters: z.input<P>, context: Context): Effect.Effect<Result<M>, E | InvalidParameters, R>
}

/** The environment that commands inherit, and that the guard judges with: this process's own unless a host says otherwise. */
export const Environment = Services.Reference<Readonly<Record<string, string | undefined>>>(
  "@ringfence/opencode/Tool/Environment",
  { defaultValue: () => process.env },
)

/** A parameter is missing or makes no sense. */
export class InvalidParameters extends Schema.TaggedError<InvalidParameters>()("Tool.InvalidParameters", {
  tool: Schema.String,
  message: Schema.String,
}) {}

/** Nobody waits for the result any more; nothing was started. */
export class Aborted extends Schema.TaggedError<Aborted>()("Tool.Aborted", {
  tool: Schema.String,
  message: Schema.String,
}) {}

/** A tool whose `execute` gets parameters that hold what its schema says. */
export function define<P extends z.ZodType, M, E, R>(
  described: Omit<Info<P, M, E, R>, "execute"> & {
    run(parameters: z.output<P>, context: Context): Effect.Effect<Result<M>, E, R>
  },
): Info<P, M, E, R> {
  const { id, description, parameters, run } = described
  return {
    id,
    description,
    parameters,
    execute: (input, context) => {
      const parsed = parameters.safeParse(input)
      if (parsed.success) return run(parsed.data, context)
      const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "parameters"}: ${message}`)
      return Effect.fail(
        new InvalidParameters({ tool: id, message: `The parameters of ${id} are not valid: ${faults.join("; ")}.` }),
      )
    },
  }
}

/** The effect, unless the signal fires first: then it is interrupted and the call has failed. */
export const unlessAborted =
  (tool: string, signal: AbortSignal) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Aborted, R> =>
    Effect.raceFirst(effect, aborted(tool, signal))

const aborted = (tool: string, signal: AbortSignal): Effect.Effect<never, Aborted> =>
  Effect.callback((resume) => {
    const fire = (): void =>
      resume(Effect.fail(new Aborted({ tool, message: `The call of ${tool} was aborted; nothing was run.` })))
    if (signal.aborted) return fire()
    signal.addEventListener("abort", fire, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", fire))
  })
