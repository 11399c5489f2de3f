/** Tools with subcommands, as tables: the words that lead to a subcommand, its options, and what it does. */
import { textOf, type Word } from "../../shell/value.ts"
import { read, rules, type Reading, type Rules } from "../../shell/wrapper/options.ts"
import type { Command } from "../../shell/program.ts"
import type { State } from "../../state/state.ts"
import { resolvePath, directoryAt } from "../../shell/path.ts"
import type { Effect } from "../effect.ts"
import type { Example, Nested, ToolSpec } from "../spec.ts"
import { Reach } from "./reach.ts"

/** One use of a tool. */
export interface Call {
  readonly reading: Reading
  readonly operands: readonly Word[]
  readonly reach: Reach
  readonly command: Command
  readonly state: State
}

export interface Row {
  /** Each is a way to write it: the words, separated by blanks. */
  readonly paths: readonly string[]
  readonly options: Rules
  readonly effects: (call: Call) => readonly Effect[]
}

/** A subcommand: its spellings separated by `|`, its options, and its effects. `-h` and dry runs do nothing. */
export function row(paths: string, options: readonly string[], effects: Row["effects"]): Row {
  return {
    paths: paths.split("|").map((path) => path.trim()),
    options: rules([...options, "-h!", "--dry-run!"], { permutes: true }),
    effects,
  }
}

export interface Tool {
  readonly names: readonly string[]
  /** Options that may stand before the subcommand. */
  readonly globals?: readonly string[]
  /** The option that names the directory it works in. */
  readonly directory?: string
  readonly rows: readonly Row[]
  readonly runs?: ToolSpec["runs"]
  readonly examples: readonly Example[]
}

interface Found {
  readonly row: Row
  readonly words: readonly Word[]
  readonly globals: Reading
}

/** The tool that a table describes. */
export function tool(described: Tool): ToolSpec {
  const globals = rules([...(described.globals ?? []), "-h!"])
  return {
    names: described.names,
    ...(described.runs ? { runs: described.runs } : {}),
    effects: (command, state) => {
      const found = findRow(described.rows, globals, command.argv.slice(1))
      if (!found) return []
      const reading = read(found.row.options, found.words)
      if (reading.quits) return []
      const place = described.directory
        ? (reading.value(described.directory) ?? found.globals.value(described.directory))
        : undefined
      const moved = place
        ? { ...command, directory: directoryAt(resolvePath(command.directory, place.value)) }
        : command
      return found.row.effects({
        reading,
        operands: reading.rest,
        reach: new Reach(moved, state),
        command: moved,
        state,
      })
    },
    examples: described.examples,
  }
}

/** `-R owner/name` may stand in front of a subcommand or of its verb: the words with it behind them. */
export function repositoryLast(words: readonly Word[]): readonly Word[] {
  const index = words.slice(0, 3).findIndex((word) => /^(?:-R|--repo)(?:$|=)/.test(textOf(word.value) ?? ""))
  if (index < 0) return words
  const end = index + (textOf(words[index]!.value)!.includes("=") ? 1 : 2)
  return [...words.slice(0, index), ...words.slice(end), ...words.slice(index, end)]
}

/** The row whose path is the longest that the words begin with. */
export function findRow(rows: readonly Row[], globals: Rules, words: readonly Word[]): Found | undefined {
  const reading = read(globals, words)
  if (reading.quits) return undefined
  const candidates = rows.flatMap((each) =>
    each.paths.map((path) => ({ row: each, path: path === "" ? [] : path.split(" ") })),
  )
  const matching = candidates.filter(({ path }) =>
    path.every((name, index) => textOf(reading.rest[index]?.value) === name),
  )
  const best = matching.toSorted((one, other) => other.path.length - one.path.length)[0]
  return (
    best && {
      row: best.row,
      words: best.path.length === 0 ? words : reading.rest.slice(best.path.length),
      globals: reading,
    }
  )
}

/** Hands the words on to git, as tools do that know git's commands too. */
export const asGit = (words: readonly Word[], like: Word): Nested => ({
  kind: "argv",
  argv: [{ ...like, value: { kind: "known", text: "git" }, text: "git", splits: false }, ...words],
})

/** Examples of programs that are not installed where the examples are run. */
export const absent = (name: string, examples: readonly Example[]): readonly Example[] =>
  examples.map((example) => ({ ...example, notRun: `${name} is not installed here` }))
