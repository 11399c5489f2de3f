/** Processes that go on together, and one that is killed in the middle of its writes. */
import { expect, test } from "bun:test"
import { labels, problems, scene, type Worker } from "./support.ts"

/** A test: killed once so many writes were confirmed to it. */
export function survivesKill(after: number): void {
  test(`killed after ${after} writes: all that was confirmed is there, and nothing twice`, async () => {
    using here = scene()
    const victim = here.start("write", "v", "100000")
    const witness = here.start("write", "w", "60")
    const confirmed: string[] = []
    while (confirmed.length < after) confirmed.push((await victim.line())!)
    victim.kill()
    confirmed.push(...(await victim.rest()).filter((line) => /^v-\d+$/.test(line)))
    expect(await victim.exited).not.toBe(0)
    const witnessed = await witness.rest()
    expect(witnessed).toHaveLength(60)

    const found = await here.run(labels)
    const mine = found.filter((label) => label.startsWith("v-"))
    expect(mine.slice(0, confirmed.length)).toEqual(confirmed)
    // One more can have been committed before it could be told.
    expect(mine.length - confirmed.length).toBeLessThanOrEqual(1)
    expect(mine).toEqual(mine.map((_, index) => `v-${index}`))
    expect(found.filter((label) => label.startsWith("w-"))).toEqual([...witnessed])
    expect(await here.run(problems)).toEqual([])
  })
}

/** Lets processes that are ready go on together. */
export async function started(workers: readonly Worker[]): Promise<void> {
  for (const worker of workers) expect(await worker.line()).toBe("ready")
  for (const worker of workers) worker.finish()
}
