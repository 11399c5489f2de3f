/** A folder of a test's own, and what it must clean up. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A new folder (its real path) that is removed when the process ends. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-tool-")))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Waits for a condition, for at most ten seconds. */
export async function until(holds: () => boolean): Promise<boolean> {
  const end = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > end) return false
    await Bun.sleep(5)
  }
  return true
}

/** Whether a process of this id is there and has not ended. */
export function isAlive(pid: number): boolean {
  const state = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)])
    .stdout.toString()
    .trim()
  return state !== "" && !state.startsWith("Z")
}
