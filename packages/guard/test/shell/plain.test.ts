/** Where the plain reader reads a text at all, the grammar reads the same. */
import { beforeAll, expect, test } from "bun:test"
import * as fc from "fast-check"
import { readPlain } from "../../src/shell/plain.ts"
import { loadShell } from "../../src/shell/reader.ts"
import { readWithGrammar } from "../../src/shell/source.ts"
import { allExamples } from "../truth/specs.ts"

beforeAll(loadShell)

const WORDS = [
  "git", "merge", "main", "cd", "..", "a=1", "--x=y", "-", "--", "2", "if", "in", "then", "do", "test", "'a b'", '"a b"', "''", "x'y'", 'x"y"z', "'a\nb'", '"a\nb"', "~", "~/a", "*", "a*b", "?", "HEAD^", "HEAD~2", "@", "%1", "+x", "a,b", "a:b", ".", "./x", "#c", "x#c", "'", '"', '"$x"', "$x", "\\", "é", "[", "!", "{", "}", "time",
] // prettier-ignore
const SEPARATORS = ["&&", "||", "|", ";", "\n", "\n\n", " # note\n", "&", "|&", ";;", "\r\n", "\t", " ", "  ", "\\\n"]

const texts = fc
  .array(
    fc.tuple(
      fc.constantFrom(...WORDS),
      fc.oneof({ weight: 3, arbitrary: fc.constant(" ") }, fc.constantFrom(...SEPARATORS)),
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.flat().join(""))

/** The plain reader's syntax, where it has one, beside the grammar's. */
function both(text: string): void {
  const plain = readPlain(text)
  if (!plain) return
  const { syntax, partial, tooLong } = readWithGrammar(text)
  expect({ text, partial, tooLong, items: syntax.items }).toEqual({
    text,
    partial: [],
    tooLong: undefined,
    items: plain.items,
  })
}

test("every example that is plain", () => {
  const plain = allExamples()
    .map(({ example }) => example.command)
    .filter((command) => readPlain(command))
  expect(plain.length).toBeGreaterThan(800)
  plain.forEach(both)
})

test("random texts of words, quotes and separators", () => {
  let plain = 0
  fc.assert(
    fc.property(texts, (text) => {
      if (readPlain(text)) plain++
      both(text)
    }),
    { numRuns: 20_000, seed: 3 },
  )
  expect(plain).toBeGreaterThan(1500)
})

for (const text of [
  "git >log x",
  "echo $x",
  "a &",
  "! a",
  "(a)",
  "{ a; }",
  "x=1 a",
  "if a; then b; fi",
  "a |& b",
  "a \\\n b",
  "echo {a,b}",
  "a 'b",
  'a "$b"',
  "[ -f a ]",
  "é",
])
  test(`left to the grammar: ${text}`, () => expect(readPlain(text)).toBeUndefined())
