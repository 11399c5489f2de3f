import { beforeAll, expect, test } from "bun:test"
import { loadShell, readProgram } from "../../src/shell/reader.ts"
import { showValue } from "../../src/shell/value.ts"
import { HOSTILE } from "./hostile.inputs.ts"
import { hostOf } from "./real-bash.ts"

beforeAll(loadShell)

const host = hostOf("/", { HOME: "/root" })
const lines = (text: string): string[] =>
  readProgram(text, host).commands.map((command) => command.argv.map((word) => showValue(word.value)).join(" "))

for (const [name, text] of Object.entries(HOSTILE)) {
  test(`ends: ${name}`, () => {
    const program = readProgram(text, host)
    expect(program.commands.length).toBeLessThanOrEqual(2000)
    // The next text is read as if nothing had been.
    expect(lines("cd usr && git merge main")).toEqual(["cd usr", "git merge main"])
  }, 30_000)
}

test("what is past a bound says so", () => {
  const bounded = ["NUL bytes", "pipes", "open parentheses", "statements", "nested substitutions", "wrapped text"]
  for (const name of bounded) expect(readProgram(HOSTILE[name]!, host).tooLong).toBeString()
  expect(readProgram("x".repeat(1024 * 1024 + 1), host).tooLong).toBeString()
})

test("length in quotes and here-documents is no bound", () => {
  expect(lines(HOSTILE["a long quoted argument"]!).at(-1)).toBe("git merge main")
  expect(lines(HOSTILE["a long double-quoted argument"]!).at(-1)).toBe("git merge main")
  expect(lines(HOSTILE["a long here-document"]!)).toEqual(["cat", "git merge main"])
  expect(lines(HOSTILE["a long expanding here-document"]!)).toEqual(["cat", "git merge main"])
})

test("commands in a long here-document are found", () => {
  const body = "text of $HOME, \\$(git rebase main)\n".repeat(5000)
  expect(lines(`cat <<EOF\n${body}$(git merge main)\n${body}EOF\ngit push`)).toEqual([
    "git merge main",
    "cat",
    "git push",
  ])
})
