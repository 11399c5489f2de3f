/** Which branch a worktree without a record started on, by the reflogs of HEAD and of the branches. */
import { isZero, renaming, switches, type ReflogEntry } from "./reflog.ts"

const HEADS = "refs/heads/"

/** What `startBranch` must know of the branches; asked only where HEAD's reflog does not tell. */
export interface Branches {
  /** Full names. */
  list(): readonly string[]
  /** The entries of a branch's reflog, oldest first. */
  log(ref: string): readonly ReflogEntry[]
}

/**
 * The branch under the name it has now, or undefined where nothing tells. `git worktree add` writes it nowhere, but the
 * first switch in HEAD's reflog says what was left, and without a switch it is the branch in HEAD (`now`). Only a switch
 * to an orphan branch leaves no trace but that HEAD begins anew: then it is the branch that shares HEAD's own entries.
 *
 * @param entries HEAD's reflog, oldest first
 * @param unborn whether the branch in HEAD has no commit yet
 */
export function startBranch(
  entries: readonly ReflogEntry[],
  now: string | undefined,
  unborn: boolean,
  branches: Branches,
): string | undefined {
  const left = entries.findIndex(
    (entry, index) =>
      (index > 0 && isZero(entry.from)) || switches([entry]).length > 0 || renaming(entry) !== undefined,
  )
  if (left < 0) return unborn && entries.length > 0 ? sharing(entries, branches) : now
  const first = entries[left]!
  const orphaned = left > 0 && isZero(first.from)
  const name = orphaned
    ? sharing(entries.slice(0, left), branches)
    : (switches([first])[0]?.from ?? renaming(first)!.from)
  return entries.slice(left).reduce((current, entry) => {
    const renamed = renaming(entry)
    return renamed && renamed.from === current ? renamed.to : current
  }, name)
}

/** Seconds that may pass between the birth of a branch and that of the worktree made with it. */
const TOGETHER = 1

/** The one branch whose reflog has the last commit that HEAD made, or that was born together with HEAD. */
function sharing(entries: readonly ReflogEntry[], { list, log }: Branches): string | undefined {
  const made = entries.findLast(({ from, to }) => from !== to && !isZero(from))
  const first = entries[0]!
  const found = list().filter((ref) =>
    made
      ? log(ref).some(({ to, time, message }) => to === made.to && time === made.time && message === made.message)
      : log(ref).some(({ from, to, time }) => isZero(from) && to === first.to && together(time, first.time)),
  )
  return found.length === 1 ? found[0]!.slice(HEADS.length) : undefined
}

const together = (born: string, added: string): boolean => {
  const passed = Number(added) - Number(born)
  return passed >= 0 && passed <= TOGETHER
}
