/** Random texts for the reader: it must not throw, and must read the same text the same way twice. */
import * as fc from "fast-check"
import { readProgram } from "../../src/shell/reader.ts"
import { hostOf } from "./real-bash.ts"

const TOKENS = [
  "git", "merge", "main", "cd", "src", "..", "-", "a", "x=1", "$x", '"$x"', "${x:-d}", "${x%", "$(", ")", "(", "{", "}", "`", "'", '"', "$'", "\\", "\n", " ", "  ", ";", ";;", "&", "&&", "|", "||", "|&", "!", "<", ">", ">>",
  "<<", "<<EOF", "<<'EOF'", "<<-E", "EOF", "<<<", "<(", ">(", "2>&1", ">&-", "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until", "case", "esac", "select", "function", "f()", "f", "time", "coproc", "[[", "]]", "[", "]",
  "((", "))", "$((", "*", "?", "~", "{a,b}", "{1..3}", "#", "eval", "bash -c", "env", "xargs", "export", "unset", "read x", "set --", "shift", "pushd", "popd", "trap", "alias a=b", "exit", "return", "break", "\r\n", "\0", "é", "🎉", "\ud83c", "\uE0F0",
] // prettier-ignore

const words = fc.array(fc.constantFrom(...TOKENS), { maxLength: 40 }).map((tokens) => tokens.join(" "))
const glued = fc.array(fc.constantFrom(...TOKENS), { maxLength: 40 }).map((tokens) => tokens.join(""))
const operators = fc.string({ unit: fc.constantFrom(..."$({[`'\"|&;<>)}]\\\n #=!~*?"), maxLength: 80 })
const anything = fc.string({ unit: "binary", maxLength: 80 })
const bytes = fc.uint8Array({ maxLength: 120 }).map((array) => new TextDecoder().decode(array))
const truncated = fc.tuple(words, fc.nat({ max: 200 })).map(([text, length]) => text.slice(0, length))

/** Random shell, operator runs, random bytes, texts cut anywhere. */
export const texts = fc.oneof(
  { weight: 4, arbitrary: words },
  { weight: 2, arbitrary: glued },
  operators,
  anything,
  bytes,
  truncated,
)

/** Checks `runs` random texts. Throws with the smallest one that fails. */
export function fuzz(runs: number, seed: number): void {
  const host = hostOf("/usr", { HOME: "/root", LIST: "a b" })
  fc.assert(
    fc.property(texts, (each) => {
      const first = readProgram(each, host)
      if (!Bun.deepEquals(first, readProgram(each, host))) throw new Error("read differently the second time")
      for (const { start, end } of [...first.commands.map((command) => command.span), ...first.partial]) {
        if (!(start >= 0 && start <= end && end <= each.length))
          throw new Error(`a span out of the text: ${start}-${end}`)
      }
    }),
    { numRuns: runs, seed },
  )
}
