/** A workspace in which git can be held up, stopped and killed from within, by what it runs. */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyWorkspace, type Workspace } from "@ringfence/guard/inventory/fixture"
import type { Exec } from "../../src/index.ts"
import { until } from "./runners.ts"

export interface Held extends Workspace {
  /** As a runner takes it. */
  readonly workspace: Exec.Workspace
  /** Makes `reset --hard` hold the index while it runs this sh script; `$LEADER` in it is the git that was started. */
  holdUp(script: string): void
  /** Waits until the script writes its process id, and gives it. */
  pid(): Promise<number>
  readonly indexLock: string
  remove(): void
}

/** What git is held up with: it waits to be let go, and says that it is there. */
export const WAITS = 'echo $$ > "$TOP/pid"; while ! [ -e "$TOP/go" ]; do sleep 0.02; done; cat'

/** A fresh one. */
export function heldWorkspace(bounds?: Partial<Exec.Bounds>): Held {
  const made = copyWorkspace()
  const { root, top, env } = made
  const script = join(top, "bin/slow")
  const pidFile = join(top, "pid")
  return {
    ...made,
    workspace: { root, env, ...(bounds ? { bounds } : {}) },
    indexLock: join(root, ".git/index.lock"),
    holdUp(lines) {
      const leader = "LEADER=$(ps -o pgid= -p $$ | tr -d ' ')"
      writeFileSync(script, `#!/bin/sh\nTOP='${top}'\n${leader}\n${lines}\n`)
      chmodSync(script, 0o755)
      git(made, "config", "filter.slow.smudge", script)
      writeFileSync(join(root, ".git/info/attributes"), "a filter=slow\n")
      writeFileSync(join(root, "a"), "changed\n")
    },
    async pid() {
      await until("a process id is written", () => existsSync(pidFile) && /\n/.test(readFileSync(pidFile, "utf8")))
      const pid = Number(readFileSync(pidFile, "utf8"))
      rmSync(pidFile)
      return pid
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

/** Runs real git, unjudged, in the workspace. */
export function git({ root, env }: Workspace, ...argv: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...argv], { cwd: root, env, stdin: "ignore" })
  if (exitCode !== 0) throw new Error(`git ${argv.join(" ")}: ${stderr}`)
  return String(stdout).trim()
}

/** Whether a process is there. One that is over and only waits to be noticed is not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
  } catch {
    return false
  }
}
