/** git for undoing: at work in one directory, whatever repository the caller's environment names, and outside of any fence. */
import { spawnSync } from "node:child_process"

export interface Ran {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** Runs git and waits for it. `exit` is 127 where there is none. */
export function git(directory: string, argv: readonly string[], env: Env = process.env): Ran {
  const { status, stdout, stderr, error } = spawnSync("git", [...argv], {
    cwd: directory,
    env: plain(env),
    encoding: "utf8",
    maxBuffer: 256 << 20,
  })
  return { exit: status ?? 127, out: stdout ?? "", err: (stderr || error?.message) ?? "" }
}

export type Env = Readonly<Record<string, string | undefined>>

/** Variables by which git takes its repository, its identity within one, or its configuration from the caller. */
const TAKEN =
  /^GIT_(?!AUTHOR_|COMMITTER_|SSH|ASKPASS|EXEC_PATH$|TRACE|CONFIG_(?:NOSYSTEM|GLOBAL|SYSTEM)$|CEILING_DIRECTORIES$)/

function plain(env: Env): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !TAKEN.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" }
}
