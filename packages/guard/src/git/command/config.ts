import { posix } from "node:path"
import { canonicalKey, canonicalSection } from "../config-key.ts"
import type { ConfigWrite, Effect } from "../effect.ts"
import { variable } from "../invocation.ts"
import { optionTable, parseOptions, type Parsed } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known, mapValue, textOf, unknown, type Value, type Word } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const LOCATION = ["--global", "--system", "--local", "--worktree", "-f --file <file>", "--blob <blob-id>"]

const TYPE = ["-t --type <type>", "--bool", "--int", "--bool-or-int", "--bool-or-str", "--path", "--expiry-date"]

const OTHER = [
  "-z --null",
  "--name-only",
  "--includes",
  "--show-origin",
  "--show-scope",
  "--show-names",
  "--default <value>",
]

const ACTION_OPTIONS = [
  ...["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "-l --list"],
  ...["--replace-all", "--add", "--unset", "--unset-all", "--rename-section", "--remove-section", "-e --edit"],
]

const options = optionTable(
  [...LOCATION, ...ACTION_OPTIONS, ...TYPE, ...OTHER, "--fixed-value", "--comment <comment>"],
  { stopAtOperand: true },
)

/** The options behind `set`, `unset` and so on (git 2.46 and later). */
const subcommandOptions = optionTable(
  [
    ...[...LOCATION, ...TYPE, ...OTHER],
    ...["--all", "--append", "--value <pattern>", "--fixed-value", "--comment <comment>", "--regexp", "--url <url>"],
  ],
  { stopAtOperand: true },
)

const READING = ["get", "get-all", "get-regexp", "get-urlmatch", "get-color", "get-colorbool", "list"]

/** Subcommands of git 2.46. None is a valid key to older versions, which refuse them: there is one reading only. */
const SUBCOMMANDS = ["set", "unset", "rename-section", "remove-section", "edit"]
const READING_SUBCOMMANDS = ["get", "list"]

type Write = Pick<ConfigWrite, "action" | "key" | "value">

/** What the words behind `git config` come to. */
export interface ConfigReading {
  /** The options, those behind a subcommand (`git config set …`) last. */
  readonly parsed: readonly Parsed[]
  /** Undefined where nothing is written. */
  readonly write?: Write
}

/** Reads options and operands of `git config`, in the old and the new manner. */
export function readConfig(options: Parsed): ConfigReading {
  const { operands } = options
  const first = textOf(operands[0]?.value) ?? ""
  if (options.has("blob") || options.has(...READING)) return { parsed: [options] }
  const old = oldAction(options)
  if (old === undefined && [...SUBCOMMANDS, ...READING_SUBCOMMANDS].includes(first)) {
    const own = parseOptions(subcommandOptions, operands.slice(1))
    const reads = own.has("blob") || READING_SUBCOMMANDS.includes(first)
    return { parsed: [options, own], ...(reads ? {} : written(newWrite(first, own))) }
  }
  return { parsed: [options], ...written(oldWrite(old, operands, options)) }
}

const written = (write: Write | undefined): Pick<ConfigReading, "write"> => (write ? { write } : {})

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { parsed, write } = readConfig(invocation.options)
  return write ? place(invocation, state, parsed, write) : []
}

function oldAction(options: Parsed): string | undefined {
  return ["replace-all", "add", "unset", "unset-all", "rename-section", "remove-section", "edit"].find((name) =>
    options.has(name),
  )
}

/** `git config set …` and its siblings. */
function newWrite(subcommand: string, parsed: Parsed): Write | undefined {
  const { operands } = parsed
  if (subcommand === "set") return setting(parsed.has("append") ? "add" : "set", operands, parsed)
  return oldWrite(subcommand, operands, parsed)
}

function oldWrite(action: string | undefined, operands: readonly Word[], parsed: Parsed): Write | undefined {
  const [first, second] = operands
  switch (action) {
    case "edit":
      return { action: "edit", key: known("*") }
    case "unset":
    case "unset-all":
      return first && { action: "unset", key: canonicalKey(first.value) }
    case "remove-section":
      return first && { action: "removeSection", key: canonicalSection(first.value) }
    case "rename-section":
      if (!first || !second) return undefined
      return { action: "renameSection", key: canonicalSection(first.value), value: canonicalSection(second.value) }
    default:
      return setting(action === "add" ? "add" : "set", operands, parsed)
  }
}

function setting(action: "add" | "set", [key, value]: readonly Word[], parsed: Parsed): Write | undefined {
  return key && value && { action, key: canonicalKey(key.value), value: canonicalValue(value.value, parsed) }
}

/** `--bool` writes true and false however they were typed. */
function canonicalValue(value: Value, parsed: Parsed): Value {
  const text = textOf(value)?.toLowerCase()
  if (text === undefined || !(parsed.has("bool") || textOf(parsed.value("type")?.value) === "bool")) return value
  if (["true", "yes", "on", "1"].includes(text)) return known("true")
  return ["false", "no", "off", "0", ""].includes(text) ? known("false") : value
}

/** Which file is written, and what that is to others. */
function place(invocation: Invocation, state: State, parsed: readonly Parsed[], write: Write): readonly Effect[] {
  const all = write.action === "renameSection" ? [write, takenName(write)] : [write]
  return all.flatMap((each) => located(invocation, state, parsed, each))
}

/** A renamed section lands in the section of its new name. */
const takenName = ({ value }: Write): Write => {
  return { action: "set", key: mapValue(value!, (section) => `${section}.*`) }
}

function located(invocation: Invocation, state: State, parsed: readonly Parsed[], write: Write): readonly Effect[] {
  const { site } = invocation
  const has = (name: string): boolean => parsed.some((options) => options.has(name))
  const named = parsed.map((options) => options.value("file")).findLast((word) => word !== undefined)
  if (named) return fileEffects(invocation, state, invocation.path(named), write)
  if (has("system")) return systemEffects(invocation, state, write)
  if (has("global")) return globalEffects(invocation, state, write)
  if (has("worktree")) {
    return [
      { kind: "config", site, scope: "worktree", ...write },
      { kind: "worktree", site, what: "operation", destructive: true },
    ]
  }
  const redirected = has("local") ? undefined : variable(invocation.command, state, "GIT_CONFIG")
  return redirected
    ? fileEffects(invocation, state, invocation.path(redirected), write)
    : [{ kind: "config", site, scope: "shared", ...write }]
}

/** A file named on the command line may be one that every checkout reads. */
function fileEffects({ site, repository }: Invocation, state: State, file: Value, write: Write): readonly Effect[] {
  const text = textOf(file)
  const is = (path: string | undefined): boolean =>
    path !== undefined && text !== undefined && state.files.realpath(text) === state.files.realpath(path)
  const shared = [state.own?.commonDir, repository?.commonDir].map((folder) => folder && posix.join(folder, "config"))
  if (shared.some(is)) return [{ kind: "config", site: state.home?.site ?? site, scope: "shared", ...write }]
  if (globalFiles(state).some(is)) return [{ kind: "config", site, scope: "global", ...write }]
  return [{ kind: "config", site, scope: "file", file, ...write }, ...writeTo(file, state)]
}

/** The files that `--global` means in the session's own environment. */
function globalFiles({ env }: State): readonly (string | undefined)[] {
  const home = env["HOME"]
  const config = env["XDG_CONFIG_HOME"] || (home && posix.join(home, ".config"))
  return [
    env["GIT_CONFIG_GLOBAL"],
    home && posix.join(home, ".gitconfig"),
    config && posix.join(config, "git", "config"),
  ]
}

function systemEffects(invocation: Invocation, state: State, write: Write): readonly Effect[] {
  const { command, site } = invocation
  const direct = variable(command, state, "GIT_CONFIG_SYSTEM")
  return direct && textOf(direct) !== state.env["GIT_CONFIG_SYSTEM"]
    ? fileEffects(invocation, state, invocation.path(direct), write)
    : [{ kind: "config", site, scope: "system", ...write }]
}

/** `--global` is everybody's file unless the command's HOME or GIT_CONFIG_GLOBAL is another one. */
function globalEffects(invocation: Invocation, state: State, write: Write): readonly Effect[] {
  const { command, site } = invocation
  const changed = (name: string): boolean => {
    const now = variable(command, state, name)
    return now !== undefined && textOf(now) !== state.env[name]
  }
  const direct = variable(command, state, "GIT_CONFIG_GLOBAL")
  if (direct && changed("GIT_CONFIG_GLOBAL")) return fileEffects(invocation, state, invocation.path(direct), write)
  if (!direct && changed("HOME")) return fileEffects(invocation, state, inHome(invocation, state), write)
  return [{ kind: "config", site, scope: "global", ...write }]
}

function inHome(invocation: Invocation, state: State): Value {
  const home = variable(invocation.command, state, "HOME")
  const text = textOf(home)
  if (text !== undefined) return invocation.path(known(posix.join(text, ".gitconfig")))
  return home ?? unknown("HOME")
}

/** Reads and writes configuration. All worktrees share one file, and all repositories of a person another. */
export const config: SubcommandSpec = {
  name: "config",
  options,
  effects,
  get examples() {
    return (require("./cases/config.ts") as typeof import("./cases/config.ts")).configExamples
  },
}
