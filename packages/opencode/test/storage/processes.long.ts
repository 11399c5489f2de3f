/** Many real processes on one database, killed more often than `npm test` has time for. */
import { expect, test } from "bun:test"
import { started, survivesKill } from "./killed.ts"
import { scene } from "./support.ts"

survivesKill(40)
survivesKill(150)

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
