/** One line of ours in a list of a client's configuration file: put in, and taken out without a trace. */
import { getNodeValue } from "jsonc-parser"
import type { Change, Env, Scope } from "./client.ts"
import { holdsOnly, notA, objectIn, putInto, takeFrom } from "./change.ts"
import { readConfiguration, refuseReadOnly, splitMark } from "./file.ts"
import { append, propertyOf, remove, replace, valueOf, type Node } from "./jsonc.ts"

/** A list at the top of a configuration file. */
export interface List {
  readonly client: string
  readonly scope: Scope
  readonly file: string
  /** The property that the list is the value of. */
  readonly key: string
  /** What a new file names as its schema. */
  readonly schema: string
  /** Whether an entry of the list, as it is written there, is ours, of this checkout or of another. */
  isOurs(entry: string): boolean
}

/** What a list holds. */
export interface Held {
  /** The file has such a list, which may be empty. */
  readonly listed: boolean
  readonly entries: readonly Spec[]
}

/** An entry of a list: what it names, alone or in a pair with options. */
export interface Spec {
  readonly spec: string
  readonly options?: unknown
}

interface Opened {
  readonly object?: Node
  readonly list?: Node
}

/**
 * The entries of a list, in their order.
 *
 * @throws Failure where the file cannot be read, with the place where it does not parse
 */
export function readList({ file, key }: Pick<List, "file" | "key">): Held {
  const read = readConfiguration(file)
  return read === undefined ? NOTHING : heldBy(read.text, key, file)
}

const NOTHING: Held = { listed: false, entries: [] }

/** The same of a text that lies in no file. `name` is what it is called. */
export function heldBy(text: string, key: string, name: string): Held {
  const { list } = open(name, splitMark(text)[1], key)
  return { listed: list !== undefined, entries: (list?.children ?? []).flatMap((node) => specOf(node) ?? []) }
}

/** What an element of a list names: itself, or the first part of a pair with options. */
function specOf(node: Node): Spec | undefined {
  const [named, options] = node.type === "array" ? (node.children ?? []) : [node]
  const spec: unknown = named?.value
  if (typeof spec !== "string") return undefined
  return options === undefined ? { spec } : { spec, options: getNodeValue(options) }
}

const entryOf = (node: Node): string | undefined => specOf(node)?.spec

function open(file: string, text: string, key: string): Opened {
  const object = objectIn(file, text)
  const list = valueOf(propertyOf(object, key))
  if (list !== undefined && list.type !== "array") throw notA(`a list in "${key}"`, file, text, list)
  return { ...(object ? { object } : {}), ...(list ? { list } : {}) }
}

/** Refuses a list that an entry cannot be put into, before anything is written anywhere. */
export function checkList({ file, key }: List, entry: string): void {
  readList({ file, key })
  const read = readConfiguration(file)
  if (read) refuseReadOnly(read, byHandFor(key, entry))
}

const byHandFor = (key: string, entry: string): string => `add ${JSON.stringify(entry)} to "${key}" in it by hand`

/** Puts an entry into the list, in the place of an older one of ours where there is one. */
export function addEntry(env: Env, list: List, { spec: entry, options }: Spec): Change {
  const { client, scope, file, key, schema } = list
  const quoted = JSON.stringify(options === undefined ? entry : [entry, options])
  const fresh = `{\n  "$schema": ${JSON.stringify(schema)},\n  "${key}": [${quoted}]\n}\n`
  return putInto(env, { client, scope, file, entry, byHand: byHandFor(key, entry) }, fresh, (text) => {
    const { object, list: held } = open(file, text, key)
    const first = held?.children?.find((node) => list.isOurs(entryOf(node) ?? ""))
    if (first && Bun.deepEquals(getNodeValue(first), JSON.parse(quoted))) return undefined
    const changed = first ? replace(text, first, quoted) : withEntry(text, object, held, key, quoted)
    return { text: changed, did: first ? "replaced" : "added", listed: held === undefined }
  })
}

function withEntry(
  text: string,
  object: Node | undefined,
  held: Node | undefined,
  key: string,
  quoted: string,
): string {
  if (held) return append(text, held, quoted)
  const property = `"${key}": [${quoted}]`
  return object ? append(text, object, property) : `{\n  ${property}\n}\n`
}

/** Takes every entry of ours out of a list, and what was made for it; undefined where there is none. */
export const takeEntries = (env: Env, { file, key, isOurs }: List): Change | undefined =>
  takeFrom(env, file, {
    without: (text, listed) => withoutOurs(file, text, key, isOurs, listed),
    isBare: (text) => holdsOnly(text, ["$schema"]),
  })

function withoutOurs(
  file: string,
  text: string,
  key: string,
  isOurs: List["isOurs"],
  listed: boolean,
): string | undefined {
  let left = text
  for (;;) {
    const { object, list } = open(file, left, key)
    const ours = list?.children?.find((node) => isOurs(entryOf(node) ?? ""))
    if (!object || !list || !ours) return left === text ? undefined : left
    const last = list.children!.length === 1 && listed
    left = last ? remove(left, object, propertyOf(object, key)!) : remove(left, list, ours)
  }
}
