/** Sessions in clones: what they are made of, what comes back from them, and what they are kept for. */
import { Guard } from "@ringfence/guard"
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect } from "effect"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Exec } from "@ringfence/shim"
import { Git } from "../../src/git/index.ts"
import type { Session } from "../../src/session/index.ts"
import { Verbs } from "../../src/verbs/index.ts"
import type { Worktree } from "../../src/worktree/index.ts"
import { scene, stateOf, type Scene } from "../worktree/support.ts"
import { create, keptFor, remove, sessions } from "./support.ts"

setDefaultTimeout(100_000)

test("a session in a clone has a repository of its own, its remote's branches, a record, and the guard's agreement", async () => {
  await using here = scene()
  here.git(here.repo, "config", "user.name", "Somebody Here")
  here.git(here.repo, "branch", "aside")
  here.git(here.repo, "tag", "v1")
  here.git(here.repo, "remote", "set-head", "origin", "main")
  const ahead = here.commit(here.repo, "local.txt")
  const before = stateOf(here)
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
  expect(git("symbolic-ref", "refs/remotes/origin/HEAD")).toBe("refs/remotes/origin/main")
  expect(git("rev-parse", "origin/main")).toBe(here.git(here.repo, "rev-parse", "origin/main"))
  expect(git("status", "--porcelain", "--branch")).toBe("## ringfence/fix-it")
  expect(readFileSync(join(session.directory, "local.txt"), "utf8")).toBe("local.txt")
  const settings = git("config", "--local", "--list").split("\n")
  expect(settings.filter((line) => /^(remote|branch|user)\./.test(line)).toSorted()).toEqual([
    "remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*",
    `remote.origin.url=${join(here.root, "origin.git")}`,
    "user.name=Somebody Here",
  ])
  expect(JSON.parse(readFileSync(join(session.directory, ".git/ringfence/session.json"), "utf8"))).toEqual({
    version: 1,
    kind: "clone",
    branch: "ringfence/fix-it",
    session: session.id,
    integration: "orchestrator",
    origin: join(here.repo, ".git"),
  })
  const guard = await Guard.load()
  const ask = (command: string) => guard.check({ command, directory: session.directory }).code
  expect(ask(`git push -f ${here.repo} HEAD:main`)).toBe("isolated-git/foreign-remote-branch")
  expect(ask(`git -C ${here.repo} reset --hard`)).toBe("isolated-git/foreign-worktree")
  expect(ask("git push origin HEAD")).toBeUndefined()
  git("push", "-q", "origin", "HEAD")
  expect(here.git(join(here.root, "origin.git"), "rev-parse", "ringfence/fix-it")).toBe(ahead)
  const status = await here.run(sessions((all) => all.status(session.id)))
  expect(status.condition).toMatchObject({ state: "present", branch: "ringfence/fix-it", ahead: 0 })
  const caller = await here.run(sessions((all) => all.caller({}, session.directory)))
  expect(caller).toMatchObject({ kind: "child", session: { id: session.id } })
  expect((await remove(here, session.id)).branch).toEqual({ name: session.branch!, commit: ahead, deleted: true })
  expect(existsSync(session.directory)).toBe(false)
  expect(stateOf(here)).toEqual(before)
})

test("it is kept for whatever only it has, and for what cannot be looked at", async () => {
  await using here = scene()
  const { session } = await create(here)
  const { id, directory } = session
  const git = (...argv: readonly string[]): string => here.git(directory, ...argv)

  here.write(join(directory, "README.md"), "changed\n")
  git("stash", "-q")
  git("checkout", "-q", "--detach")
  here.commit(directory, "detached.txt")
  git("bisect", "start")
  git("worktree", "add", "-q", "-b", "inner", join(here.root, "inner"))
  expect(await keptFor(here, id)).toEqual([
    "operation: a bisect in progress",
    "commits: 1 commit that no other repository has",
    "stash: 1 stash entry",
    "worktree: 1 worktree of the clone",
  ])
  git("bisect", "reset")
  git("stash", "drop", "-q")
  git("worktree", "remove", "--force", join(here.root, "inner"))
  git("branch", "-D", "inner")

  // What was merged elsewhere under another commit's shelter is not lost, nor is what was pushed.
  here.git(here.repo, "fetch", "-q", directory, "HEAD")
  here.git(here.repo, "merge", "-q", "--no-ff", "-m", "take it", "FETCH_HEAD")
  git("checkout", "-q", session.branch!)
  const pushed = here.commit(directory, "pushed.txt")
  git("push", "-q", "origin", "HEAD")

  const refusing = here.run(
    Effect.flip(sessions((all) => all.remove(id))).pipe(
      Effect.provideService(Git.Runner, await Effect.runPromise(Exec.make({ root: here.repo }))),
    ),
  )
  expect(((await refusing) as Worktree.WouldLose).losses).toMatchObject([
    { kind: "unreadable", message: expect.stringContaining("outside the workspace") },
  ])

  const record = join(directory, ".git/ringfence/session.json")
  const written = readFileSync(record, "utf8")
  rmSync(record)
  expect(await keptFor(here, id)).toEqual([expect.stringContaining("session.json is gone or spoiled")])
  here.write(record, written)
  expect(await here.run(sessions((all) => all.remove(id)))).toMatchObject({
    branch: { name: session.branch, commit: pushed, deleted: true },
    lost: [],
  })
  expect(existsSync(directory)).toBe(false)
})

describe("coming back", () => {
  const integrate = (here: Scene, id: string, force = false): Promise<Session.Integrated> =>
    here.run(sessions((all) => all.integrate(id, { force })))
  const refused = async (here: Scene, id: string): Promise<string> =>
    ((await here.run(Effect.flip(sessions((all) => all.integrate(id))))) as Error).message

  test("its branch, as far as nothing in the repository is lost", async () => {
    await using here = scene()
    const { session } = await create(here)
    const { id, directory } = session
    const branch = session.branch!
    const first = here.commit(directory, "one.txt")
    here.write(join(directory, "draft.txt"), "draft")
    expect(await integrate(here, id)).toMatchObject({
      commit: first,
      notes: [expect.stringContaining("1 uncommitted")],
    })
    expect(here.git(here.repo, "rev-parse", branch)).toBe(first)
    rmSync(join(directory, "draft.txt"))

    here.git(directory, "commit", "-q", "--amend", "-m", "another")
    const second = here.git(directory, "rev-parse", "HEAD")
    expect(await refused(here, id)).toContain("--force")
    expect(here.git(here.repo, "rev-parse", branch)).toBe(first)
    expect(await integrate(here, id, true)).toMatchObject({ before: first, commit: second })

    here.git(here.repo, "checkout", "-q", branch)
    const third = here.commit(directory, "two.txt")
    expect(await refused(here, id)).toContain(`git pull ${directory} ${branch}`)
    expect(here.git(here.repo, "rev-parse", branch)).toBe(second)
    here.git(here.repo, "pull", "-q", directory, branch)
    expect(await integrate(here, id)).toMatchObject({ before: third, commit: third })
    expect((await remove(here, id)).branch).toMatchObject({ deleted: false })

    const linked = await create(here, { tier: "worktree" })
    expect(await refused(here, linked.session.id)).toContain("no clone")
    const shared = await create(here, { isolate: false, tier: undefined })
    expect(await refused(here, shared.session.id)).toContain("no branch of its own")
    const child = await here.run(sessions((all) => all.caller({}, linked.session.directory)))
    const denied = await here.run(Effect.flip(Verbs.integrate(child, linked.session.id, false)))
    expect(denied._tag).toBe("Session.Foreign")
  })
})
