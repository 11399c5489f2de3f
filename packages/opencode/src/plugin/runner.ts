/** Effects run for opencode: by one runtime, and with errors as it shows them. */
import { Cause, type Effect, Exit, Layer, Logger, ManagedRuntime } from "effect"

export interface Runner<R> {
  /** Rejects with a plain error whose message is for a person or a model. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>, signal?: AbortSignal) => Promise<A>
  readonly close: () => Promise<void>
}

/** A runner over services, which are made when they are first needed. */
export function runnerOver<R, E>(services: Layer.Layer<R, E>): Runner<R> {
  // What is logged would be written over opencode's own screen.
  const runtime = ManagedRuntime.make(Layer.mergeAll(services, Logger.layer([])))
  return {
    run: async (effect, signal) => {
      const exit = await runtime.runPromiseExit(effect, { signal })
      if (Exit.isSuccess(exit)) return exit.value
      const error = Cause.squash(exit.cause)
      throw error instanceof Error ? new Error(error.message) : new Error(String(error))
    },
    close: () => runtime.dispose(),
  }
}
