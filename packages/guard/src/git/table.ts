/** Every command the guard knows by name. */
import { subcommands } from "./command/index.ts"
import { readOnly } from "./readonly.ts"
import type { SubcommandSpec, ToolSpec } from "./spec.ts"
import { tools } from "./tool/index.ts"
import { writers } from "./writer/index.ts"

export { readOnly, subcommands }

/** The subcommand of this name, where it can write. */
export const findSubcommand = (name: string): SubcommandSpec | undefined => subcommands.get(name)

/** Whether git has a builtin of this name, so that no alias can take its place. */
export const isBuiltin = (name: string): boolean => subcommands.has(name) || readOnly.has(name)

/** A program other than git: one that moves refs (`gh`, `jj`, `git-flow` …) or one that writes files (`cp`, `tee` …). */
export const findTool = (name: string): ToolSpec | undefined => tools.get(name) ?? writers.get(name)
