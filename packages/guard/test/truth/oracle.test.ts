/** A sample of `npm run oracle`. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { judgeCase, oracleCases } from "./oracle.ts"

setDefaultTimeout(120_000)

for (const item of oracleCases(20_26, 150)) {
  test.concurrent(item.id, async () => {
    const { fault, told } = await judgeCase(item)
    expect(fault, told).toBeUndefined()
  })
}
