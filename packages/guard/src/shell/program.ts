/** What a shell would run: the result of reading a command text. */
import type { Table } from "./table.ts"
import type { Span, Value, Word } from "./value.ts"
import type { Wrapper } from "./wrapper.ts"

export type Directory =
  | { readonly kind: "at"; readonly path: string }
  | { readonly kind: "below"; readonly path: string }
  | { readonly kind: "oneOf"; readonly directories: readonly Directory[] }
  /** `same` as in a `Value`. */
  | { readonly kind: "unknown"; readonly why: string; readonly same?: string }

/** How a command stands to the shell that was given the text. */
export interface Place {
  readonly kind: "top" | "subshell" | "pipeline" | "background" | "substitution"
  /** True where the text may run without running this command. */
  readonly conditional: boolean
  /** The function it is the body of, where it is one. */
  readonly function?: string
}

export interface Assignment {
  readonly name: string
  readonly value: Value
}

export interface Redirection {
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "&>" | "&>>" | "<&" | ">&" | "<<" | "<<<"
  readonly fd?: number
  /** The file, for operators that name one. */
  readonly target?: Word
}

/** A wrapper that a command was unwrapped from. */
export interface Via {
  readonly name: string
  /** The wrapper starts a new process (so nothing it does moves the parent shell). */
  readonly forks: boolean
  /** The program is looked for on another PATH: that of a login or interactive shell, or the standard one. */
  readonly login?: boolean
}

/** The changes a text makes to the inherited environment before a command runs. */
export interface CommandEnvironment {
  /** `env -i`: nothing is inherited. */
  readonly cleared: boolean
  /** Exported or prefixed variables; null where the text unsets one. */
  readonly set: Readonly<Record<string, Value | null>>
}

/** A simple command with all wrappers taken off. */
export interface Command {
  readonly argv: readonly Word[]
  readonly assignments: readonly Assignment[]
  readonly redirections: readonly Redirection[]
  /** Nothing but redirections, of a compound command, a function or a wrapper: what they catch is not known. */
  readonly around?: boolean
  /** What its standard input holds, where the text says so. */
  readonly stdin?: Value
  readonly directory: Directory
  readonly environment: CommandEnvironment
  readonly place: Place
  /** Outermost first. */
  readonly via: readonly Via[]
  readonly span: Span
}

/** A cd, pushd or popd that is run, in a form that can move a shell. */
export interface Move {
  readonly builtin: "cd" | "pushd" | "popd"
  readonly argv: readonly Word[]
  /** The name of the builtin is put together from the output of another command. */
  readonly substituted?: true
  /** It fails, as far as can be told from here: the shell's own stack and previous directory are not known. */
  readonly fails?: true
  readonly place: Place
  readonly via: readonly Via[]
  readonly to: Directory
  readonly span: Span
}

export interface Program {
  /** In the order the text runs them. */
  readonly commands: readonly Command[]
  readonly moves: readonly Move[]
  /** Text that nobody could attribute. It refuses nothing by itself. */
  readonly partial: readonly Span[]
  /** A stretch of the text was only read piece by piece: the shell may refuse it, and then runs nothing of its line. */
  readonly guessed?: true
  /** Set where the text is past a bound and was not read. */
  readonly tooLong?: string
}

/**
 * What the reader must ask of the world. `output` and `ran` connect it to what it knows nothing of:
 * the output of other programs, and what running a command changes for the commands after it.
 */
export interface Host {
  /** The absolute directory the text starts in. */
  readonly cwd: string
  /** The inherited environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The wrappers that are seen through, by name. */
  readonly wrappers: Table<Wrapper>
  /** "file", "directory", or undefined where nothing is there. Symlinks are followed. */
  stat(path: string): "file" | "directory" | undefined
  /** Names in a directory, unsorted; empty where it cannot be read. */
  list(path: string): readonly string[]
  /** The path with symlinks resolved, as far as it exists. */
  realpath(path: string): string
  /** What the command would print (without the last newline), where that can be told. */
  output(command: Command): Value | undefined
  /** Called for each command as soon as it has been read, in running order. */
  ran(command: Command): void
}

/** A directory whose path is known. */
export const at = (path: string): Directory => ({ kind: "at", path })

/** Every directory it may be, flattened. */
export function directoriesOf(directory: Directory): readonly Directory[] {
  return directory.kind === "oneOf" ? directory.directories.flatMap(directoriesOf) : [directory]
}

/** One directory out of several possible ones; more than eight are unknown. */
export function eitherDirectory(directories: readonly Directory[]): Directory {
  const [first, ...others] = directories
  if (first && first.kind !== "oneOf" && others.every((other) => other === first)) return first
  const distinct = new Map<string, Directory>()
  for (const directory of directories.flatMap(directoriesOf)) {
    const name = "path" in directory ? directory.path : directory.kind === "unknown" ? (directory.same ?? "") : ""
    distinct.set(`${directory.kind}:${name}`, directory)
  }
  if (distinct.size > 8) return { kind: "unknown", why: "too many possible directories" }
  const all = [...distinct.values()]
  return all.length === 1 ? all[0]! : { kind: "oneOf", directories: all }
}
