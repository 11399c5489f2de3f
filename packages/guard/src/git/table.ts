/** Every command the guard knows by name. */
import { subcommandSpecs } from "./command/index.ts"
import { readOnly } from "./readonly.ts"
import type { SubcommandSpec, ToolSpec } from "./spec.ts"
import type * as Tools from "./tool/index.ts"
import type * as Writers from "./writer/index.ts"

export { readOnly }

/** Subcommands that can write, by every name git knows them by. */
export const subcommands: ReadonlyMap<string, SubcommandSpec> = new Map(
  subcommandSpecs.flatMap((spec) => [spec.name, ...(spec.aliases ?? [])].map((name) => [name, spec] as const)),
)

/** The subcommand of this name, where it can write. */
export const findSubcommand = (name: string): SubcommandSpec | undefined => subcommands.get(name)

/** Whether git has a builtin of this name, so that no alias can take its place. */
export const isBuiltin = (name: string): boolean => subcommands.has(name) || readOnly.has(name)

/** Loaded with the first program that is not git itself: in many texts there is none. */
function loadPrograms(): ReadonlyMap<string, ToolSpec> {
  const { tools } = require("./tool/index.ts") as typeof Tools
  const { writers } = require("./writer/index.ts") as typeof Writers
  return new Map([...writers, ...tools])
}

let programs: ReadonlyMap<string, ToolSpec> | undefined

/** A program other than git: one that moves refs (`gh`, `jj`, `git-flow` …) or one that writes files (`cp`, `tee` …). */
export const findTool = (name: string): ToolSpec | undefined => (programs ??= loadPrograms()).get(name)
