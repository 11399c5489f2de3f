/** Clones that are made or ended by a process that is killed. Every step: `sh scripts/run clones`. */
import { expect, setDefaultTimeout, test } from "bun:test"
import type { Effect } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Session } from "../../src/session/index.ts"
import { scene } from "../worktree/support.ts"
import { clearedAfter } from "./killed.ts"

setDefaultTimeout(100_000)

test("in the middle of making it", () => clearedAfter([["branch --no-track", false]]))

test("when it is ended: an attempt that was killed is finished by the next", async () => {
  await using here = scene()
  const all = <A, E>(use: (sessions: Session.Interface) => Effect.Effect<A, E>) => here.run(Session.Service.use(use))
  const { session } = await all((sessions) =>
    sessions.create({ title: "Fix it", directory: here.repo, isolate: true, tier: "clone" }),
  )
  // What is left where the process is killed while files are removed.
  here.write(`${session.directory}.${session.id}/README.md`, "hello")
  await all((sessions) => sessions.remove(session.id))
  expect(readdirSync(join(session.directory, ".."))).toEqual([])
})
