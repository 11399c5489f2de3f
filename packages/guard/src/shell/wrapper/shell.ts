/** Shells, and what else reads text as a shell. */
import { known, textOf, type Value, type Word } from "../value.ts"
import type { Inner, Wrapper, WrapperCall } from "../wrapper.ts"
import { row } from "./row.ts"
import { joined, readable, runText } from "./words.ts"

/** Long options of shells that take the next word. */
const WITH_VALUE = ["--rcfile", "--init-file", "-rcfile", "-init-file", "--emulate"]
const RUNS_NOTHING = ["--help", "--version", "-help", "-version", "--dump-strings", "--dump-po-strings"]
const STANDARD_INPUT = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "-"]

interface ShellReading {
  readonly letters: string
  readonly longs: readonly string[]
  readonly rest: readonly Word[]
}

/** Options of a shell: `-lc`, `+x`, `-o name`, `-eo pipefail`, `--norc`. `-c` takes no value: the text is the first operand. */
function readShell(words: readonly Word[]): ShellReading {
  let letters = ""
  const longs: string[] = []
  let index = 0
  for (; index < words.length; index++) {
    const text = readable(words[index]!)
    if (text === undefined || !/^[-+]./.test(text)) {
      if (text === "-") index++
      break
    }
    if (text === "--") {
      index++
      break
    }
    if (text.startsWith("--") || RUNS_NOTHING.includes(text) || WITH_VALUE.includes(text)) {
      longs.push(text)
      if (WITH_VALUE.includes(text)) index++
      continue
    }
    if (text.startsWith("-")) letters += text.slice(1)
    index += text.slice(1).replace(/[^oO]/g, "").length
  }
  return { letters, longs, rest: words.slice(index) }
}

function unwrapShell(call: WrapperCall): readonly Inner[] {
  const reading = readShell(call.argv.slice(1))
  if (reading.longs.some((long) => RUNS_NOTHING.includes(long))) return []
  const dashed = readable(call.argv[0]!)?.startsWith("-")
  const login =
    dashed || /[li]/.test(reading.letters) || reading.longs.some((long) => /^--?(login|interactive)$/.test(long))
  const how: Partial<Inner> = login ? { login: true } : {}
  const [first, ...parameters] = reading.rest
  const fishText = reading.longs.find((long) => long.startsWith("--command="))
  if (fishText) return runText(known(fishText.slice("--command=".length)), how)
  if (reading.letters.includes("c") || reading.longs.includes("--command"))
    return runText(first?.value, { ...how, parameters })
  if (reading.letters.includes("s") || !first)
    return fromInput(call.stdin, { ...how, parameters: [call.argv[0]!, ...reading.rest] })
  const script = textOf(first.value)
  return script !== undefined && STANDARD_INPUT.includes(script)
    ? fromInput(call.stdin, { ...how, parameters: reading.rest })
    : []
}

const fromInput = (stdin: Value | undefined, how: Partial<Inner>): readonly Inner[] =>
  runText(stdin, { ...how, stdin: known("") })

/** `eval` joins its words with spaces; it takes no options but `--`. */
function unwrapEval(call: WrapperCall): readonly Inner[] {
  const words = textOf(call.argv[1]?.value) === "--" ? call.argv.slice(2) : call.argv.slice(1)
  return words.length === 0
    ? []
    : runText(
        joined(
          words.map((word) => word.value),
          " ",
        ),
        { forks: false },
      )
}

export const shells: readonly Wrapper[] = [
  { names: ["bash", "sh", "dash", "zsh", "ksh", "ash", "rbash", "mksh", "fish"], unwrap: unwrapShell },
  { names: ["eval"], unwrap: unwrapEval },
  row({ names: ["busybox", "toybox"], options: ["--list!", "--list-full!", "--install!"] }),
]
