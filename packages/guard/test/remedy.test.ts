/** What a denial tells the agent to do instead is allowed in that very state, works, and harms nobody. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { report, title } from "./truth/report.ts"
import { allowFault } from "./truth/right.ts"
import { allExamples } from "./truth/specs.ts"
import { inScene, judge, suffer, type Trial } from "./truth/trial.ts"

setDefaultTimeout(120_000)

const denied = allExamples().filter(({ example }) => example.verdict === "deny")
const tried = new Map<string, Promise<string | undefined>>()

for (const { owner, example } of denied) {
  test.concurrent(title(owner, example), async () => {
    const { remedy } = await inScene(example, async (scene) => {
      const verdict = judge(scene, example)
      const relative = (text: string): string => text.replaceAll(scene.top, "<top>")
      return { remedy: verdict.remedy.map(({ text, command }) => ({ text, command: command && relative(command) })) }
    })
    expect(remedy.length).toBeGreaterThan(0)
    for (const { command } of remedy) {
      if (command !== undefined) {
        const fault = await tryOnce({ ...example, command })
        expect(fault, `\nremedy for: ${example.command}\n${fault}`).toBeUndefined()
      }
    }
  })
}

/** The same remedy in the same state need not be run again. */
function tryOnce({ command, in: place, given, env, integration }: Trial): Promise<string | undefined> {
  const trial: Trial = {
    command,
    ...(place && { in: place }),
    ...(given && { given }),
    ...(env && { env }),
    ...(integration && { integration }),
  }
  const key = JSON.stringify(trial)
  const known = tried.get(key)
  if (known) return known
  const attempt = tryRemedy(trial)
  tried.set(key, attempt)
  return attempt
}

async function tryRemedy(trial: Trial): Promise<string | undefined> {
  return inScene(trial, async (scene, untouched) => {
    const verdict = judge(scene, trial)
    if (verdict.verdict === "deny") return `the remedy is denied itself${report(trial, verdict, undefined)}`
    const outcome = await suffer(scene, trial, untouched)
    const harm = allowFault(outcome)
    if (harm !== undefined) return `${harm}${report(trial, verdict, outcome)}`
    // Whether somebody's stash applies without a conflict is up to its content.
    const works = outcome.ran.exit === 0 || outcome.ran.out.includes("CONFLICT")
    return works ? undefined : `the remedy does not work${report(trial, verdict, outcome)}`
  })
}
