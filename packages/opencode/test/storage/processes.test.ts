/** Many real processes on one database. */
import { describe, expect, test } from "bun:test"
import { labels, problems, scene, type Worker } from "./support.ts"

const started = async (workers: readonly Worker[]): Promise<void> => {
  for (const worker of workers) expect(await worker.line()).toBe("ready")
  for (const worker of workers) worker.finish()
}

test("processes that find no database make one together", async () => {
  using here = scene()
  const workers = Array.from({ length: 8 }, () => here.start("open"))
  await started(workers)
  const said = await Promise.all(workers.map((worker) => worker.rest()))
  expect(said.flat()).toEqual(Array(8).fill("problems 0"))
  expect(here.files("").filter((name) => !/^ringfence\.db(\.lock|-wal|-shm)?$/.test(name))).toEqual([])
})

test("8 processes write 300 rows each, and not one is lost or refused", async () => {
  using here = scene()
  const names = Array.from({ length: 8 }, (_, index) => `p${index}`)
  const workers = names.map((name) => here.start("write", name, "300"))
  const said = await Promise.all(workers.map((worker) => worker.rest()))
  const expected = names.map((name) => Array.from({ length: 300 }, (_, index) => `${name}-${index}`))
  expect(said).toEqual(expected)
  const found = await here.run(labels)
  expect(found.toSorted()).toEqual(expected.flat().toSorted())
}, 120_000)

describe("killed in the middle of its writes", () => {
  for (const after of [1, 7, 40, 150]) {
    test(`after ${after} of them: all that was confirmed is there, and nothing twice`, async () => {
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
})

test("killed while they make the database, again and again: the last one has a whole one", async () => {
  using here = scene()
  for (let round = 0; round < 6; round++) {
    const victims = [here.start("open"), here.start("open")]
    await started(victims)
    // Each round a little later, between the first statement and the last.
    const end = performance.now() + round * 4
    while (performance.now() < end) await Promise.resolve()
    for (const victim of victims) victim.kill()
    await Promise.all(victims.map((victim) => victim.exited))
  }
  const last = here.start("write", "x", "3")
  expect(await last.rest()).toEqual(["x-0", "x-1", "x-2"])
  expect(here.files("ringfence.db.corrupt")).toEqual([])
})
