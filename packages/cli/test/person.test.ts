/** A question to the person at the terminal, with what is typed coming from a stream. */
import { describe, expect, test } from "bun:test"
import { PassThrough } from "node:stream"
import { openKeyboard } from "../src/command/session/keyboard.ts"
import { askPerson, type Question } from "../src/command/session/person.ts"

const question: Question = { permission: "external_directory", patterns: ["/srv/*"], always: ["/srv/*"] }

async function ask(typed: string, { always = question.always, ends = false, asked = question } = {}) {
  const input = new PassThrough()
  const keyboard = openKeyboard(input)
  let said = ""
  input.write(typed)
  if (ends) input.end()
  const answer = await askPerson({ ...asked, always }, keyboard, (text) => (said += text), AbortSignal.timeout(5_000))
  keyboard.close()
  return { answer, said }
}

describe("what is typed is the answer", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ["o\n", { reply: "once" }],
    ["  Yes \n", { reply: "once" }],
    ["a\n", { reply: "always" }],
    ["r\n\n", { reply: "reject" }],
    ["no\nuse the fixtures\n", { reply: "reject", feedback: "use the fixtures" }],
    ["what?\n\no\n", { reply: "once" }],
  ]
  for (const [typed, answer] of cases)
    test(JSON.stringify(typed), async () => expect((await ask(typed)).answer).toEqual(answer as never))
})

test("it shows what would be done and what always would cover", async () => {
  const { said } = await ask("o\n", { always: ["/srv/*", "/opt/*"] })
  expect(said).toBe(
    "The session asks for the permission external_directory\n  /srv/*\nalways would cover /srv/*, /opt/*\n[o]nce, [a]lways or [r]eject? ",
  )
})

test("where there is no always, it is not offered and not taken", async () => {
  const { answer, said } = await ask("a\no\n", { always: [] })
  expect(answer).toEqual({ reply: "once" })
  expect(said).not.toContain("always")
})

test("the end of the input is a no", async () => {
  expect((await ask("", { ends: true })).answer).toEqual({ reply: "reject" })
  expect((await ask("what?\n", { ends: true })).answer).toEqual({ reply: "reject" })
})

test("what a command holds does not move the cursor", async () => {
  const asked = { ...question, patterns: ["\u001b[2Jrm -rf /"] }
  expect((await ask("o\n", { asked })).said).toContain("  \\x1b[2Jrm -rf /\n")
})

test("it ends without an answer once somebody else has answered", async () => {
  const keyboard = openKeyboard(new PassThrough())
  const elsewhere = new AbortController()
  const asking = askPerson(question, keyboard, () => {}, elsewhere.signal)
  elsewhere.abort()
  expect(await asking).toBeUndefined()
  keyboard.close()
})

test("a later question gets what is typed after an earlier one ended", async () => {
  const input = new PassThrough()
  const keyboard = openKeyboard(input)
  const elsewhere = new AbortController()
  const first = askPerson(question, keyboard, () => {}, elsewhere.signal)
  elsewhere.abort()
  await first
  const second = askPerson(question, keyboard, () => {}, AbortSignal.timeout(5_000))
  input.write("o\n")
  expect(await second).toEqual({ reply: "once" })
  keyboard.close()
})
