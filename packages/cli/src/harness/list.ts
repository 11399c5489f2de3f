/** One line of ours in a list of a client's configuration file: put in, and taken out without a trace. */
import { Failure } from "../failure.ts"
import type { Change, Env, Scope } from "./client.ts"
import {
  backupOf,
  createConfiguration,
  fingerprint,
  keepOnce,
  readConfiguration,
  refuseReadOnly,
  removeWithFolders,
  splitMark,
  writeConfiguration,
} from "./file.ts"
import { append, parse, placeOf, propertyOf, remove, replace, valueOf, type Node } from "./jsonc.ts"
import { forget, readRecord, remember, type Installed } from "./record.ts"
import { existsSync, readFileSync } from "node:fs"

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
  readonly entries: readonly string[]
}

interface Opened {
  readonly object?: Node
  readonly list?: Node
}

/**
 * The entries of a list, in their order; of an entry with options its first element.
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
  return { listed: list !== undefined, entries: (list?.children ?? []).flatMap((node) => entryOf(node) ?? []) }
}

/** What an element of a list names: itself, or the first part of a pair with options. */
function entryOf(node: Node): string | undefined {
  const named: unknown = node.type === "array" ? node.children?.[0]?.value : node.value
  return typeof named === "string" ? named : undefined
}

function open(file: string, text: string, key: string): Opened {
  const parsed = parse(text)
  if ("fault" in parsed) {
    const { line, column, what } = parsed.fault
    throw new Failure(`${file} does not parse: line ${line}, column ${column}: ${what}. Mend it first.`)
  }
  const { root } = parsed
  if (root === undefined) return {}
  if (root.type !== "object") throw notA("an object", file, text, root)
  const list = valueOf(propertyOf(root, key))
  if (list !== undefined && list.type !== "array") throw notA(`a list in "${key}"`, file, text, list)
  return { object: root, ...(list ? { list } : {}) }
}

function notA(what: string, file: string, text: string, { offset }: Node): Failure {
  const { line, column } = placeOf(text, offset)
  return new Failure(`${file} does not hold ${what}: line ${line}, column ${column}. Mend it first.`)
}

/** Refuses a list that an entry cannot be put into, before anything is written anywhere. */
export function checkList({ file, key }: List, entry: string): void {
  readList({ file, key })
  const read = readConfiguration(file)
  if (read) refuseReadOnly(read, byHandFor(key, entry))
}

const byHandFor = (key: string, entry: string): string => `add ${JSON.stringify(entry)} to "${key}" in it by hand`

/** Puts an entry into the list, in the place of an older one of ours where there is one. */
export function addEntry(env: Env, list: List, entry: string): Change {
  const { client, scope, file, key, schema } = list
  const quoted = JSON.stringify(entry)
  const byHand = byHandFor(key, entry)
  const read = readConfiguration(file)
  const note = (text: string, how: Pick<Installed, "created" | "folders" | "listed">): void =>
    remember(env, { client, scope, file, entry, after: fingerprint(text), ...how })
  if (read === undefined) {
    const text = `{\n  "$schema": ${JSON.stringify(schema)},\n  "${key}": [${quoted}]\n}\n`
    note(text, { created: true, listed: true, folders: createConfiguration(file, text, byHand) })
    return { file, did: "added" }
  }
  const [mark, text] = splitMark(read.text)
  const { object, list: held } = open(file, text, key)
  const ours = (held?.children ?? []).filter((node) => list.isOurs(entryOf(node) ?? ""))
  const first = ours[0]
  if (first && entryOf(first) === entry) return { file, did: "kept" }
  const changed =
    mark +
    (first
      ? replace(text, first.type === "array" ? first.children![0]! : first, quoted)
      : withEntry(text, object, held, key, quoted))
  const before = readRecord(env).find((installed) => installed.file === file)
  const backup = keepOnce(read, byHand)
  writeConfiguration(read, changed, byHand)
  note(changed, {
    created: before?.created ?? false,
    folders: before?.folders ?? [],
    listed: before?.listed ?? held === undefined,
  })
  return { file, did: first ? "replaced" : "added", ...(backup ? { backup } : {}) }
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
export function takeEntries(env: Env, list: List): Change | undefined {
  const { file, key } = list
  const record = readRecord(env).find((installed) => installed.file === file)
  const read = readConfiguration(file)
  if (read === undefined) {
    removeWithFolders(backupOf(file), record?.folders ?? [])
    if (record) forget(env, file)
    return undefined
  }
  const byHand = `take our line out of "${key}" in it by hand`
  if (readList(list).entries.some(list.isOurs)) refuseReadOnly(read, byHand)
  const change = takeFrom(list, read, record, byHand)
  removeWithFolders(backupOf(read.real), change?.did === "deleted" ? (record?.folders ?? []) : [])
  if (record) forget(env, file)
  return change
}

function takeFrom(
  { file, key, isOurs }: List,
  read: NonNullable<ReturnType<typeof readConfiguration>>,
  record: Installed | undefined,
  byHand: string,
): Change | undefined {
  const backup = backupOf(read.real)
  const untouched = record !== undefined && fingerprint(read.text) === record.after
  if (untouched && !record.created && existsSync(backup)) {
    writeConfiguration(read, readFileSync(backup, "utf8"), byHand)
    return { file, did: "restored" }
  }
  const [mark, text] = splitMark(read.text)
  const left = withoutOurs(file, text, key, isOurs, record?.listed ?? false)
  if (left === undefined) return undefined
  if (record?.created && holdsNothing(left)) {
    removeWithFolders(read.real, [])
    return { file, did: "deleted" }
  }
  writeConfiguration(read, mark + left, byHand)
  return { file, did: "removed" }
}

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

/** Nobody has put anything into a file of ours: no comment, and no property but its schema. */
function holdsNothing(text: string): boolean {
  const parsed = parse(text)
  const properties = ("root" in parsed ? parsed.root?.children : undefined) ?? []
  const bare = properties.every(({ children }) => children?.[0]?.value === "$schema")
  return bare && !/\/\/|\/\*/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ""))
}
