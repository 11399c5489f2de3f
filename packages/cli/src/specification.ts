/**
 * The options and operands of the commands, as data. The Effect command tree (help, completions, usage errors) and the
 * quick reader of `quick.ts` are both made from it.
 */
import type { PolicyName } from "@ringfence/guard"

export const VERSION = "0.1.0"

export const POLICIES = [
  "isolated-git",
  "self",
  "persistent-cd",
  "git-inventory",
] as const satisfies readonly PolicyName[]

interface BooleanOption {
  readonly kind: "boolean"
  readonly about: string
}

interface TextOption {
  readonly kind: "text"
  readonly metavar: string
  readonly about: string
}

/** May be repeated. */
interface TextsOption {
  readonly kind: "texts"
  readonly metavar: string
  readonly about: string
}

/** May be repeated. */
interface ChoicesOption<Choice extends string = string> {
  readonly kind: "choices"
  readonly choices: readonly Choice[]
  readonly about: string
}

interface ChoiceOption<Choice extends string = string> {
  readonly kind: "choice"
  readonly choices: readonly Choice[]
  readonly about: string
}

export type Option = BooleanOption | TextOption | TextsOption | ChoicesOption | ChoiceOption

export interface Operand {
  /** What help calls it. */
  readonly metavar: string
  readonly about: string
  /**
   * `one` must be there; `optional` may be left out, and the command says where that is wrong; `rest` are all words
   * that are left, at least one. Only `optional` ones may follow an `optional` one, and nothing a `rest`.
   */
  readonly takes: "one" | "optional" | "rest"
}

export interface Specification {
  readonly name: string
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
  /** In the order in which they are given. */
  readonly operands: Readonly<Record<string, Operand>>
  /** Options that cannot be given together. */
  readonly exclusive?: readonly (readonly string[])[]
  readonly examples: readonly { readonly command: string; readonly about: string }[]
}

/** What an option or operand is read as. */
type Value<O> = O extends BooleanOption
  ? boolean
  : O extends ChoicesOption<infer Choice>
    ? readonly Choice[]
    : O extends ChoiceOption<infer Choice>
      ? Choice | undefined
      : O extends TextsOption | { readonly takes: "rest" }
        ? readonly string[]
        : O extends { readonly takes: "one" }
          ? string
          : string | undefined

/** What a command is called with: its options and operands, by name. */
export type Options<S extends Specification> = {
  readonly [Name in keyof S["options"]]: Value<S["options"][Name]>
} & {
  readonly [Name in keyof S["operands"]]: Value<S["operands"][Name]>
}

/** The options that were given together although they exclude each other. */
export function clash(
  { exclusive = [] }: Specification,
  options: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const given = (name: string): boolean => {
    const value = options[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
  }
  return exclusive.map((names) => names.filter(given)).find((names) => names.length > 1)
}

const place = {
  directory: {
    kind: "text",
    metavar: "DIR",
    about: "The session's worktree, which decides what is its own (default: the current directory)",
  },
  cwd: { kind: "text", metavar: "DIR", about: "Where the command would run (default: --directory)" },
} as const

const operands = {
  text: {
    metavar: "command-text",
    about: "What would be given to the shell, in one argument; - reads it from stdin",
    takes: "optional",
  },
} as const

export const check = {
  name: "check",
  about: "Say whether a command may run in a worktree. Exits 0 to allow, 2 to deny, 1 on an error",
  options: {
    ...place,
    policy: { kind: "choices", choices: POLICIES, about: "Only this policy (may be repeated)" },
    readable: {
      kind: "text",
      metavar: "DIR",
      about: "With --policy git-inventory: a folder outside whose repositories may be cloned",
    },
    json: { kind: "boolean", about: "Print the verdict as JSON" },
    batch: {
      kind: "boolean",
      about: "Read requests from stdin, one JSON object a line, and answer each with one line",
    },
  },
  operands,
  examples: [
    { command: "ringfence check 'git rebase main'", about: "Check a command in the current directory" },
    { command: "ringfence check --directory ../child --json -- 'git push -f'", about: "The verdict as JSON" },
    { command: "ringfence check - < script.sh", about: "Check a whole script" },
  ],
} as const satisfies Specification

export const explain = {
  name: "explain",
  about: "Show how a command was read: what it would run and where, what that would do, and who owns what",
  options: {
    ...place,
    json: { kind: "boolean", about: "Print everything as JSON" },
  },
  operands,
  examples: [{ command: "ringfence explain 'cd .. && git checkout -B main'", about: "Why is this refused?" }],
} as const satisfies Specification

export const demo = {
  name: "demo",
  about: "Set up a scratch repository with an isolated child, and run a dozen commands through the guard",
  options: {},
  operands: {},
  examples: [],
} as const satisfies Specification
