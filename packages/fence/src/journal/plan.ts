/** What undoing would come to: no disk and no git, only what is on record and what is so. */
import type { Change } from "./entry.ts"

/** What of a journal is undone: everything, one ref, or what the last command did. */
export type Selection = { readonly ref?: string; readonly last?: boolean }

/** A ref from where the session left it to where it was before. */
export interface Step {
  readonly ref: string
  /** What the session left: undefined where it deleted the ref. */
  readonly left?: string
  /** What it goes back to: undefined where there was no such ref. */
  readonly back?: string
  readonly own: boolean
  /** The commands that changed it, the oldest first. */
  readonly commands: readonly string[]
  /** Somebody else changed it between changes of the session: only what came after that is undone. */
  readonly since?: number
}

/** Refs of one worktree alone, or of git's own business: they are on record, but nobody is to put them back. */
const NOT_PUT_BACK = /^(?!refs\/)|^refs\/(?:stash$|bisect\/|worktree\/|rewritten\/|remotes\/|prefetch\/|original\/)/

/** Whether a ref is one that `undo` puts back: a branch, a tag, a note, a replacement. */
export const isPutBack = (ref: string): boolean => !NOT_PUT_BACK.test(ref)

/**
 * The refs that undoing is about, in the order of their names. Those that stand where they were are left out.
 *
 * @param own full names of the refs that are the session's
 */
export function stepsFor(
  changes: readonly Change[],
  { ref, last = false }: Selection,
  own: readonly string[],
): readonly Step[] {
  const telling = changes.filter((change) => isPutBack(change.ref))
  const chosen = last ? lastCommand(telling) : telling.filter((change) => ref === undefined || change.ref === ref)
  const born = new Set([...own, ...telling.filter((change) => change.old === undefined).map((change) => change.ref)])
  return [...Map.groupBy(chosen, (change) => change.ref)]
    .map(([name, found]) => stepOf(name, found, born.has(name)))
    .filter(({ left, back }) => left !== back)
    .toSorted((one, other) => (one.ref < other.ref ? -1 : 1))
}

/** As far back as the session's changes follow each other. */
function stepOf(ref: string, changes: readonly Change[], own: boolean): Step {
  let first = changes.length - 1
  while (first > 0 && changes[first - 1]!.new === changes[first]!.old) first--
  const mine = changes.slice(first)
  const { old } = mine[0]!
  const { new: left } = mine.at(-1)!
  return {
    ref,
    ...(left === undefined ? {} : { left }),
    ...(old === undefined ? {} : { back: old }),
    own,
    commands: [...new Set(mine.flatMap(({ command }) => command ?? []))],
    ...(first === 0 ? {} : { since: mine[0]!.time }),
  }
}

/** The trailing changes of one command: the same words, in close succession, and no ref twice. */
function lastCommand(changes: readonly Change[]): readonly Change[] {
  const found: Change[] = []
  const seen = new Set<string>()
  for (const change of changes.toReversed()) {
    const after = found.at(-1)
    if (after && (after.command !== change.command || after.time - change.time > CLOSE || seen.has(change.ref))) break
    seen.add(change.ref)
    found.push(change)
  }
  return found.toReversed()
}

/** Milliseconds between two changes of one command: the journal counts in seconds. */
const CLOSE = 1000
