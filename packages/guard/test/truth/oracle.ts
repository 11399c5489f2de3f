/** All examples multiplied by contexts, judged by the guard and by real git. */
import type { Example } from "../../src/git/spec.ts"
import { anywhere, fromOwn, needsGit, scratch, USAGE, type Context } from "./contexts.ts"
import { report } from "./report.ts"
import { allowFault, denyFault } from "./right.ts"
import { allExamples } from "./specs.ts"
import { inScene, judge, suffer, type Outcome, type Trial } from "./trial.ts"

export interface OracleCase {
  readonly id: string
  readonly owner: string
  readonly context: Context
  readonly example: Example
  readonly trial: Trial
}

export interface Finding {
  readonly id: string
  readonly owner: string
  readonly verdict: "allow" | "deny"
  readonly fault?: "missing" | "noisy" | "broken"
  /** What a fault looks like, for people. */
  readonly told?: string
}

/** `count` cases out of all there are; the same ones for the same seed. */
export function oracleCases(seed: number, count: number): readonly OracleCase[] {
  const all = allExamples().flatMap(({ owner, example }, index) => {
    if (example.fenced) return []
    const own = (example.in ?? "own") === "own"
    return [...anywhere, ...(own ? fromOwn : [])].flatMap((context) => {
      const command = context.write(example.command)
      if (command === undefined || (example.notRun !== undefined && needsGit.has(context))) return []
      return [{ id: `${owner} #${index} @ ${context.name}`, owner, context, example, trial: { ...example, command } }]
    })
  })
  return shuffled(all, seed).slice(0, count)
}

/** Whether the guard's verdict is right, and if not in which way. */
export async function judgeCase(item: OracleCase): Promise<Finding> {
  const broken = (error: unknown): Finding => {
    const told = `it could not be judged: ${error instanceof Error ? error.message : String(error)}`
    return { id: item.id, owner: item.owner, verdict: "allow", fault: "broken", told }
  }
  return judged(item).catch(broken)
}

async function judged(item: OracleCase): Promise<Finding> {
  const { trial, example, context } = item
  const { verdict, outcome } = await inScene(trial, async (scene, untouched) => {
    const verdict = judge(scene, trial)
    return { verdict, outcome: example.notRun === undefined ? await suffer(scene, trial, untouched) : undefined }
  })
  const finding = { id: item.id, owner: item.owner, verdict: verdict.verdict }
  const fault = (kind: NonNullable<Finding["fault"]>, why: string): Finding => ({
    ...finding,
    fault: kind,
    told: `${why}${report(trial, verdict, outcome)}`,
  })
  if (outcome?.ran.timedOut) return fault("broken", "it did not end")
  if (outcome?.ran.exit === USAGE) return finding
  if (verdict.verdict === "allow") {
    const harm = outcome && allowFault(outcome)
    if (harm !== undefined) return fault("missing", harm)
    const promised = context.kind === "same" && example.verdict === "deny" && (await stillHolds(example, outcome))
    return promised ? fault("missing", `allowed, but it is the same as: ${example.command}`) : finding
  }
  if (context.kind === "same") {
    const harmless = example.verdict === "allow" && (outcome?.changes.length ?? 0) === 0
    return harmless ? fault("noisy", `denied, but it is the same as: ${example.command}`) : finding
  }
  if (!outcome) return finding
  const why = await denyFault(trial, verdict, outcome, {
    byForm: !scratch.has(context),
    ...(scratch.has(context) ? {} : { plain: example }),
  })
  return why === undefined ? finding : fault("noisy", why)
}

/** False where the plain command harms and this one, run for real, did not: the context changed what it does. */
async function stillHolds(example: Example, outcome: Outcome | undefined): Promise<boolean> {
  if (!outcome) return true
  const plain = await inScene(example, (scene, untouched) => suffer(scene, example, untouched))
  return plain.changes.length === 0
}

/** Fisher and Yates, by mulberry32. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const result = [...items]
  let state = seed >>> 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[result[index], result[other]] = [result[other]!, result[index]!]
  }
  return result
}
