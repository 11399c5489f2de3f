/** One command text in one scene: what the guard says before, what real bash and real git then do. */
import { Guard, type CheckRequest, type Verdict } from "../../src/index.ts"
import {
  arrange,
  copyScene,
  foreignChanges,
  run,
  snapshot,
  standing,
  untouchedScene,
  type Change,
  type Layout,
  type Ran,
  type Scene,
  type Untouched,
} from "../fixture/index.ts"

export interface Trial {
  readonly command: string
  readonly in?: "own" | "subdir" | "main" | "sib"
  readonly given?: string
  readonly env?: Readonly<Record<string, string>>
  readonly integration?: "orchestrator" | "self"
  readonly layout?: Layout
  readonly fenced?: boolean
}

export interface Outcome {
  readonly ran: Ran
  readonly changes: readonly Change[]
  readonly untouched: Untouched
  /** Anything at all is different now, own or foreign. */
  readonly touched: boolean
}

/** A step at a time where many trials are started at once: more only wait for the two cores. */
const AT_ONCE = 3
let running = 0
const waiting: (() => void)[] = []

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** A scene for the length of `work`, arranged as the trial says. */
export function inScene<T>(trial: Trial, work: (scene: Scene, untouched: Untouched) => Promise<T>): Promise<T> {
  return limited(async () => {
    const options = { integration: trial.integration ?? "orchestrator", layout: trial.layout ?? "flat" } as const
    const untouched = untouchedScene(options)
    const scene = copyScene(options)
    try {
      if (trial.given !== undefined) await arrange(scene, fill(scene, trial.given))
      return await work(scene, untouched)
    } finally {
      scene.remove()
    }
  })
}

const guard = await Guard.load()

/** What the guard says of the text in the scene as it stands. */
export function judge(scene: Scene, trial: Trial, more: Partial<CheckRequest> = {}): Verdict {
  return guard.check({ ...requestOf(scene, trial), ...more })
}

/** The same by `examine`, which hands out what the verdict rests on. */
export const examined = (scene: Scene, trial: Trial): Verdict => guard.examine(requestOf(scene, trial)).verdict

function requestOf(scene: Scene, trial: Trial): CheckRequest {
  return {
    command: fill(scene, trial.command),
    directory: scene.own,
    cwd: scene.folder(trial.in),
    env: { ...scene.env, ...filledEnv(scene, trial) },
    ...(trial.fenced === undefined ? {} : { fenced: trial.fenced }),
  }
}

/** Runs the text unguarded and says what it did to others. */
export async function suffer(scene: Scene, trial: Trial, untouched: Untouched): Promise<Outcome> {
  const before = snapshot(scene)
  const branch = /^ref: refs\/heads\/(.*)$/.exec(before.get("head own") ?? "")?.[1]
  const session = standing(scene, { branches: branch === undefined ? [] : [branch] })
  const ran = await run(scene, fill(scene, trial.command), { in: trial.in ?? "own", env: filledEnv(scene, trial) })
  const after = snapshot(scene)
  const touched = [...new Set([...before.keys(), ...after.keys()])].some((key) => before.get(key) !== after.get(key))
  return { ran, changes: foreignChanges(before, after, session, untouched), untouched, touched }
}

/** `<main>` and such stand for the folders of the scene. */
export const fill = (scene: Scene, text: string): string =>
  text.replaceAll(
    /<(top|main|own|sib|origin|home|tmp)>/g,
    (_, name: "top" | "main" | "own" | "sib" | "origin" | "home" | "tmp") => scene[name],
  )

function filledEnv(scene: Scene, { env }: Trial): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, fill(scene, value)]))
}
