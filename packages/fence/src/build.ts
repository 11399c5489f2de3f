/** Makes the folder, and tells by looking at its files whether it still is as it was made. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { NAMES } from "./folder.ts"
import { chainHook, DECIDING, decidingHook, RARE, shim, USUAL, words, type Knowledge, type Mode } from "./script.ts"

/** What a folder was made of and how its files were then. */
export interface Stamp {
  /** Everything it depends on, in one text. */
  readonly basis: string
  readonly mode: Mode
  /** The user's own folder of hooks, and how it was. */
  readonly users: string
  readonly usersLook: string
  /** By their path in the folder: size, time and mode. */
  readonly files: Readonly<Record<string, string>>
}

/** What tells one state of a file or folder from another. */
export function look(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.size} ${stat.mtimeMs} ${(stat.mode & 0o777).toString(8)}` : "missing"
}

/** The stamp of a folder that stands as it was made; undefined where something is missing or changed. */
export function standing(folder: string): Stamp | undefined {
  const stamp = readStamp(folder)
  if (!stamp || look(stamp.users) !== stamp.usersLook) return undefined
  return Object.entries(stamp.files).every(([name, seen]) => look(join(folder, name)) === seen) ? stamp : undefined
}

function readStamp(folder: string): Stamp | undefined {
  try {
    const stamp = JSON.parse(readFileSync(join(folder, NAMES.stamp), "utf8")) as Partial<Stamp> | null
    const { basis, mode, users, usersLook, files } = stamp ?? {}
    if (typeof basis !== "string" || typeof users !== "string" || typeof usersLook !== "string") return undefined
    if ((mode !== "path" && mode !== "beside") || typeof files !== "object" || files === null) return undefined
    return { basis, mode, users, usersLook, files }
  } catch {
    return undefined
  }
}

/** The user's own hooks by their names. */
export function userHookNames({ userHooks, worktree }: Pick<Knowledge, "userHooks" | "worktree">): readonly string[] {
  const folder = resolve(worktree, userHooks)
  try {
    return readdirSync(folder).filter((name) => {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      return stat !== undefined && stat.isFile() && (stat.mode & 0o111) !== 0
    })
  } catch {
    return []
  }
}

/** Every script by its path in the folder. */
function scripts(knowledge: Knowledge): ReadonlyMap<string, string> {
  const users = knowledge.mode === "path" ? userHookNames(knowledge) : []
  const chained = knowledge.mode === "path" ? [...USUAL, ...RARE.filter((name) => users.includes(name))] : []
  const chain = chainHook(knowledge)
  const hooks = [
    ...Object.keys(DECIDING).map((name) => [name, decidingHook(knowledge, name)] as const),
    ...chained.map((name) => [name, chain] as const),
  ]
  // Where the user wants to hear of every ref, silence is nothing to be had.
  const silent = users.includes("reference-transaction") ? [] : ["reference-transaction"]
  const lean = knowledge.mode === "path" ? hooks.slice(0, Object.keys(DECIDING).length) : []
  const quiet = knowledge.mode === "path" ? hooks.filter(([name]) => !silent.includes(name)) : []
  return new Map([
    [`${NAMES.bin}/git`, shim(knowledge)],
    [`${NAMES.hooks}/words`, words()],
    ...hooks.map(([name, text]) => [`${NAMES.hooks}/${name}`, text] as const),
    ...lean.map(([name, text]) => [`${NAMES.lean}/${name}`, text] as const),
    ...quiet.map(([name, text]) => [`${NAMES.quiet}/${name}`, text] as const),
  ])
}

/**
 * Makes the folder, or what is missing or changed in it.
 *
 * @param basis everything it depends on
 * @param configs the files of settings that the repository goes by
 * @throws where it cannot be written
 */
export function build(knowledge: Knowledge, basis: string, configs: readonly string[]): void {
  const { folder, mode, userHooks, worktree } = knowledge
  const users = resolve(worktree, userHooks)
  const usersLook = look(users)
  const wanted = scripts(knowledge)
  for (const name of [...PARTS, NAMES.pending]) mkdirSync(join(folder, name), { recursive: true })
  for (const [name, text] of wanted) write(join(folder, name), text, 0o755)
  for (const part of PARTS)
    for (const name of readdirSync(join(folder, part)))
      if (!wanted.has(`${part}/${name}`)) rmSync(join(folder, part, name), { recursive: true, force: true })
  write(join(folder, NAMES.seen), "", 0o644)
  const times = [...configs, users].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  // A microsecond more: a time does not come back from here as exactly as the disk has it, and must not come out older.
  const newest = Math.max(...times) / 1000 + 1e-6
  utimesSync(join(folder, NAMES.seen), newest, newest)
  const files = Object.fromEntries(
    [...wanted.keys(), ...PARTS, NAMES.seen].map((name) => [name, look(join(folder, name))]),
  )
  const stamp: Stamp = { basis, mode, users, usersLook, files }
  write(join(folder, NAMES.stamp), `${JSON.stringify(stamp)}\n`, 0o644)
}

const PARTS = [NAMES.bin, NAMES.hooks, NAMES.quiet, NAMES.lean]

/** Takes the fence away, and leaves what the guard and people still need: the record and the journal. */
export function clear(folder: string): void {
  for (const name of [...PARTS, NAMES.pending, NAMES.lift, NAMES.own, NAMES.stamp, NAMES.seen, RENAMING])
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Left by the hooks in the middle of a rename. */
const RENAMING = "renaming"

/** Beside the folders, so that nothing unfinished is ever in them. */
const DRAFT = ".draft-"

/** In one step, so that what runs meanwhile finds the old or the new. What is right already stays. */
export function write(path: string, text: string, mode: number): void {
  if (isWritten(path, text, mode)) return
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true })
  const draft = join(dirname(dirname(path)), `${DRAFT}${process.pid}`)
  writeFileSync(draft, text)
  chmodSync(draft, mode)
  renameSync(draft, path)
}

function isWritten(path: string, text: string, mode: number): boolean {
  try {
    return (statSync(path).mode & 0o777) === mode && readFileSync(path, "utf8") === text
  } catch {
    return false
  }
}
