/** Where cd, pushd and popd lead. */
import { posix } from "node:path"
import { at, directoriesOf, eitherDirectory, type Directory, type Host } from "./program.ts"
import type { Scope } from "./scope.ts"
import { known, oneOf, textOf, textsOf, unknown, type Value, type Word } from "./value.ts"

/** What following a cd needs to know beside the scope. */
export interface Surroundings {
  readonly host: Host
  variable(name: string): Value | undefined
  /** Whether an earlier command of the text made, or may have made, this path. */
  made(path: string): "yes" | "maybe" | "no"
}

/** Where a move leads, and whether it succeeds. */
export interface Outcome {
  readonly to: Directory
  readonly status: "ok" | "fail" | "either"
  /** In this form it moves no shell, wherever that stands and whatever is on its stack. */
  readonly still?: true
}

const nowhere = (why: string): Directory => ({ kind: "unknown", why })
const failed = (scope: Scope): Outcome => ({ to: scope.directory, status: "fail" })
const refused = (scope: Scope): Outcome => ({ ...failed(scope), still: true })
const stayed = (scope: Scope): Outcome => ({ to: scope.directory, status: "ok", still: true })

/** The directory as a value: `$PWD`. */
export function directoryValue(directory: Directory): Value {
  switch (directory.kind) {
    case "at":
      return known(directory.path)
    case "below":
      return { kind: "below", directory: directory.path }
    case "oneOf": {
      const values = directoriesOf(directory).map(directoryValue)
      const texts = values.map(textOf)
      return texts.every((text) => text !== undefined) ? oneOf(texts) : unknown("one of several directories")
    }
    case "unknown":
      return directory
  }
}

/** A path seen from a directory, whether it exists or not. */
export function resolveDirectory(from: Directory, path: Value): Directory {
  const texts = textsOf(path)
  if (texts) return eitherDirectory(texts.map((text) => resolveText(from, text)))
  if (path.kind === "below") return { kind: "below", path: path.directory }
  if (path.kind === "startsWith") return belowKnownPart(from, path.text)
  return path.kind === "unknown" ? path : nowhere("a directory that is not known")
}

function resolveText(from: Directory, text: string): Directory {
  if (text.startsWith("/")) return at(normal(text))
  switch (from.kind) {
    case "at":
      return at(normal(`${from.path}/${text}`))
    case "below":
      return text.split("/").includes("..") ? nowhere(`somewhere around ${from.path}`) : from
    case "oneOf":
      return eitherDirectory(from.directories.map((directory) => resolveText(directory, text)))
    case "unknown":
      return text.split("/").includes("..") ? nowhere(from.why) : from
  }
}

/** A path with its links followed one after the other: `link/..` is where the link leads, one up. */
export function physicalPath(from: string, text: string, host: Host): string {
  let path = text.startsWith("/") ? "/" : host.realpath(from)
  for (const part of text.split("/")) {
    if (part === "..") path = posix.dirname(path)
    else if (part !== "" && part !== ".") path = host.realpath(path === "/" ? `/${part}` : `${path}/${part}`)
  }
  return path
}

function belowKnownPart(from: Directory, text: string): Directory {
  const folder = text.slice(0, text.lastIndexOf("/") + 1)
  const base = resolveText(from, folder || ".")
  if (base.kind === "at")
    return base.path === "/" ? nowhere("a directory that is not known") : { kind: "below", path: base.path }
  return base
}

function normal(path: string): string {
  const normalized = posix.normalize(path)
  return normalized.length > 1 && normalized.endsWith("/") ? normalized.slice(0, -1) : normalized
}

/** `cd [-LPe@] [--] [directory]`. */
export function changeDirectory(words: readonly Word[], scope: Scope, around: Surroundings): Outcome {
  const { physical, rest, wrong } = cdOptions(words)
  if (wrong || tooMany(rest)) return refused(scope)
  const operand = rest[0]
  if (!operand) return enter(resolveOr(scope, around.variable("HOME"), "the home directory"), scope, around, physical)
  if (operand.splits && operand.value.kind === "unknown") return { to: operand.value, status: "either" }
  const text = textOf(operand.value)
  if (text === "") return { to: scope.directory, status: "ok" }
  if (text === "-") {
    const previous = previousDirectory(scope, around)
    return previous ? enter(previous, scope, around, physical) : failed(scope)
  }
  const target = searched(text, scope, around) ?? resolveDirectory(scope.directory, operand.value)
  if (physical && text !== undefined && scope.directory.kind === "at") {
    const path = at(physicalPath(scope.directory.path, text, around.host))
    return enter(path, scope, around, true)
  }
  return enter(target, scope, around, physical)
}

/** More than the one word it takes. */
const tooMany = (operands: readonly Word[]): boolean => operands.length > 1 && !operands.some((word) => word.splits)

function cdOptions(words: readonly Word[]): { physical: boolean; rest: readonly Word[]; wrong?: true } {
  let physical = false
  let index = 0
  for (; index < words.length; index++) {
    const text = textOf(words[index]!.value)
    if (text === "--") return { physical, rest: words.slice(index + 1) }
    if (text === undefined || !/^-./.test(text)) break
    if (!/^-[LPe@]+$/.test(text)) return { physical, rest: [], wrong: true }
    const last = Math.max(text.lastIndexOf("P"), text.lastIndexOf("L"))
    if (last > 0) physical = text[last] === "P"
  }
  return { physical, rest: words.slice(index) }
}

function resolveOr(scope: Scope, value: Value | undefined, what: string): Directory {
  return value ? resolveDirectory(scope.directory, value) : nowhere(what)
}

/** Where `cd -` leads; undefined where there has been no other directory. */
function previousDirectory(scope: Scope, around: Surroundings): Directory | undefined {
  const assigned = scope.variables.get("OLDPWD")?.value
  if (assigned) return resolveDirectory(scope.directory, assigned)
  const inherited = around.variable("OLDPWD")
  return scope.previous ?? (inherited && resolveDirectory(scope.directory, inherited))
}

/** A folder found through CDPATH. */
function searched(text: string | undefined, scope: Scope, { host, variable }: Surroundings): Directory | undefined {
  if (text === undefined || /^(?:\/|\.\.?(?:\/|$))/.test(text)) return undefined
  const path = textOf(variable("CDPATH"))
  if (!path) return undefined
  for (const entry of path.split(":")) {
    const directory = resolveDirectory(scope.directory, known(`${entry || "."}/${text}`))
    if (directory.kind === "at" && host.stat(directory.path) === "directory") return directory
  }
  return undefined
}

/** What entering a directory comes to: one that is not there is not entered. */
function enter(target: Directory, scope: Scope, around: Surroundings, physical: boolean): Outcome {
  if (target.kind !== "oneOf") return enterOne(target, scope, around, physical)
  const outcomes = directoriesOf(target).map((each) => enterOne(each, scope, around, physical))
  const possible = outcomes.some((outcome) => outcome.status !== "fail")
    ? outcomes.filter((outcome) => outcome.status !== "fail")
    : outcomes
  const statuses = new Set(outcomes.map((outcome) => outcome.status))
  return {
    to: eitherDirectory(possible.map((outcome) => outcome.to)),
    status: statuses.size === 1 ? outcomes[0]!.status : "either",
  }
}

function enterOne(target: Directory, scope: Scope, around: Surroundings, physical: boolean): Outcome {
  if (target.kind !== "at") return { to: target, status: "either" }
  const there = around.host.stat(target.path)
  if (there === "directory") return { to: physical ? at(around.host.realpath(target.path)) : target, status: "ok" }
  const made = around.made(target.path)
  if (made === "yes") return { to: target, status: "ok" }
  return made === "maybe" && there === undefined ? { to: target, status: "either" } : failed(scope)
}

/** `pushd`: what it does to the stack is done to the scope; the move itself is left to the caller. */
export function pushDirectory(words: readonly Word[], scope: Scope, around: Surroundings): Outcome {
  const { stays, rest, wrong } = stackOptions(words)
  if (wrong || tooMany(rest)) return refused(scope)
  const operand = rest[0]
  const rotation = rotationOf(operand)
  if (rotation) return rotate(rotation, scope, stays)
  if (!operand) return rotate({ from: "left", count: 1, swap: true }, scope, stays)
  if (stays) {
    scope.stack = [resolveDirectory(scope.directory, operand.value), ...scope.stack]
    return stayed(scope)
  }
  const from = scope.directory
  const outcome = changeDirectory([operand], scope, around)
  if (outcome.status !== "fail") scope.stack = [from, ...scope.stack]
  return outcome
}

/** `-n`, which leaves the directory alone, and what comes after it and `--`. */
function stackOptions(words: readonly Word[]): { stays: boolean; rest: readonly Word[]; wrong?: true } {
  let index = 0
  while (textOf(words[index]?.value) === "-n") index++
  const stays = index > 0
  const text = textOf(words[index]?.value)
  if (text === "--") return { stays, rest: words.slice(index + 1) }
  if (text !== undefined && /^-./.test(text) && !/^-\d+$/.test(text)) return { stays, rest: [], wrong: true }
  return { stays, rest: words.slice(index) }
}

interface Rotation {
  readonly from: "left" | "right"
  readonly count: number
  readonly swap?: boolean
}

function rotationOf(word: Word | undefined): Rotation | undefined {
  const match = /^([+-])(\d{1,4})$/.exec(textOf(word?.value) ?? "")
  return match ? { from: match[1] === "+" ? "left" : "right", count: Number(match[2]) } : undefined
}

function rotate(rotation: Rotation, scope: Scope, stays: boolean): Outcome {
  const all = [scope.directory, ...scope.stack]
  const index = rotation.from === "left" ? rotation.count : all.length - 1 - rotation.count
  if (index < 0 || index >= all.length) return stays ? refused(scope) : failed(scope)
  const rotated = rotation.swap ? [all[1]!, all[0]!, ...all.slice(2)] : [...all.slice(index), ...all.slice(0, index)]
  scope.stack = rotated.slice(1)
  return stays ? stayed(scope) : { to: rotated[0]!, status: "ok" }
}

/** `popd`: likewise. */
export function popDirectory(words: readonly Word[], scope: Scope): Outcome {
  const { stays, rest, wrong } = stackOptions(words)
  const operand = textOf(words[0]?.value) === "--" ? undefined : rest[0]
  const rotation = rotationOf(operand) ?? { from: "left" as const, count: 0 }
  if (wrong || (textOf(operand?.value) !== undefined && !rotationOf(operand))) return refused(scope)
  // The first entry from the left is where the shell stands; the first from the right is so only where it is alone.
  const elsewhere = stays || (rotation.from === "left" ? rotation.count > 0 : rotation.count === 0)
  const all = [scope.directory, ...scope.stack]
  const index = rotation.from === "left" ? rotation.count : all.length - 1 - rotation.count
  if (all.length === 1 || index < 0 || index >= all.length) return elsewhere ? refused(scope) : failed(scope)
  if (index > 0 || stays) {
    const removed = index > 0 ? index : 1
    scope.stack = all.filter((_, position) => position !== removed).slice(1)
    return stayed(scope)
  }
  scope.stack = all.slice(2)
  return { to: all[1]!, status: "ok" }
}
