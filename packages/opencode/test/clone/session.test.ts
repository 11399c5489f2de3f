/** Sessions in clones: what they are made of, what comes back from them, and what they are kept for. */
import { Guard } from "@ringfence/guard"
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect } from "effect"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Session } from "../../src/session/index.ts"
import type { Worktree } from "../../src/worktree/index.ts"
import { scene, stateOf, unfinished, type Scene } from "../worktree/support.ts"

setDefaultTimeout(100_000)

const sessions = <A, E>(use: (service: Session.Interface) => Effect.Effect<A, E>) => Session.Service.use(use)

const creating = (here: Scene, input: Partial<Session.Create> = {}) =>
  sessions((all) => all.create({ title: "Fix it", directory: here.repo, isolate: true, tier: "clone", ...input }))

const create = (here: Scene, input: Partial<Session.Create> = {}): Promise<Session.Created> =>
  here.run(creating(here, input))

const remove = (here: Scene, id: string, force = false): Promise<Session.Removed> =>
  here.run(sessions((all) => all.remove(id, { force })))

/** The kinds of loss for which it is kept. */
const keptFor = async (here: Scene, id: string): Promise<readonly string[]> => {
  const error = (await here.run(Effect.flip(sessions((all) => all.remove(id))))) as Worktree.WouldLose
  expect(error._tag).toBe("Worktree.WouldLose")
  return error.losses.map(({ kind, message }) => `${kind}: ${message}`)
}

/** Everything of the repository but what a clone counts. */
const untouched = (here: Scene): unknown => stateOf(here)

describe("a session in a clone", () => {
  test("has a repository of its own, its remote's branches, a record, and the guard's agreement", async () => {
    await using here = scene()
    here.git(here.repo, "config", "user.name", "Somebody Here")
    here.git(here.repo, "branch", "aside")
    here.git(here.repo, "tag", "v1")
    here.git(here.repo, "remote", "set-head", "origin", "main")
    const ahead = here.commit(here.repo, "local.txt")
    const before = untouched(here)
    const { session, notes } = await create(here)
    expect(notes).toEqual([])
    expect(session).toMatchObject({
      directory: join(here.data, "worktree", session.projectID, "fix-it"),
      worktree: session.directory,
      branch: "ringfence/fix-it",
      base: ahead,
      repository: join(here.repo, ".git"),
      tier: "clone",
    })
    const git = (...argv: readonly string[]): string => here.git(session.directory, ...argv)
    expect(git("for-each-ref", "--format=%(refname)")).toBe(
      "refs/heads/ringfence/fix-it\nrefs/remotes/origin/HEAD\nrefs/remotes/origin/main\nrefs/tags/v1",
    )
    expect(git("symbolic-ref", "HEAD")).toBe("refs/heads/ringfence/fix-it")
    expect(git("symbolic-ref", "refs/remotes/origin/HEAD")).toBe("refs/remotes/origin/main")
    expect(git("rev-parse", "origin/main")).toBe(here.git(here.repo, "rev-parse", "origin/main"))
    expect(git("status", "--porcelain", "--branch")).toBe("## ringfence/fix-it")
    expect(readFileSync(join(session.directory, "local.txt"), "utf8")).toBe("local.txt")
    expect(git("config", "--local", "--get-all", "remote.origin.url")).toBe(join(here.root, "origin.git"))
    expect(git("config", "--local", "--get-all", "remote.origin.fetch")).toBe("+refs/heads/*:refs/remotes/origin/*")
    expect(git("config", "--local", "user.name")).toBe("Somebody Here")
    expect(JSON.parse(readFileSync(join(session.directory, ".git/ringfence/session.json"), "utf8"))).toEqual({
      version: 1,
      kind: "clone",
      branch: "ringfence/fix-it",
      session: session.id,
      integration: "orchestrator",
      origin: join(here.repo, ".git"),
    })
    expect(untouched(here)).toEqual(before)
    const guard = await Guard.load()
    const ask = (command: string) => guard.check({ command, directory: session.directory }).code
    expect(ask(`git push -f ${here.repo} HEAD:main`)).toBe("isolated-git/foreign-remote-branch")
    expect(ask(`git -C ${here.repo} reset --hard`)).toBe("isolated-git/foreign-worktree")
    expect(ask("git push origin HEAD")).toBeUndefined()
    git("push", "-q", "origin", "HEAD")
    expect(here.git(join(here.root, "origin.git"), "rev-parse", "ringfence/fix-it")).toBe(ahead)
    expect(untouched(here)).toEqual(before)
    const status = await here.run(sessions((all) => all.status(session.id)))
    expect(status.condition).toMatchObject({ state: "present", branch: "ringfence/fix-it", ahead: 0 })
    const caller = await here.run(sessions((all) => all.caller({}, session.directory)))
    expect(caller).toMatchObject({ kind: "child", session: { id: session.id } })
    expect((await remove(here, session.id)).branch).toEqual({ name: session.branch!, commit: ahead, deleted: true })
    expect(existsSync(session.directory)).toBe(false)
    expect(untouched(here)).toEqual(before)
  })
})
