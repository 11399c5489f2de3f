/** Random texts for the whole guard: it must not throw, must answer in time, and the same way twice. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as fc from "fast-check"
import type { Guard } from "../src/index.ts"
import { texts } from "./shell/fuzz.ts"

/** No text that is not among the named hostile ones may take longer; generous, for a machine that is busy. */
const LONGEST = 1000
const OID = "1".repeat(40)

/** Checks `runs` random texts in an isolated worktree. Throws with the smallest one that fails. */
export function fuzzVerdicts(guard: Guard, runs: number, seed: number): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-fuzz-")))
  try {
    const directory = writeWorktree(folder)
    const env = {
      HOME: folder,
      RINGFENCE_DATA: join(folder, "data"),
      MAIN: join(folder, "main"),
      PATH: "/usr/bin:/bin",
    }
    if (guard.check({ command: "git rebase main", directory, env }).verdict !== "deny")
      throw new Error("the scene is not isolated")
    fc.assert(
      fc.property(texts, (command) => {
        const start = process.cpuUsage()
        const first = guard.check({ command, directory, env })
        const { user, system } = process.cpuUsage(start)
        if ((user + system) / 1000 > LONGEST) throw new Error(`took ${(user + system) / 1000} ms`)
        // `explain` decides anew, where a second `check` would answer from what it kept.
        const again = guard.explain({ command, directory, env }).verdict
        if (!Bun.deepEquals(first, again)) throw new Error("decided differently the second time")
        if (first.verdict === "deny" && (!first.reason || !first.code || first.remedy.length === 0)) {
          throw new Error("a deny without reason, code or remedy")
        }
      }),
      { numRuns: runs, seed },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A main checkout and an isolated linked worktree, as their files alone say. */
function writeWorktree(folder: string): string {
  const directory = join(folder, "data", "worktree", "project", "own")
  const gitDir = join(folder, "main", ".git")
  const files: Readonly<Record<string, string>> = {
    [join(gitDir, "HEAD")]: "ref: refs/heads/main\n",
    [join(gitDir, "config")]: "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
    [join(gitDir, "refs/heads/main")]: `${OID}\n`,
    [join(gitDir, "refs/heads/feat/own")]: `${OID}\n`,
    [join(gitDir, "objects/info/packs")]: "",
    [join(gitDir, "worktrees/own/HEAD")]: "ref: refs/heads/feat/own\n",
    [join(gitDir, "worktrees/own/commondir")]: "../..\n",
    [join(gitDir, "worktrees/own/gitdir")]: `${join(directory, ".git")}\n`,
    [join(directory, ".git")]: `gitdir: ${join(gitDir, "worktrees/own")}\n`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return directory
}
