/** `ringfence undo`: puts back what a session did to refs. A person's, or the parent's. */
import { Journal } from "@ringfence/fence/journal"
import { Denial, ExitCode, Failure } from "../../failure.ts"
import { host } from "../../host.ts"
import { renderUndo, type Shown } from "../../render/undo.ts"
import { styleFor } from "../../render/style.ts"
import type { Options } from "../../specification.ts"
import type { undo } from "../../specification/fence.ts"
import { hasPerson, murmur, print, say, wantsColor } from "../../terminal.ts"
import { caller } from "../session/caller.ts"
import { openKeyboard } from "../session/keyboard.ts"
import { journalNamed, journalsHere, sessionCalled, type Found } from "./journals.ts"

const CHILD =
  "A child session cannot undo: what it or another session did to refs is put back by a person or by the session that started it. Say in your answer what went wrong."

/**
 * Runs `ringfence undo`. Shows first what it will do; a person at a terminal is asked before it is done.
 *
 * @returns 1 where something could not be put back
 * @throws Denial for a child session, Failure where there is nothing to go by
 */
export async function runUndo(options: Options<typeof undo>): Promise<number> {
  const { last, json } = options
  const { kind } = await host(caller)
  if (kind === "child") throw new Denial(CHILD)
  const { journal, ref } = await chosen(options)
  if (ref !== undefined && last) throw new Failure("a ref and --last exclude each other")
  const leave = { keepChanges: options["keep-changes"] }
  const steps = Journal.plan(journal.repository, journal, { ref, last }, leave).filter(({ state }) => state !== "done")
  const style = styleFor(wantsColor())
  if (!json && steps.length > 0) print(`${renderUndo(journal.session, steps, style)}\n`)
  const ready = steps.filter(({ state }) => state === "ready")
  const go = ready.length > 0 && !options["dry-run"] && (options.yes || (await isWanted(ready.length)))
  const undone = go ? Journal.undo(journal.repository, journal, steps) : []
  const shown = steps.map((step): Shown => ({ ...step, ...outcomeOf(step, undone) }))
  if (json) print(`${JSON.stringify({ session: journal.session, refs: shown }, undefined, 2)}\n`)
  else tell(steps, undone, options["dry-run"])
  const failed = undone.some((each) => each.failed !== undefined) || ready.length < steps.length
  return failed ? ExitCode.failed : ExitCode.allowed
}

const outcomeOf = ({ ref }: Journal.Step, undone: readonly Journal.Undone[]): Pick<Shown, "undone" | "failed"> => {
  const found = undone.find((each) => each.ref === ref)
  return {
    undone: found !== undefined && found.failed === undefined,
    ...(found?.failed ? { failed: found.failed } : {}),
  }
}

function tell(steps: readonly Journal.Judged[], undone: readonly Journal.Undone[], dryRun: boolean): void {
  if (steps.length === 0) return say("Nothing is to be put back.")
  if (dryRun) return say("Nothing was changed.")
  for (const { ref, failed } of undone) if (failed !== undefined) say(`ringfence: ${ref} was not put back: ${failed}`)
  const done = undone.filter(({ failed }) => failed === undefined).length
  say(`${done === 0 ? "Nothing was" : done === 1 ? "1 ref was" : `${done} refs were`} put back.`)
}

/** A person at a terminal says yes; where nobody sits there, the command itself has said so. */
async function isWanted(count: number): Promise<boolean> {
  if (!hasPerson()) return true
  const keyboard = openKeyboard()
  try {
    murmur(`Put back ${count === 1 ? "this ref" : `these ${count} refs`}? [y]es or [n]o? `)
    const line = await keyboard.line(new AbortController().signal)
    return /^\s*y(es)?\s*$/i.test(line ?? "")
  } finally {
    keyboard.close()
  }
}

interface Chosen {
  readonly journal: Found
  readonly ref?: string
}

/** The session and the ref that the words mean. One word alone is a session; where it means none, a ref that one changed. */
async function chosen({ id, ref, last }: Options<typeof undo>): Promise<Chosen> {
  if (id === undefined) return { journal: theOnly(changedHere()) }
  if (ref === undefined && !last && (await sessionCalled(id)) === undefined) {
    const touching = changedHere().filter((journal) => refCalled(id, journal) !== undefined)
    if (touching.length > 0) return { journal: theOnly(touching), ref: refCalled(id, theOnly(touching))! }
  }
  const journal = await journalNamed(id)
  if (ref === undefined) return { journal }
  const called = refCalled(ref, journal)
  if (called === undefined)
    throw new Failure(
      `${journal.session} has not changed ${ref}: ringfence log --refs --session ${journal.session} shows what it has`,
    )
  return { journal, ref: called }
}

/** The full name of a ref on record: as it is, or as that of a branch or tag. */
function refCalled(name: string, { folder }: Found): string | undefined {
  const known = new Set(Journal.changes(folder).map(({ ref }) => ref))
  return [name, `refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`].find((each) => known.has(each))
}

const changedHere = (): readonly Found[] =>
  journalsHere().filter(({ folder }) => Journal.changes(folder).some(({ ref }) => Journal.isPutBack(ref)))

function theOnly(found: readonly Found[]): Found {
  if (found.length === 1) return found[0]!
  if (found.length === 0) throw new Failure("no session has changed a ref of this repository")
  throw new Failure(
    `several sessions have changed that: ${found.map(({ session }) => session).join(", ")}. Name one: ringfence undo ID`,
  )
}
