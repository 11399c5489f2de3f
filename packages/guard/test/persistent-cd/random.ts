/** Random texts of which every command succeeds and every condition is plain, so that what runs can be told. */
import * as fc from "fast-check"

/** Folders that are there from everywhere. */
const MOVES = [
  "cd /",
  "cd .",
  "cd ..",
  "cd -P -- /",
  "command cd /",
  "command -p cd .",
  "builtin cd ..",
  "pushd / >/dev/null",
  "X=1 cd /",
  "c'd' /",
  "go=cd; $go /",
  "eval cd /",
  "! cd /\ntrue",
  "time cd /",
]
const STILL = [
  "true",
  ":",
  "x=1",
  "echo cd /",
  "true # cd /",
  "pushd -n / >/dev/null",
  "command -v cd",
  "cd() { :; }",
  "unset -f cd",
  "cat <<EOF\ncd /\nEOF",
  "false && cd /\ntrue",
  "true || cd /",
  "trap 'cd /' EXIT",
  "f() { cd /; }",
]

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** As one command, whatever it ends with. */
const group = (text: string): string => `{ ${text}\n}`

const ONE: readonly ((a: string) => string)[] = [
  group,
  (a) => `( ${a}\n)`,
  (a) => `${group(a)} > /dev/null`,
  (a) => `${group(a)} | cat`,
  (a) => `true | ${group(a)}`,
  (a) => `${group(a)} & wait`,
  (a) => `coproc ${group(a)}; wait`,
  (a) => `y=$( ${a}\n)`,
  (a) => `cat <( ${a}\n)`,
  (a) => `if true; then ${a}\nfi`,
  (a) => `if false; then ${a}\nelse :; fi`,
  (a) => `if ${a}\nthen :; fi`,
  (a) => `for i in 1 2; do ${a}\ndone`,
  (a) => `while false; do ${a}\ndone`,
  (a) => `while true; do ${a}\nbreak; done`,
  (a) => `case x in x) ${a}\n;; esac`,
  (a) => `case x in y) ${a}\n;; esac`,
  (a) => `f() ${group(a)}; f`,
  (a) => `f() ( ${a}\n); f`,
  (a) => `f() ${group(a)}`,
  (a) => `f() { return; ${a}\n}; f`,
  (a) => `eval ${quoted(a)}`,
  (a) => `bash -c ${quoted(a)}`,
  (a) => `bash <<< ${quoted(a)}`,
  (a) => `. /dev/stdin <<< ${quoted(a)}`,
  (a) => `time ${group(a)}`,
]
const TWO: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `${a}\n${b}`,
  (a, b) => `${group(a)}; ${group(b)}`,
  (a, b) => `${group(a)} && ${group(b)}`,
  (a, b) => `${group(a)} | ${group(b)}`,
  (a, b) => `${group(a)} & ${group(b)}; wait`,
  (a, b) => `false || ${group(a)}; ${group(b)}`,
]

export const { text: texts } = fc.letrec<{ text: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...MOVES), fc.constantFrom(...STILL)),
  text: fc.oneof(
    { maxDepth: 3, depthSize: "medium" },
    tie("leaf"),
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...ONE), tie("text")).map(([make, a]) => make(a)) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...TWO), tie("text"), tie("text")).map(([make, a, b]) => make(a, b)),
    },
  ),
}))

/** Reserved words, which a mistake puts in the wrong place. */
export const TOKENS = ["fi", "done", "then", "esac", "do", "}", "{"]
const MARKS = [")", "(", "'", '"', "`", "$(", "&&", "|", ";", "\n"]

/** One token too many, or the end missing. A coproc may have any word for a name, of which the reader knows little. */
export const brokenTexts = fc
  .tuple(
    texts.filter((text) => !text.includes("coproc")),
    fc.nat(),
    fc.constantFrom(...TOKENS, ...MARKS, "cut"),
  )
  .map(([text, place, token]) => {
    const spaces = [...text.matchAll(/[ \n]/g)].map((match) => match.index)
    const at = spaces.length === 0 ? text.length : spaces[place % spaces.length]!
    return token === "cut" ? text.slice(0, at) : `${text.slice(0, at)} ${token} ${text.slice(at)}`
  })
