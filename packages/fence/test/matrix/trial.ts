/** Rows in scenes of their own: without the fence, and with it. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import {
  foreignChanges,
  OWN_BRANCH,
  run,
  snapshot,
  standing,
  type Ran,
  type Scene,
  type Snapshot,
} from "@ringfence/guard/fixture"
import { Fence } from "@ringfence/fence"
import { Journal } from "@ringfence/fence/journal"
import { fill, isSince, placeFor, variables } from "./place.ts"
import type { Harm, Limit, Must } from "./row.ts"

export interface Outcome {
  readonly ran: Ran
  /** What changed that is not the session's, and whether its own branch did. */
  readonly changes: readonly string[]
  /** Locks and half-moved reflogs that were left behind. */
  readonly litter: readonly string[]
  /** Where everything of the repository stands afterwards, folders apart. */
  readonly state: ReadonlyMap<string, string>
  /** Branches and tags whose change the journal tells otherwise than it was. */
  readonly untold: readonly string[]
}

interface Typed {
  readonly command: string
  readonly given?: string
}

/** Runs a row's command in a scene of its own. */
export async function suffer(row: Typed, fenced: boolean): Promise<Outcome> {
  const scene = await placeFor(row)
  try {
    return await sufferIn(scene, row.command, fenced)
  } finally {
    scene.remove()
  }
}

/** Runs a command in the scene as it stands. */
export async function sufferIn(scene: Scene, command: string, fenced: boolean): Promise<Outcome> {
  const fence = fenced ? fencedEnv(scene) : {}
  if (fence === undefined) throw new Error("the fence is not up")
  const env = { ...variables, ...fence }
  const before = snapshot(scene)
  const ran = await run(scene, fill(scene, command), { env, timeout: 60_000 })
  const after = snapshot(scene)
  const ownRef = `ref refs/heads/${OWN_BRANCH}`
  const foreign = foreignChanges(before, after, standing(scene)).map(({ what }) => what)
  const changes = before.get(ownRef) === after.get(ownRef) ? foreign : [...foreign, "moves the own branch"]
  const untold = fenced ? untoldIn(scene, before, after) : []
  return { ran, changes, litter: litterIn(scene.commonDir), state: comparable(scene, after), untold }
}

/** What the journal says of each branch and tag, from its first change to its last, against what happened. */
function untoldIn(scene: Scene, before: Snapshot, after: Snapshot): readonly string[] {
  const journal = Map.groupBy(Journal.changes(Journal.fenceFolder(scene.gitDirs.own)), ({ ref }) => ref)
  const facts = [...new Set([...before.keys(), ...after.keys()])].filter((key) => /^ref refs\/(heads|tags)\//.test(key))
  return facts.flatMap((key) => {
    const ref = key.slice("ref ".length)
    const changes = journal.get(ref) ?? []
    const [old, now] = [before.get(key), after.get(key)]
    const told = changes.length === 0 ? old === now : changes[0]!.old === old && changes.at(-1)!.new === now
    return told ? [] : [`${ref}: ${old} → ${now}, but on record ${JSON.stringify(changes)}`]
  })
}

/**
 * What the fence adds to the environment of a command. Undefined where it cannot be put up, for nobody knows whose
 * branch it would guard.
 */
export function fencedEnv(
  scene: Scene,
  env: Readonly<Record<string, string>> = { ...scene.env, ...variables },
): Readonly<Record<string, string>> | undefined {
  const prepared = Fence.prepare({ directory: scene.own, env })
  return prepared.fenced ? prepared.env : undefined
}

/** What stands in the repository, with nothing that differs from one scene to the next. */
function comparable(scene: Scene, facts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const told = [...facts].filter(([key]) => !/^(reflog|registry|object|original|hooks) /.test(key))
  return new Map(told.map(([key, value]) => [key, value.replaceAll(scene.root, "<root>")]))
}

function litterIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".lock") || name === ".tmp-renamed-log")
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** What is wrong with a harm row without the fence; undefined where it harms as it says. */
export function unfencedFault(row: Harm | Limit, { changes, ran }: Outcome): string | undefined {
  if (changes.some((what) => what.includes(row.harm))) return undefined
  return `without the fence it does not harm as told: ${told(changes, ran)}`
}

const told = (changes: readonly string[], { exit, out, err }: Ran): string =>
  `${changes.join("; ") || "nothing foreign changed"}\nexit ${exit}\n${out}${err}`

/** Own commits may land where a refused switch left HEAD. */
const foreignOnly = (changes: readonly string[], row: Harm): readonly string[] =>
  row.harm === "moves the own branch" ? changes : changes.filter((what) => what !== "moves the own branch")

/** What is wrong with a harm row inside the fence; undefined where it is stopped, in words, and nothing is left behind. */
export function fencedFault(row: Harm, { changes, litter, ran }: Outcome): string | undefined {
  const isTold = row.toldBefore !== undefined && !isSince(row.toldBefore)
  const left = foreignOnly(changes, row)
  if (!isTold && left.length > 0) return `the fence lets it through: ${told(left, ran)}`
  if (litter.length > 0) return `it leaves behind ${litter.join(", ")}`
  const said = ran.out + ran.err
  const isNamed = [row.code, row.orCode].some((code) => code !== undefined && said.includes(`[${code}]`))
  if (!said.includes("Blocked in an isolated child session") || !isNamed)
    return `the refusal does not name ${row.code}: ${told(changes, ran)}`
  return ran.timedOut ? "it hangs" : undefined
}

/** What is wrong with a must-work row; undefined where the fence makes no difference. */
export function mustFault(row: Must, plain: Outcome, fenced: Outcome): string | undefined {
  const exit = row.exit ?? 0
  if (plain.ran.exit !== exit) return `the row is wrong: without the fence it comes to ${told([], plain.ran)}`
  if (fenced.ran.exit !== exit) return `the fence breaks it: ${told(fenced.changes, fenced.ran)}`
  if (fenced.litter.length > 0) return `it leaves behind ${fenced.litter.join(", ")}`
  if (!row.renames && fenced.untold.length > 0) return `the journal has it otherwise: ${fenced.untold.join("; ")}`
  const keys = new Set([...plain.state.keys(), ...fenced.state.keys()])
  const same = (one: string | undefined, other: string | undefined): boolean =>
    row.anyState ? (one === undefined) === (other === undefined) : one === other
  const differing = [...keys].filter((key) => !same(plain.state.get(key), fenced.state.get(key)))
  if (differing.length > 0)
    return `it comes out differently: ${differing.map((key) => `${key}: ${plain.state.get(key)} / ${fenced.state.get(key)}`).join("; ")}\n${told([], fenced.ran)}`
  if (!row.anyOutput && plain.ran.out !== fenced.ran.out)
    return `it prints\n${fenced.ran.out}where without the fence it prints\n${plain.ran.out}`
  return undefined
}

/** Whether the git of this run refuses the row by itself. */
export const refusesItself = ({ until }: Harm): boolean => until !== undefined && isSince(until)
