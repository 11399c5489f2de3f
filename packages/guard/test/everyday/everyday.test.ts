/** What agents type all day is allowed, works, and touches nobody else's work. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { report, title } from "../truth/report.ts"
import { allowFault } from "../truth/right.ts"
import { inScene, judge, suffer } from "../truth/trial.ts"
import { everydayLines } from "./corpus.ts"

setDefaultTimeout(120_000)

test("there are enough of them, most of them run for real", () => {
  const lines = everydayLines()
  expect(lines.length).toBeGreaterThanOrEqual(320)
  expect(lines.filter(({ notRun }) => notRun === undefined).length).toBeGreaterThanOrEqual(300)
})

for (const line of everydayLines()) {
  test.concurrent(title(line.theme, line), async () => {
    const { verdict, outcome } = await inScene(line, async (scene, untouched) => {
      const verdict = judge(scene, line)
      return { verdict, outcome: line.notRun === undefined ? await suffer(scene, line, untouched) : undefined }
    })
    const told = report(line, verdict, outcome)
    expect(verdict.verdict, told).toBe("allow")
    if (!outcome) return
    expect(outcome.ran.timedOut, told).toBe(false)
    expect(outcome.ran.exit, told).toBe(line.exit)
    expect(allowFault(outcome), told).toBeUndefined()
  })
}
