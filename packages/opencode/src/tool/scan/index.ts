/** What must be asked for before a text is run: pure over the guard's reading of it and a few facts. */
export * as Scan from "."

import { textOf, type Command, type Effect, type Examination, type Invocation, type Value } from "@ringfence/guard"
import { always } from "../../permission/arity.ts"
import { nameOf, readPaths } from "./command.ts"
import { bare, hasFiles, whole } from "./pattern.ts"
import { mayGo, outside, pathsIn, pathsOf, type Facts } from "./place.ts"

export type { Facts } from "./place.ts"

type Step = Examination["steps"][number]

/** What the scan must know of the session, beside the files that the guard saw. */
export interface Session extends Omit<Facts, "files"> {
  /** Where the command starts. */
  readonly cwd: string
}

/** A question of each permission; absent where there is nothing to ask. */
export interface Asks {
  readonly bash?: { readonly patterns: readonly string[]; readonly always: readonly string[] }
  readonly external?: { readonly patterns: readonly string[]; readonly folders: readonly string[] }
  readonly deletes?: { readonly patterns: readonly string[] }
}

/**
 * What running the text needs permission for.
 * @param reading what the guard made of it; absent where nothing could read it: then it is asked about as a whole
 */
export function scan(text: string, reading: Examination | undefined, session: Session): Asks {
  if (!reading) return { bash: { patterns: [text], always: [] } }
  const { program, steps } = reading
  const facts: Facts = {
    ...session,
    get files() {
      return reading.files
    },
  }
  const unread = program.partial.length > 0 || program.tooLong !== undefined || steps.length === 0
  const named = steps.filter((step) => !isMove(step.command))
  const patterns = distinct([
    ...named.flatMap(({ command }) => [bare(command), whole(command, text) ?? bare(command)]),
    ...(unread ? [text.trim()] : []),
  ])
  const start = session.cwd === session.directory ? [] : (outside(facts, session.cwd, false) ?? [])
  const folders = distinct([start, ...steps.map((step) => outsideOf(step, facts))].flat())
  const deletes = distinct(steps.filter((step) => isDelete(step, facts)).map(({ command }) => bare(command)))
  return {
    ...(patterns.length > 0
      ? { bash: { patterns, always: distinct(named.flatMap(({ command }) => remembered(command))) } }
      : {}),
    ...(folders.length > 0
      ? { external: { folders, patterns: folders.map((folder) => `${folder === "/" ? "" : folder}/*`) } }
      : {}),
    ...(deletes.length > 0 ? { deletes: { patterns: deletes } } : {}),
  }
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

const MOVES = new Set(["cd", "pushd", "popd"])

/** Where a command only goes somewhere else, the place is asked about, not the word. */
const isMove = (command: Command): boolean =>
  MOVES.has(nameOf(command) ?? "") && command.assignments.length === 0 && !hasFiles(command)

/** What an "always" would cover. A command with variables, wrappers or files of its own is asked about each time. */
function remembered(command: Command): readonly string[] {
  if (command.assignments.length > 0 || command.via.length > 0 || command.around || hasFiles(command)) return []
  const pattern = always(command.argv.map((word) => textOf(word.value)))
  return pattern === undefined ? [] : [pattern]
}

/** They act on a name, not on what a link of that name leads to. */
const ON_NAMES = new Set(["rm", "rmdir", "unlink", "mv", "ln", "find"])

function outsideOf(step: Step, facts: Facts): readonly string[] {
  const { command, effects, invocations } = step
  const read = command.redirections.flatMap(({ operator, target }) =>
    operator === "<" && target ? [target.value] : [],
  )
  const named = [...readPaths(command), ...read].flatMap((value) => pathsOf(command, value))
  const written = effects.flatMap((effect) => pathsIn(pathIn(effect)).paths)
  // git that only reads may look anywhere, as the guard has it.
  const worked = effects.length > 0 ? invocations.flatMap(({ cwd }) => cwd ?? []) : []
  const link = ON_NAMES.has(nameOf(command) ?? "")
  return [
    ...[...named, ...written].flatMap((path) => outside(facts, path, link) ?? []),
    ...worked.flatMap((path) => outside(facts, path, false) ?? []),
  ]
}

const NOWHERE: Value = { kind: "unknown", why: "no path" }

/** The path that an effect writes, where it names one. */
function pathIn(effect: Effect): Value {
  switch (effect.kind) {
    case "worktree":
    case "hooks":
    case "repository":
    case "registry":
      return effect.path ?? NOWHERE
    default:
      return NOWHERE
  }
}

const DELETERS = new Set(["rm", "rmdir", "unlink", "shred"])

/** Whether the command destroys what is neither the session's alone nor made to be lost. */
function isDelete(step: Step, facts: Facts): boolean {
  return step.invocations.some((each) => discards(each, facts)) || removes(step, facts)
}

function removes({ command, effects }: Step, facts: Facts): boolean {
  const name = nameOf(command)?.replace(/^g(?=rm|rmdir|unlink|shred|find)/, "") ?? ""
  const finds = name === "find" && command.argv.some((word) => textOf(word.value) === "-delete")
  if (!finds && !DELETERS.has(name)) return false
  // A find starts at a folder whose content goes; every other operand goes itself.
  const inside = finds ? "/*" : ""
  const unread = command.argv.slice(1).some(({ value }) => value.kind === "unknown" || value.kind === "startsWith")
  return effects.some((effect) => {
    const { paths, known } = pathsIn(pathIn(effect))
    return unread || !known || !paths.every((path) => mayGo(facts, path + inside, name !== "shred"))
  })
}

/** Forms of git that throw work away, which no ref and no reflog brings back. */
const DISCARDS: Readonly<Record<string, (invocation: Invocation) => boolean>> = {
  reset: ({ options }) => options.has("hard"),
  clean: ({ options, repository }) =>
    !options.has("dry-run") && (options.has("force") || repository?.config.boolean("clean.requireForce") === false),
  stash: ({ words }) => ["drop", "clear"].includes(textOf(words[0]?.value) ?? ""),
}

function discards(invocation: Invocation, facts: Facts): boolean {
  if (!Object.hasOwn(DISCARDS, invocation.subcommand) || !DISCARDS[invocation.subcommand]!(invocation)) return false
  const { repository, cwd } = invocation
  const top = repository?.worktree ?? cwd
  return top === undefined || !mayGo(facts, `${top}/*`, true)
}
