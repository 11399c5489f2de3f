/** Many real processes on one database. */
import { expect, test } from "bun:test"
import { started, survivesKill } from "./killed.ts"
import { labels, scene } from "./support.ts"

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

survivesKill(1)
survivesKill(7)
