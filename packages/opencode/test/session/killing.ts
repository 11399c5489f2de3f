/** Creations that are killed with SIGKILL in the middle. */
import { expect } from "bun:test"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import type { Scene } from "../worktree/support.ts"

const GIT = Bun.which("git")!

/** A git that ends the creating process, and itself, around the first call that has these words. */
export const deadly = (here: Scene, words: string, after: boolean): string => {
  const bin = join(here.root, "bin")
  const kill = `kill -9 "$(cat '${pidFile(here)}')"; kill -9 0`
  const script = [
    "#!/bin/sh",
    `case " $* " in *" ${words} "*) ${after ? `'${GIT}' "$@"; ` : ""}${kill} ;; esac`,
    `exec '${GIT}' "$@"`,
  ]
  here.write(join(bin, "git"), `${script.join("\n")}\n`)
  chmodSync(join(bin, "git"), 0o755)
  return `${bin}:${process.env["PATH"]}`
}

/** Where the process that is to be killed says which it is. */
export const pidFile = (here: Scene): string => join(here.root, "worker.pid")

/** Runs a creation that is to be killed. */
export async function killed(here: Scene, env: Readonly<Record<string, string>>): Promise<void> {
  const worker = Bun.spawn([process.execPath, join(import.meta.dir, "worker.ts"), pidFile(here), here.repo], {
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  })
  await worker.exited
  expect({ signal: worker.signalCode, error: await worker.stderr.text() }).toEqual({ signal: "SIGKILL", error: "" })
}
