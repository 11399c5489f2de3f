/** Every ref change of a session that git's hooks saw, and the way back. */
export * as Journal from "."

import type { Change } from "./entry.ts"
import type { Env } from "./git.ts"
import { stepsFor, type Selection, type Step } from "./plan.ts"
import { appendChanges, changesIn, type Kept } from "./read.ts"
import { judgeSteps, shown, takeStep, type Judged, type Leave, type Undone } from "./undo.ts"

export { formatLine, parseLine, type Change } from "./entry.ts"
export { isPutBack } from "./plan.ts"
export { changesIn as changes, fenceFolder, journalOf, journalsOf as all, keepJournal as keep } from "./read.ts"
export { shown }
export type { Judged, Kept, Leave, Selection, Step, Undone }

/** What undoing would do right now. Changes nothing. Takes a directory of the repository the journal is about. */
export const plan = (directory: string, journal: Kept, selection: Selection, leave: Leave): readonly Judged[] =>
  judgeSteps(directory, stepsFor(changesIn(journal.folder), selection, journal.own), leave)

/**
 * Takes those steps of a plan that are ready, each by itself, and notes them in the journal, so that undoing can be
 * undone.
 */
export function undo(directory: string, journal: Kept, planned: readonly Judged[], env?: Env): readonly Undone[] {
  const ready = planned.filter(({ state }) => state === "ready")
  return ready.map((step) => {
    const undone = takeStep(directory, step, `ringfence undo: ${journal.session}`, env)
    if (undone.failed === undefined) appendChanges(journal.folder, [noted(step)])
    return undone
  })
}

const noted = ({ ref, left, back }: Step): Change => ({
  time: Date.now(),
  ref,
  command: "ringfence undo",
  ...(left === undefined ? {} : { old: left }),
  ...(back === undefined ? {} : { new: back }),
})
