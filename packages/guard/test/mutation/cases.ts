/** Every case that a mutated guard may get wrong, each with its name, in scenes made once for all mutants. */
import type { Guard } from "../../src/guard.ts"
import { builtIn } from "../../src/guard.ts"
import { wrappedLine } from "../cases/wrapped.ts"
import { arrange, copyScene, type Scene } from "../fixture/index.ts"
import { moveCases } from "../persistent-cd/mutants.ts"
import { allExamples } from "../truth/specs.ts"
import { fill, type Trial } from "../truth/trial.ts"

export interface NamedCase {
  readonly name: string
  isWrong(guard: Guard): boolean
}

interface Expected extends Trial {
  readonly name: string
  readonly verdict: "allow" | "deny"
  readonly code?: string
  readonly lifted?: readonly string[]
  /** The session's own directory, where it is not the isolated child's. */
  readonly session?: "main"
}

const GATE_CASES: readonly Expected[] = [
  {
    name: "a session in the main checkout is not touched",
    command: "git merge feat/other",
    session: "main",
    in: "main",
    verdict: "allow",
  },
  {
    name: "a cd to the main checkout does not switch the guard off",
    command: "git reset --hard HEAD~1",
    in: "main",
    verdict: "deny",
  },
  {
    name: "a worktree outside the trusted roots is not isolated",
    command: "git branch -D feat/other",
    given: "untrusted",
    verdict: "allow",
  },
  { name: "a lifted rule allows", command: "git rebase main", lifted: ["isolated-git/rebase"], verdict: "allow" },
  {
    name: "an operand nobody can read is left to the fence",
    command: 'git branch -D "$B"',
    fenced: true,
    verdict: "allow",
  },
  { name: "an operand nobody can read is refused without a fence", command: 'git branch -D "$B"', verdict: "deny" },
]

/** The named cases, with their scenes. Scenes live until the process ends. */
export async function namedCases(): Promise<readonly NamedCase[]> {
  const examples = allExamples().map(({ owner, example }) => ({ ...example, name: `${owner}: ${example.command}` }))
  const wrapped = [...builtIn.wrappers.keys()].map((wrapper): Expected => ({
    name: `wrapped by ${wrapper}`,
    command: wrappedLine(wrapper),
    verdict: "deny",
    code: "isolated-git/rebase",
  }))
  const scenes = new Map<string, Scene>()
  const cases: NamedCase[] = []
  for (const expected of [...GATE_CASES, ...moveCases, ...wrapped, ...examples])
    cases.push(named(expected, await sceneFor(expected, scenes)))
  process.once("exit", () => scenes.forEach((scene) => scene.remove()))
  return cases
}

async function sceneFor(expected: Expected, scenes: Map<string, Scene>): Promise<Scene> {
  const key = JSON.stringify([expected.given, expected.integration, expected.layout])
  const made = scenes.get(key)
  if (made) return made
  const scene = copyScene({ integration: expected.integration ?? "orchestrator", layout: expected.layout ?? "flat" })
  scenes.set(key, scene)
  if (expected.given !== undefined && expected.given !== "untrusted") await arrange(scene, fill(scene, expected.given))
  return scene
}

function named(expected: Expected, scene: Scene): NamedCase {
  const untrusted = expected.given === "untrusted" ? { RINGFENCE_DATA: `${scene.tmp}/elsewhere` } : {}
  const env = Object.fromEntries(Object.entries(expected.env ?? {}).map(([name, value]) => [name, fill(scene, value)]))
  const request = {
    command: fill(scene, expected.command),
    directory: expected.session === "main" ? scene.main : scene.own,
    cwd: scene.folder(expected.in),
    env: { ...scene.env, ...env, ...untrusted },
    ...(expected.fenced === undefined ? {} : { fenced: expected.fenced }),
    ...(expected.lifted ? { lifted: expected.lifted } : {}),
  }
  return {
    name: expected.name,
    isWrong: (guard) => {
      const { verdict, code } = guard.check(request)
      return verdict !== expected.verdict || (expected.code !== undefined && code !== expected.code)
    },
  }
}
