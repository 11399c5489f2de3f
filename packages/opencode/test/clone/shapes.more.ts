/** Clones of repositories of every shape, and two at once. Run by `sh scripts/run clones`. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ShimServer } from "@ringfence/shim/server"
import { layerIn } from "../../src/git/sandbox.ts"
import type { Session } from "../../src/session/index.ts"
import { scene, unfinished } from "../worktree/support.ts"
import { create, creating, keptFor, remove, sessions } from "./support.ts"

setDefaultTimeout(100_000)

test("remotes come along, but for those that lead to the repository itself", async () => {
  await using here = scene()
  const { repo, root } = here
  here.git(repo, "remote", "set-url", "origin", "../origin.git")
  here.git(repo, "remote", "set-url", "--push", "origin", "https://example.invalid/x.git")
  here.git(repo, "config", "--add", "remote.origin.fetch", "+refs/pull/*:refs/remotes/origin/pull/*")
  here.git(repo, "remote", "add", "self", ".")
  const { session, notes } = await create(here, { branch: "feat/x", from: "main~1" })
  expect(notes).toEqual([expect.stringContaining("The remote self leads to the repository itself")])
  const config = (key: string): string => here.git(session.directory, "config", "--local", "--get-all", key)
  expect(here.git(session.directory, "remote")).toBe("origin")
  expect(config("remote.origin.url")).toBe(join(root, "origin.git"))
  expect(config("remote.origin.pushurl")).toBe("https://example.invalid/x.git")
  expect(config("remote.origin.fetch")).toContain("+refs/pull/*:refs/remotes/origin/pull/*")
  expect(here.git(session.directory, "rev-parse", "HEAD")).toBe(here.git(repo, "rev-parse", "main~1"))

  here.git(repo, "remote", "remove", "origin")
  here.git(repo, "remote", "remove", "self")
  const alone = await create(here)
  expect(alone.notes).toEqual([expect.stringContaining("has no remote")])
  expect(here.git(alone.session.directory, "remote")).toBe("")
  expect(() => here.git(alone.session.directory, "push")).toThrow("No configured push destination")
  expect((await remove(here, alone.session.id)).lost).toEqual([])
})

test("a partial repository, a shallow and a bare one, and a session below one in a clone", async () => {
  await using here = scene()
  const { root } = here
  const url = `file://${root}/origin.git`
  const [partial, shallow, bare] = ["partial", "shallow", "origin.git"].map((name) => join(root, name))
  here.git(bare!, "config", "uploadpack.allowFilter", "true")
  here.git(root, "clone", "-q", "--no-checkout", "--filter=blob:none", url, partial!)
  const fetching = (await create(here, { directory: partial, title: "Partial" })).session
  expect(readFileSync(join(fetching.directory, "src/app.txt"), "utf8")).toBe("one\n")
  expect(here.git(fetching.directory, "config", "--local", "remote.origin.promisor")).toBe("true")

  here.git(root, "clone", "-q", "--depth=1", url, shallow!)
  expect((await create(here, { directory: shallow, title: "Shallow" })).session).toMatchObject({ tier: "clone" })

  const { session } = await create(here, { directory: bare, title: "Bare" })
  expect(session).toMatchObject({ tier: "clone", repository: bare })
  const below = (await create(here, { parentID: session.id, title: "Below", tier: undefined })).session
  expect(below).toMatchObject({ tier: "worktree", repository: join(session.directory, ".git") })
  expect(await keptFor(here, session.id)).toEqual(["worktree: 1 worktree of the clone"])
})

test("two sessions are never on branches of one name", async () => {
  await using here = scene()
  await create(here, { branch: "ringfence/fix-it" })
  expect((await create(here)).session.branch).toBe("ringfence/fix-it-2")
  const taken = await here.run(Effect.flip(creating(here, { branch: "ringfence/fix-it", tier: "worktree" })))
  expect(taken).toMatchObject({ _tag: "Worktree.BranchTaken", message: expect.stringContaining("in a clone") })
  const both = await here.run(
    Effect.all([Effect.exit(creating(here, { branch: "feat/y" })), Effect.exit(creating(here, { branch: "feat/y" }))], {
      concurrency: 2,
    }),
  )
  expect(both.map((exit) => exit._tag).toSorted()).toEqual(["Failure", "Success"])
  expect(unfinished(here)).toEqual([])
  const stray = await here.run(Effect.flip(creating(here, { isolate: false })))
  expect(stray._tag).toBe("Worktree.Invalid")
})

test("with git in a sandbox that the environment names: clones, and no worktrees", async () => {
  await using here = scene()
  const path = join(here.root, "shim.sock")
  const program = Effect.gen(function* () {
    yield* ShimServer.serve({ root: here.root }, { kind: "unix", path })
    const inside = <A, E>(effect: Effect.Effect<A, E, Session.Service>) =>
      effect.pipe(Effect.provide(layerIn(() => ({ RINGFENCE_SHIM: path }))))
    const linked = yield* Effect.flip(inside(creating(here, { tier: "worktree" })))
    const { session } = yield* inside(creating(here))
    return { linked, session, removed: yield* inside(sessions((all) => all.remove(session.id))) }
  })
  const { linked, session, removed } = await here.run(Effect.scoped(program))
  expect(linked).toMatchObject({ _tag: "Worktree.Invalid", what: "tier" })
  expect(session.tier).toBe("clone")
  expect(removed.lost).toEqual([])
  expect(unfinished(here)).toEqual([])
})
