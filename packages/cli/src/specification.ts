/**
 * The options of the commands, as data. The Effect command tree (help, completions, usage errors) and the
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

interface ChoicesOption<Choice extends string = string> {
  readonly kind: "choices"
  readonly choices: readonly Choice[]
  readonly about: string
}

export type Option = BooleanOption | TextOption | ChoicesOption

export interface Specification {
  readonly name: string
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
  /** The one operand, where the command takes one. It may be left out; the command says where that is wrong. */
  readonly operand?: { readonly name: string; readonly about: string }
  readonly examples: readonly { readonly command: string; readonly about: string }[]
}

/** What a command is called with. */
export type Options<S extends Specification> = {
  readonly [Name in keyof S["options"]]: S["options"][Name] extends BooleanOption
    ? boolean
    : S["options"][Name] extends ChoicesOption<infer Choice>
      ? readonly Choice[]
      : string | undefined
} & { readonly operand: string | undefined }

const place = {
  directory: {
    kind: "text",
    metavar: "DIR",
    about: "The session's worktree, which decides what is its own (default: the current directory)",
  },
  cwd: { kind: "text", metavar: "DIR", about: "Where the command would run (default: --directory)" },
} as const

const operand = {
  name: "command-text",
  about: "What would be given to the shell, in one argument; - reads it from stdin",
}

export const check = {
  name: "check",
  about: "Say whether a command may run in a worktree. Exits 0 to allow, 2 to deny, 1 on an error",
  options: {
    ...place,
    policy: { kind: "choices", choices: POLICIES, about: "Only this policy (may be repeated)" },
    json: { kind: "boolean", about: "Print the verdict as JSON" },
    batch: {
      kind: "boolean",
      about: "Read requests from stdin, one JSON object a line, and answer each with one line",
    },
  },
  operand,
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
  operand,
  examples: [{ command: "ringfence explain 'cd .. && git checkout -B main'", about: "Why is this refused?" }],
} as const satisfies Specification

export const demo = {
  name: "demo",
  about: "Set up a scratch repository with an isolated child, and run a dozen commands through the guard",
  options: {},
  examples: [],
} as const satisfies Specification
