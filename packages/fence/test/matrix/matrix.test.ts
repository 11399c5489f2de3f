/** A sample of `npm run fence`: some rows of every kind, and some of the guard's examples. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { agreements } from "./agree.ts"
import { rows } from "./index.ts"

setDefaultTimeout(120_000)

/** Words of the rows that stand for a kind of their own. */
const SAMPLE = [
  "git branch -M feat/child-work feat/other",
  `git config alias.mv4 "!f(){ git branch -f \\$1 HEAD; }; f" | git mv4 feat/other`,
  "<git> push -f origin HEAD:main",
  "git pull -q --rebase origin main",
]

for (const id of SAMPLE) {
  const row = rows.find((each) => each.id === id)
  test.concurrent(id, async () => {
    expect(row, "there is no such row").toBeDefined()
    expect(await row!.judge()).not.toHaveProperty("fault")
  })
}

/** Every so many of the examples of the guard's tables. */
const EVERY = 1000

for (const row of agreements.filter((_, index) => index % EVERY === 3)) {
  test.concurrent(`guard and fence agree: ${row.id}`, async () => {
    expect(await row.judge()).not.toHaveProperty("fault")
  })
}

test("rows are told apart", () => {
  const ids = rows.map(({ group, id }) => `${group}: ${id}`)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
