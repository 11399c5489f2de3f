/** From the argv of a git command to what git would act on. */
import { directoryAt, resolvePath } from "../shell/path.ts"
import type { Command, Directory } from "../shell/program.ts"
import { known, textOf, type Value, type Word } from "../shell/value.ts"
import type { Repository, State, Where } from "../state/state.ts"
import type { Effect, Site } from "./effect.ts"
import { readGlobals, type Globals } from "./globals.ts"
import { parseOptions } from "./options.ts"
import type { Invocation, SubcommandSpec } from "./spec.ts"

/** A git command before its subcommand is looked up. */
export interface Target {
  readonly globals: Globals
  readonly command: Command
  readonly directory: Directory
  readonly where: Where
  readonly repository: Repository | undefined
  readonly site: Site
  /** `-c` and GIT_CONFIG_* settings, as git will see them. */
  readonly config: readonly { readonly key: string; readonly value: string }[]
}

/** A variable as the command's process sees it: undefined where it is not set. */
export function variable(command: Command, state: State, name: string): Value | undefined {
  const change = command.environment.set[name]
  if (change !== undefined) return change ?? undefined
  const inherited = command.environment.cleared ? undefined : state.env[name]
  return inherited === undefined ? undefined : known(inherited)
}

/** Reads the global options; the repository is looked for when it is asked for. `words` starts after `git`. */
export function readTarget(command: Command, words: readonly Word[], state: State): Target {
  const globals = readGlobals(words)
  const directory = globals.directories.reduce<Directory>(
    (base, word) => directoryAt(resolvePath(base, word.value)),
    command.directory,
  )
  const fromEnvironment = (name: string): Value | undefined => {
    const value = variable(command, state, name)
    return value === undefined || textOf(value) === "" ? undefined : resolvePath(directory, value)
  }
  const gitDir = globals.gitDir ? resolvePath(directory, globals.gitDir.value) : fromEnvironment("GIT_DIR")
  const workTree = globals.workTree ? resolvePath(directory, globals.workTree.value) : fromEnvironment("GIT_WORK_TREE")
  const commonDir = fromEnvironment("GIT_COMMON_DIR")
  const indexFile = fromEnvironment("GIT_INDEX_FILE")
  const config = commandLineConfig(globals, command, state)
  const where: Where = {
    directory,
    config,
    command,
    ...(gitDir ? { gitDir } : globals.bare && directory.kind === "at" ? { gitDir: known(directory.path) } : {}),
    ...(workTree ? { workTree } : {}),
    ...(commonDir ? { commonDir } : {}),
    ...(indexFile ? { indexFile } : {}),
  }
  let found: { readonly repository: Repository | undefined } | undefined
  const find = (): Repository | undefined => (found ??= { repository: state.repositoryAt(where) }).repository
  return {
    globals,
    command,
    directory,
    where,
    config,
    get repository() {
      return find()
    },
    get site() {
      return siteWithout(find(), where, state)
    },
  }
}

/** Where effects land when there is a repository, none that can be read, or no telling. */
function siteWithout(repository: Repository | undefined, where: Where, state: State): Site {
  if (repository) return repository.site
  const path = where.gitDir ?? (where.directory.kind === "at" ? known(where.directory.path) : undefined)
  const text = textOf(path)
  if (text !== undefined) return state.siteOf(known(text))
  return { kind: "unknown", why: "why" in where.directory ? where.directory.why : "a directory that cannot be read" }
}

function commandLineConfig(globals: Globals, command: Command, state: State): { key: string; value: string }[] {
  return globals.config.flatMap(({ word, fromVariable }) => {
    const text = textOf(word.value)
    if (text === undefined) return []
    const equals = text.indexOf("=")
    const key = equals < 0 ? text : text.slice(0, equals)
    const rest = equals < 0 ? "true" : text.slice(equals + 1)
    const value = fromVariable ? textOf(variable(command, state, rest)) : rest
    return value === undefined ? [] : [{ key, value }]
  })
}

/** The invocation of a subcommand whose table is known. */
export function invoke(target: Target, spec: SubcommandSpec, words: readonly Word[]): Invocation {
  const options = parseOptions(spec.options, words)
  const { directory, command } = target
  return {
    subcommand: spec.name,
    words,
    options,
    operands: options.operands,
    command,
    get site() {
      return target.site
    },
    get repository() {
      return target.repository
    },
    cwd: directory.kind === "at" ? directory.path : undefined,
    path: (operand) => resolvePath(directory, "value" in operand ? operand.value : operand),
  }
}

/**
 * Corrects where files and index land when the command names them apart from the git directory
 * (`--work-tree`, GIT_WORK_TREE, GIT_INDEX_FILE, a GIT_DIR used from another checkout).
 */
export function place(effects: readonly Effect[], target: Target, state: State): readonly Effect[] {
  const { where } = target
  if (!where.gitDir && !where.workTree && !where.indexFile) return effects
  const { repository } = target
  const files = where.workTree ?? (where.gitDir && repository?.worktree ? known(repository.worktree) : undefined)
  return effects.map((effect) => {
    if (effect.kind !== "worktree" || effect.path) return effect
    if (effect.what === "files" && files) return { ...effect, site: state.siteOf(files) }
    if (effect.what === "index" && where.indexFile) return { ...effect, site: state.siteOf(where.indexFile) }
    return effect
  })
}
