/** Every example of every table: the verdict it states is the guard's, and real git agrees that it is right. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { allowFault, denyFault } from "./right.ts"
import { allExamples } from "./specs.ts"
import { examined, inScene, judge, suffer } from "./trial.ts"
import { report, title } from "./report.ts"

setDefaultTimeout(120_000)

for (const { owner, example } of allExamples()) {
  test.concurrent(title(owner, example), async () => {
    const { verdict, outcome } = await inScene(example, async (scene, untouched) => {
      const verdict = judge(scene, example)
      expect(examined(scene, example)).toEqual(verdict)
      return { verdict, outcome: example.notRun === undefined ? await suffer(scene, example, untouched) : undefined }
    })
    const told = report(example, verdict, outcome)
    expect({ verdict: verdict.verdict, code: verdict.code }, told).toEqual({
      verdict: example.verdict,
      code: example.verdict === "deny" ? example.code : undefined,
    })
    if (!outcome) return
    expect(outcome.ran.timedOut, told).toBe(false)
    const fault = example.verdict === "allow" ? allowFault(outcome) : await denyFault(example, verdict, outcome)
    expect(fault, told).toBeUndefined()
  })
}
