/**
 * Branches and tags that a session makes are its own. A hook sees a call only before it is made: what it would make is
 * noted, and written into the session's record by the next call that finds it there.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import type * as GuardModule from "@ringfence/guard"
import type { Standing } from "@ringfence/guard/standing"

type Env = Readonly<Record<string, string | undefined>>

/** What is not there after this time, in milliseconds, was not made: the call failed. */
const EXPECTED_FOR = 60_000

const fileIn = (gitDir: string): string => join(gitDir, "ringfence", "expected")

/** Notes the full names of refs that a call is going to make. */
export function note({ gitDir }: Standing, refs: readonly string[]): void {
  if (gitDir === undefined || refs.length === 0) return
  mkdirSync(join(gitDir, "ringfence"), { recursive: true })
  appendFileSync(fileIn(gitDir), refs.map((ref) => `${Date.now()} ${ref}\n`).join(""))
}

/** Whether notes may be waiting for the next call of a session in this directory. Told by a few files alone. */
export function awaits(directory: string): boolean {
  try {
    for (let folder = realpathSync(directory); ; folder = dirname(folder)) {
      const git = join(folder, ".git")
      const found = statSync(git, { throwIfNoEntry: false })
      if (found) return existsSync(fileIn(found.isDirectory() ? git : pointedAt(git)))
      if (folder === dirname(folder)) return false
    }
  } catch {
    return true
  }
}

/** The git directory that a file of this name points at. */
function pointedAt(file: string): string {
  const [, path] = /^gitdir: (.+?)\n*$/s.exec(readFileSync(file, "utf8")) ?? []
  if (path === undefined) throw new Error(`${file} points at nothing`)
  return resolve(dirname(file), path)
}

/** Writes down which of the noted refs have come to be. */
export function settle({ gitDir, worktree }: Standing, { appendBorn, refsThere }: typeof GuardModule, env: Env): void {
  if (gitDir === undefined || worktree === undefined) return
  const noted = take(fileIn(gitDir))
  if (noted.length === 0) return
  const there = refsThere(worktree, [...new Set(noted.map(({ ref }) => ref))], env)
  appendBorn(gitDir, there)
  // A call may still be running beside this one.
  const open = noted.filter(({ ref, time }) => !there.includes(ref) && Date.now() - time < EXPECTED_FOR)
  if (open.length > 0) appendFileSync(fileIn(gitDir), open.map(({ ref, time }) => `${time} ${ref}\n`).join(""))
}

/** The notes, which nobody else then has. */
function take(file: string): readonly { readonly time: number; readonly ref: string }[] {
  const mine = `${file}.${process.pid}`
  try {
    renameSync(file, mine)
  } catch {
    // There are none, which is the usual case.
    return []
  }
  const lines = readFileSync(mine, "utf8").trimEnd().split("\n")
  rmSync(mine, { force: true })
  return lines.flatMap((line) => {
    const [, time, ref] = /^(\d+) (refs\/.+)$/.exec(line) ?? []
    return ref === undefined ? [] : [{ time: Number(time), ref }]
  })
}
