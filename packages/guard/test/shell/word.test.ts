import { afterAll, beforeAll, expect, test } from "bun:test"
import { loadShell, readProgram } from "../../src/shell/reader.ts"
import type { Command } from "../../src/shell/program.ts"
import { couldBe, showValue, textOf, type Word } from "../../src/shell/value.ts"
import { makeScene, runInBash, type Scene } from "./real-bash.ts"
import { KNOWN, PARTLY, SOME } from "./word.cases.ts"

let scene: Scene

beforeAll(async () => {
  await loadShell()
  scene = makeScene()
})
afterAll(() => scene.remove())

const shown = (text: string): readonly (readonly Word[])[] =>
  readProgram(text, scene.host)
    .commands.filter((command: Command) => textOf(command.argv[0]?.value) === "show")
    .map((command) => command.argv.slice(1))

/** Whether the words could be these texts; an unknown word that splits may be any number of them. */
function couldBecome(words: readonly Word[], texts: readonly string[]): boolean {
  const [word, ...rest] = words
  if (!word) return texts.length === 0
  if (word.splits) return texts.some((_, index) => couldBecome(rest, texts.slice(index))) || couldBecome(rest, [])
  return texts.length > 0 && couldBe(word.value, texts[0]!) && couldBecome(rest, texts.slice(1))
}

test("words that are known are what bash makes of them", () => {
  const recorded = runInBash(KNOWN, scene)
  const wrong = KNOWN.flatMap((text, index) => {
    const read = shown(text).map((words) => words.map((word) => (word.splits ? "*" : "") + showValue(word.value)))
    // Processes at once may end in any order.
    const order = /&|coproc/.test(text)
      ? (each: unknown[]) => each.map((one) => JSON.stringify(one)).sort()
      : (each: unknown) => each
    return Bun.deepEquals(order(read as unknown[]), order(recorded[index] as unknown[]))
      ? []
      : [{ text, read, bash: recorded[index] }]
  })
  expect(wrong).toEqual([])
}, 120_000)

test("words that are not known leave room for what bash makes of them", () => {
  const recorded = runInBash(PARTLY, scene)
  const wrong = PARTLY.flatMap((text, index) => {
    const read = shown(text)
    const fits = recorded[index]!.every((texts) => read.some((words) => couldBecome(words, texts)))
    const words = read.map((each) => each.map((word) => showValue(word.value)))
    const partly = read.some((each) => each.some((word) => word.value.kind !== "known" || word.splits))
    return fits && partly ? [] : [{ text, words, bash: recorded[index] }]
  })
  expect(wrong).toEqual([])
}, 120_000)

test("what bash runs is among what is read, in order", () => {
  const recorded = runInBash(SOME, scene)
  const wrong = SOME.flatMap((text, index) => {
    const read = shown(text)
    let position = 0
    const followed = recorded[index]!.every((texts) => {
      while (position < read.length && !couldBecome(read[position]!, texts)) position++
      return position++ < read.length
    })
    const words = read.map((each) => each.map((word) => showValue(word.value)))
    return followed ? [] : [{ text, words, bash: recorded[index] }]
  })
  expect(wrong).toEqual([])
}, 120_000)
