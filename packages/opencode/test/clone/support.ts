/** Sessions in clones, for tests. */
import { expect } from "bun:test"
import { Effect } from "effect"
import { Session } from "../../src/session/index.ts"
import type { Worktree } from "../../src/worktree/index.ts"
import type { Scene } from "../worktree/support.ts"

/** Uses the service. */
export const sessions = <A, E>(use: (service: Session.Interface) => Effect.Effect<A, E>) => Session.Service.use(use)

/** Starts a session in a clone. */
export const creating = (here: Scene, input: Partial<Session.Create> = {}) =>
  sessions((all) => all.create({ title: "Fix it", directory: here.repo, isolate: true, tier: "clone", ...input }))

/** The same, run. */
export const create = (here: Scene, input: Partial<Session.Create> = {}): Promise<Session.Created> =>
  here.run(creating(here, input))

/** Ends a session. */
export const remove = (here: Scene, id: string, force = false): Promise<Session.Removed> =>
  here.run(sessions((all) => all.remove(id, { force })))

/** The kinds of loss for which it is kept. */
export const keptFor = async (here: Scene, id: string): Promise<readonly string[]> => {
  const error = (await here.run(Effect.flip(sessions((all) => all.remove(id))))) as Worktree.WouldLose
  expect(error._tag).toBe("Worktree.WouldLose")
  return error.losses.map(({ kind, message }) => `${kind}: ${message}`)
}
