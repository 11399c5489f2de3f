/** Every command: its specification, and where its code is loaded from when it is run. */
import { check, demo, explain, type Options, type Specification } from "./specification.ts"

/** Runs a command with the options of its specification, and returns the exit code. */
export type Run<S extends Specification = Specification> = (options: Options<S>) => Promise<number>

export interface Entry {
  readonly specification: Specification
  readonly load: () => Promise<Run>
}

/** Both readers build the options from the specification, so that they fit the function that takes them. */
function entry<S extends Specification>(specification: S, load: () => Promise<Run<S>>): Entry {
  return { specification, load: load as unknown as Entry["load"] }
}

export const commands: readonly Entry[] = [
  entry(check, async () => (await import("./command/check.ts")).runCheck),
  entry(explain, async () => (await import("./command/explain.ts")).runExplain),
  entry(demo, async () => (await import("./command/demo.ts")).runDemo),
]
