/** Creations of clones that are killed: nothing half is left, and the next one clears it away. */
import { expect } from "bun:test"
import type { Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Session } from "../../src/session/index.ts"
import { Worktree } from "../../src/worktree/index.ts"
import { deadly, killed } from "../session/killing.ts"
import { scene, stateOf, unfinished } from "../worktree/support.ts"

/** The words of a call of git, and whether it is killed after that call or before. */
type Step = readonly [words: string, after: boolean]

/** Kills a creation at each of these steps, and clears away what it left. */
export async function clearedAfter(steps: readonly Step[]): Promise<void> {
  await using here = scene()
  const before = stateOf(here)
  const all = <A, E>(use: (sessions: Session.Interface) => Effect.Effect<A, E>) => here.run(Session.Service.use(use))
  for (const [words, after] of steps) {
    await killed(here, { PATH: deadly(here, words, after), TIER: "clone" })
    const [entry] = unfinished(here)
    const path = join(here.data, "worktree", entry!.split("/")[1]!, "fix-the-login")
    expect(await all((sessions) => sessions.list())).toEqual([])
    expect(await here.run(Worktree.Service.use((worktrees) => worktrees.sweep))).toEqual([{ path }])
    expect({ words, there: existsSync(path), left: unfinished(here) }).toEqual({ words, there: false, left: [] })
    expect(stateOf(here)).toEqual(before)
  }
}
