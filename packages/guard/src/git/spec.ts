/** What a file in `command/`, `tool/` or `writer/` exports. */
import type { Command } from "../shell/program.ts"
import type { Value, Word } from "../shell/value.ts"
import type { Repository, State } from "../state/state.ts"
import type { Effect, Site } from "./effect.ts"
import type { OptionTable, Parsed } from "./options.ts"

/** One git command as git would read it. */
export interface Invocation {
  readonly subcommand: string
  /** The words after the subcommand. */
  readonly words: readonly Word[]
  readonly options: Parsed
  readonly operands: readonly Word[]
  readonly command: Command
  /** Where it acts: the site of `repository`, or "elsewhere"/"unknown" where there is none. */
  readonly site: Site
  /** The repository it acts on; undefined where there is none or it cannot be told. */
  readonly repository: Repository | undefined
  /** The directory relative operands start from (after `-C`), where it is known. */
  readonly cwd: string | undefined
  /** An operand as an absolute path; relative ones start from the directory the command runs in. */
  path(operand: Word | Value): Value
}

/** Text or argv that a command runs in its turn (`bisect run`, `rebase --exec`, `submodule foreach`, `!` aliases). */
export type Nested = NestedStart &
  (
    | { readonly kind: "text"; readonly text: Value; readonly parameters?: readonly Word[] }
    | { readonly kind: "argv"; readonly argv: readonly Word[] }
  )

/** Where a nested text or argv starts, where that is not the directory and environment of the command itself. */
interface NestedStart {
  readonly directory?: string
  /** Variables that git sets for it. */
  readonly sets?: Readonly<Record<string, Value>>
}

export interface SubcommandSpec {
  readonly name: string
  /** Other names git knows it by. */
  readonly aliases?: readonly string[]
  readonly options: OptionTable
  readonly effects: (invocation: Invocation, state: State) => readonly Effect[]
  readonly runs?: (invocation: Invocation, state: State) => readonly Nested[]
  /** Where they are many, in a file of their own that a getter loads: only tests ask for them. */
  readonly examples: readonly Example[]
}

/** A program that is not git but moves refs or writes files (`gh`, `jj`, `cp`, `tee` …). */
export interface ToolSpec {
  readonly names: readonly string[]
  readonly effects: (command: Command, state: State) => readonly Effect[]
  readonly runs?: (command: Command, state: State) => readonly Nested[]
  readonly examples: readonly Example[]
}

/** Checked by the guard, by real git, and multiplied by the oracle. */
export interface Example {
  readonly command: string
  /** Where it is typed: the own worktree (the default), its `src`, the main checkout, or the sibling worktree. */
  readonly in?: "own" | "subdir" | "main" | "sib"
  /** Shell that arranges the scene, run in the own worktree first. */
  readonly given?: string
  readonly env?: Readonly<Record<string, string>>
  /** "orchestrator" unless said otherwise. */
  readonly integration?: "orchestrator" | "self"
  readonly fenced?: boolean
  readonly verdict: "allow" | "deny"
  /** The full code of a deny. */
  readonly code?: string
  /** Why, in half a sentence. */
  readonly because: string
  /** Set where the example cannot be run for real here, with the reason. */
  readonly notRun?: string
}
