/** A creation that is killed at one of its steps. */
import { expect, test } from "bun:test"
import { Session } from "../../src/session/index.ts"
import { stateOf, scene, unfinished, type Scene } from "../worktree/support.ts"
import { deadly, killed } from "./killing.ts"

export const create = (here: Scene, title = "Fix the login"): Promise<Session.Created> =>
  here.run(Session.Service.use((sessions) => sessions.create({ title, directory: here.repo, isolate: true })))

export const remove = (here: Scene, id: string): Promise<Session.Removed> =>
  here.run(Session.Service.use((sessions) => sessions.remove(id)))

export const rows = (here: Scene): Promise<readonly Session.Info[]> =>
  here.run(Session.Service.use((sessions) => sessions.list()))

/** A test: killed before or after it runs this git. */
export function clearsAway(words: string, after: boolean): void {
  test(`${after ? "after" : "before"} git ${words}: the next one clears it away`, async () => {
    await using here = scene()
    const before = stateOf(here)
    await killed(here, { PATH: deadly(here, words, after) })
    expect(await rows(here)).toEqual([])
    expect(unfinished(here)).toHaveLength(1)
    const { session, notes } = await create(here, "Another thing")
    expect(notes.join()).toContain("fix-the-login has been cleared away")
    expect(unfinished(here)).toEqual([])
    expect(await rows(here)).toEqual([session])
    await remove(here, session.id)
    expect(stateOf(here)).toEqual(before)
  })
}
