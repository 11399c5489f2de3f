/** Verdicts of a large set of texts, in scenes arranged once for all texts that share a set-up. Real git is not run. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Guard } from "../../src/index.ts"
import { arrange, copyScene, type Scene } from "../fixture/index.ts"
import { fill, type Trial } from "../truth/trial.ts"

interface Probe extends Trial {
  readonly verdict: "allow" | "deny"
  readonly because: string
}

const probes = readFileSync(join(import.meta.dir, "probes.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Probe)

const settings = (probe: Probe): string => JSON.stringify([probe.given, probe.integration, probe.layout])
const groups = Map.groupBy(probes, settings)

let guard: Guard
let scene: Scene | undefined
beforeAll(async () => {
  guard = await Guard.load()
  copyScene().remove()
}, 120_000)
afterAll(() => scene?.remove())

test("there are many", () => {
  expect(probes.length).toBeGreaterThan(2000)
})

for (const group of groups.values()) {
  const [first] = group
  const name = first!.given ?? "the standard scene"
  test(`${group.length} texts, ${first!.integration ?? "orchestrator"}, given: ${name}`, async () => {
    scene = copyScene({ integration: first!.integration ?? "orchestrator", layout: first!.layout ?? "flat" })
    const here = scene
    if (first!.given !== undefined) await arrange(here, fill(here, first!.given))
    const wrong = group.filter((probe) => {
      const env = Object.entries(probe.env ?? {}).map(([name, value]) => [name, fill(here, value)])
      const { verdict } = guard.check({
        command: fill(here, probe.command),
        directory: here.own,
        cwd: here.folder(probe.in),
        env: { ...here.env, ...(Object.fromEntries(env) as Record<string, string>) },
        ...(probe.fenced === undefined ? {} : { fenced: probe.fenced }),
      })
      return verdict !== probe.verdict
    })
    here.remove()
    expect(wrong.map(({ command, verdict, because }) => `${verdict} wanted: ${command} (${because})`)).toEqual([])
  }, 120_000)
}
