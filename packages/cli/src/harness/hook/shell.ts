/** The judging half of `ringfence sh`: the launcher becomes the real shell where this ends with 0. */
import { refusalOf } from "./judge.ts"
import { failOpen, recordFailure, startedIn, write } from "./run.ts"

/** Options of shells that take the next word, by their letter and by their name. */
const TAKING = /[oO]/g
const TAKING_LONG: ReadonlySet<string> = new Set(["--rcfile", "--init-file"])

/**
 * The text that a shell called with these words runs by `-c`; undefined where it is an interactive shell, or reads a
 * script or its input.
 */
export function commandText(words: readonly string[]): string | undefined {
  let asked = false
  let at = 0
  while (at < words.length) {
    const word = words[at]!
    if (!/^[-+]./.test(word) || word === "--") break
    at += 1
    if (word.startsWith("--")) at += TAKING_LONG.has(word) ? 1 : 0
    else {
      asked ||= word.startsWith("-") && word.includes("c")
      at += word.match(TAKING)?.length ?? 0
    }
  }
  if (words[at] === "--" || words[at] === "-") at += 1
  return asked ? words[at] : undefined
}

/**
 * Judges a call of the shell, told in its words, and returns the exit code: 2 where it may not go on, with the reason on
 * stderr. Else what sets up the fence of a session is on stdout. Whatever does not work lets it go on.
 */
export async function runShellFront(words: readonly string[]): Promise<number> {
  failOpen("sh")
  const trouble = (error: unknown): void => recordFailure(process.env, "sh", error)
  try {
    const command = commandText(words)
    const cwd = startedIn()
    // A host says whose shell it starts; a cd to another checkout does not change that.
    const own = process.env["RINGFENCE_SESSION"] ? process.env["RINGFENCE_WORKTREE"] : undefined
    const directory = own || cwd
    // Whatever the shell reads, the git commands in it have a fence.
    const { exportsOf, fenceFor } = await import("./shell-fence.ts")
    const fence = fenceFor(directory, process.env, trouble)
    const refusal = await refusalOf({
      client: "sh",
      actions: command === undefined ? [] : [{ kind: "shell", command }],
      directory,
      cwd,
      env: process.env,
      carries: false,
      trouble,
      fenced: () => fence.fenced,
    })
    write(refusal ? 2 : 1, refusal ? `${refusal.reason.trimEnd()}\n` : exportsOf(fence))
    return refusal ? 2 : 0
  } catch (error) {
    trouble(error)
    return 0
  }
}
