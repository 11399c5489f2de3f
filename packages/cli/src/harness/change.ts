/** A change of ours to a configuration file: made once, on record, and taken back without a trace. */
import { existsSync, readFileSync } from "node:fs"
import type { Change, Env, Scope } from "./client.ts"
import { Failure } from "../failure.ts"
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
import { parse, placeOf, type Node } from "./jsonc.ts"
import { forget, readRecord, remember, type Installed } from "./record.ts"

/** The file of a change, and what is put there. */
export interface Target {
  readonly client: string
  readonly scope: Scope
  readonly file: string
  /** What is put there, as the record keeps it. */
  readonly entry: string
  /** What a person can do instead. */
  readonly byHand: string
}

/** A text with our part in it. */
export interface Edited {
  readonly text: string
  readonly did: "added" | "replaced"
  /** What our part stands in was made for it. */
  readonly listed: boolean
  /** The whole file is ours, whoever made it. */
  readonly whole?: boolean
}

/** How our part is taken out of a text. */
export interface Removal {
  /** The text without it, undefined where there is none. `listed`: what it stands in was made for it. */
  without(text: string, listed: boolean): string | undefined
  /** Whether a file that was made for our part holds nothing else. */
  isBare(text: string): boolean
  /** A file is put back as it was only where nothing of ours was in it then either. */
  readonly strict?: boolean
}

/**
 * Puts our part into a file.
 *
 * @param fresh the text of a new file
 * @param edit the text with our part, undefined where it is there already
 * @throws Failure where that cannot be done; nothing was written then
 */
export function putInto(
  env: Env,
  { byHand, ...target }: Target,
  fresh: string,
  edit: (text: string) => Edited | undefined,
): Change {
  const { file } = target
  const read = readConfiguration(file)
  const note = (text: string, how: Pick<Installed, "created" | "folders" | "listed">): void =>
    remember(env, { ...target, after: fingerprint(text), ...how })
  if (read === undefined) {
    note(fresh, { created: true, listed: true, folders: createConfiguration(file, fresh, byHand) })
    return { file, did: "added" }
  }
  const [mark, text] = splitMark(read.text)
  const edited = edit(text)
  if (edited === undefined) return { file, did: "kept" }
  refuseReadOnly(read, byHand)
  const before = readRecord(env).find((installed) => installed.file === file)
  const ours = edited.whole || (before?.created && before.after === fingerprint(read.text))
  const backup = ours ? undefined : keepOnce(read, byHand)
  writeConfiguration(read, mark + edited.text, byHand)
  note(mark + edited.text, {
    created: before?.created ?? edited.whole ?? false,
    folders: before?.folders ?? [],
    listed: before?.listed ?? edited.listed,
  })
  return { file, did: edited.did, ...(backup ? { backup } : {}) }
}

/** Takes our part out of a file, and what was made for it; undefined where there is none. */
export function takeFrom(env: Env, file: string, removal: Removal): Change | undefined {
  const record = readRecord(env).find((installed) => installed.file === file)
  const read = readConfiguration(file)
  if (read === undefined) {
    removeWithFolders(backupOf(file), record?.folders ?? [])
    if (record) forget(env, file)
    return undefined
  }
  const byHand = "take our line out of it by hand"
  const [mark, text] = splitMark(read.text)
  const left = removal.without(text, record?.listed ?? false)
  if (left !== undefined) refuseReadOnly(read, byHand)
  const change = takeBack({ file, read, record, byHand, left: left === undefined ? undefined : mark + left }, removal)
  removeWithFolders(backupOf(read.real), change?.did === "deleted" ? (record?.folders ?? []) : [])
  if (record) forget(env, file)
  return change
}

interface Taking {
  readonly file: string
  readonly read: NonNullable<ReturnType<typeof readConfiguration>>
  readonly record: Installed | undefined
  readonly byHand: string
  readonly left: string | undefined
}

function takeBack(
  { file, read, record, byHand, left }: Taking,
  { without, isBare, strict }: Removal,
): Change | undefined {
  const backup = backupOf(read.real)
  const untouched = record !== undefined && fingerprint(read.text) === record.after
  const kept = untouched && !record.created && existsSync(backup) ? readFileSync(backup, "utf8") : undefined
  if (kept !== undefined && !(strict && without(splitMark(kept)[1], false) !== undefined)) {
    writeConfiguration(read, kept, byHand)
    return { file, did: "restored" }
  }
  if (left === undefined) return undefined
  if ((record?.created || left === "") && isBare(splitMark(left)[1])) {
    removeWithFolders(read.real, [])
    return { file, did: "deleted" }
  }
  writeConfiguration(read, left, byHand)
  return { file, did: "removed" }
}

/**
 * The object that a configuration file holds, undefined where it is blank.
 *
 * @throws Failure with the place where it does not parse, or holds something else
 */
export function objectIn(file: string, text: string): Node | undefined {
  const parsed = parse(text)
  if ("fault" in parsed) {
    const { line, column, what } = parsed.fault
    throw new Failure(`${file} does not parse: line ${line}, column ${column}: ${what}. Mend it first.`)
  }
  const { root } = parsed
  if (root !== undefined && root.type !== "object") throw notA("an object", file, text, root)
  return root
}

/** The failure that a place of a file does not hold what it should. */
export function notA(what: string, file: string, text: string, { offset }: Node): Failure {
  const { line, column } = placeOf(text, offset)
  return new Failure(`${file} does not hold ${what}: line ${line}, column ${column}. Mend it first.`)
}

/** Whether a text is an object that has no properties but these, and no comment. */
export function holdsOnly(text: string, names: readonly string[]): boolean {
  const parsed = parse(text)
  const properties = ("root" in parsed ? parsed.root?.children : undefined) ?? []
  const bare = properties.every(({ children }) => names.includes(String(children?.[0]?.value)))
  return bare && !/\/\/|\/\*/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ""))
}
