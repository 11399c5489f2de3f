/** Ending sessions: what they refuse to lose, and what goes. */
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect } from "effect"
import { chmodSync, existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as Ask from "../../src/permission/ask.ts"
import { owner } from "../../src/permission/owner.ts"
import { Session } from "../../src/session/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { Worktree } from "../../src/worktree/index.ts"
import { scene, stateOf, type Scene } from "../worktree/support.ts"

setDefaultTimeout(100_000)

const sessions = <A, E>(
  use: (service: Session.Interface) => Effect.Effect<A, E>,
): Effect.Effect<A, E, Session.Service> => Session.Service.use(use)

const create = async (here: Scene, input: Partial<Session.Create> = {}): Promise<Session.Info> =>
  (await here.run(sessions((all) => all.create({ title: "Fix it", directory: here.repo, isolate: true, ...input }))))
    .session

const remove = (here: Scene, id: string, force = false): Promise<Session.Removed> =>
  here.run(sessions((all) => all.remove(id, { force })))

const refusal = async (here: Scene, id: string): Promise<Worktree.WouldLose> => {
  const error = await here.run(Effect.flip(sessions((all) => all.remove(id))))
  if (error._tag !== "Worktree.WouldLose") throw error
  return error
}

const rows = (here: Scene): Promise<readonly Session.Info[]> => here.run(sessions((all) => all.list()))

const ask = (here: Scene, session: Session.Info, id: string): Promise<void> =>
  here.run(
    Storage.Service.use((storage) =>
      storage.write((sql) =>
        Ask.add(sql, {
          id,
          session: session.id,
          root: session.id,
          project: session.projectID,
          permission: "external_directory",
          patterns: ["/other/*"],
          always: [],
          metadata: {},
          forced: false,
          route: "forward",
          state: "pending",
          reply: null,
          feedback: null,
          answeredBy: null,
          owner: owner(),
          created: Date.now(),
          expires: Date.now() + 600_000,
          answered: null,
        }),
      ),
    ),
  )

const askState = async (here: Scene, id: string): Promise<Ask.State | undefined> =>
  (await here.run(Storage.Service.use((storage) => storage.read((sql) => Ask.get(sql, id)))))?.state

test("what was merged, or never begun, goes without a question: worktree, branch, record, row", async () => {
  await using here = scene()
  const before = stateOf(here)
  const untouched = await create(here)
  expect((await remove(here, untouched.id)).branch).toEqual({
    name: untouched.branch!,
    commit: untouched.base!,
    deleted: true,
  })
  expect(stateOf(here)).toEqual(before)

  const merged = await create(here)
  here.commit(merged.directory, "work.txt")
  here.git(here.repo, "merge", "-q", "--ff-only", merged.branch!)
  expect((await remove(here, merged.id)).branch).toMatchObject({ deleted: true })
  expect(existsSync(merged.directory)).toBe(false)
  expect(here.git(here.repo, "branch", "--list", "ringfence/*")).toBe("")
  expect(await rows(here)).toEqual([])
})

describe("refuses, changing nothing,", () => {
  const cases: readonly (readonly [string, (here: Scene, session: Session.Info) => void, string, readonly string[]])[] =
    [
      [
        "to lose files",
        (here, { directory }) => {
          here.write(join(directory, "new/deep/file.txt"), "x")
          here.write(join(directory, "README.md"), "changed")
          here.write(join(directory, "with space\nand line"), "x")
        },
        "files",
        ["README.md", "new/deep/file.txt", "with space\nand line"],
      ],
      [
        "to lose commits",
        (here, { directory }) => void here.commit(directory, "work.txt"),
        "commits",
        [expect.stringMatching(/^[0-9a-f]{7,} add work\.txt$/) as unknown as string],
      ],
      [
        "to lose commits on a detached HEAD",
        (here, { directory }) => {
          here.git(directory, "checkout", "-q", "--detach")
          here.commit(directory, "work.txt")
        },
        "commits",
        [expect.stringContaining("add work.txt") as unknown as string],
      ],
      [
        "to lose an operation in progress",
        (here, { directory }) => {
          here.commit(directory, "a.txt")
          here.git(directory, "push", "-q", "origin", "HEAD")
          here.git(directory, "bisect", "start", "HEAD", "HEAD~1")
        },
        "operation",
        [],
      ],
      [
        "what somebody else has locked",
        (here, { directory }) => {
          here.git(here.repo, "worktree", "unlock", directory)
          here.git(here.repo, "worktree", "lock", "--reason", "mine", directory)
        },
        "lock",
        [],
      ],
      ["what it cannot look into", (_, { directory }) => rmSync(join(directory, ".git")), "unreadable", []],
      [
        "another repository that lies there now",
        (here, { directory }) => {
          rmSync(directory, { recursive: true })
          here.git(here.root, "clone", "-q", here.repo, directory)
        },
        "unreadable",
        [],
      ],
    ]
  for (const [name, arrange, kind, items] of cases)
    test(name, async () => {
      await using here = scene()
      const session = await create(here)
      arrange(here, session)
      const before = stateOf(here)
      const error = await refusal(here, session.id)
      expect(error.losses.map((loss) => loss.kind)).toContain(kind as Worktree.Loss["kind"])
      expect(error.losses.find((loss) => loss.kind === kind)!.items).toEqual([...items])
      expect(error.message).toContain("--force")
      expect(error.message).toContain(session.id)
      expect(stateOf(here)).toEqual(before)
      expect(existsSync(session.directory)).toBe(true)
      expect(await rows(here)).toEqual([session])

      const { lost, branch } = await remove(here, session.id, true)
      expect(lost).toEqual(error.losses)
      expect(existsSync(session.directory)).toBe(false)
      expect(await rows(here)).toEqual([])
      expect(here.git(here.repo, "worktree", "list", "--porcelain").match(/^worktree /gm)).toHaveLength(1)
      // The commit is named, so that it can be brought back.
      expect(here.git(here.repo, "cat-file", "-t", branch!.commit)).toBe("commit")
    })

  test("files that the settings hide from status", async () => {
    await using here = scene()
    here.git(here.repo, "config", "status.showUntrackedFiles", "no")
    const session = await create(here)
    here.write(join(session.directory, "new.txt"), "x")
    expect((await refusal(here, session.id)).losses[0]).toMatchObject({ kind: "files", items: ["new.txt"] })
  })

  test("files that come in after it has looked: git looks again, and what it refuses stays locked", async () => {
    await using here = scene()
    here.git(here.repo, "config", "status.showUntrackedFiles", "no")
    const session = await create(here)
    const late = join(session.directory, "late.txt")
    const bin = join(here.root, "bin")
    const git = Bun.which("git")!
    here.write(
      join(bin, "git"),
      `#!/bin/sh\ncase " $* " in *" worktree unlock "*) echo x >'${late}' ;; esac\nexec '${git}' "$@"\n`,
    )
    chmodSync(join(bin, "git"), 0o755)
    const path = process.env["PATH"]
    process.env["PATH"] = `${bin}:${path}`
    const error = await here.run(Effect.flip(sessions((all) => all.remove(session.id)))).finally(() => {
      process.env["PATH"] = path
    })
    expect(error._tag).toBe("Git.Failed")
    expect(existsSync(late)).toBe(true)
    expect(here.git(here.repo, "worktree", "list", "--porcelain")).toContain(`locked ringfence session ${session.id}`)
    expect(await rows(here)).toEqual([session])
  })
})

test("commits that are pushed, tagged or on another branch are not lost", async () => {
  await using here = scene()
  for (const keep of [
    ["push", "-q", "origin", "HEAD"],
    ["tag", "kept"],
    ["branch", "kept-branch"],
  ]) {
    const session = await create(here)
    here.commit(session.directory, `${keep.at(-1)}.txt`)
    here.git(session.directory, ...keep)
    expect((await remove(here, session.id)).branch).toMatchObject({ deleted: true })
  }
})

test("a branch that was there before stays, with what was added to it", async () => {
  await using here = scene()
  here.git(here.repo, "branch", "feat/old")
  const session = await create(here, { branch: "feat/old", existing: true })
  const work = here.commit(session.directory, "work.txt")
  expect((await remove(here, session.id)).branch).toEqual({ name: "feat/old", commit: work, deleted: false })
  expect(here.git(here.repo, "rev-parse", "feat/old")).toBe(work)
})

test("ignored files are no work", async () => {
  await using here = scene()
  here.commit(here.repo, ".gitignore", "node_modules/\n")
  const session = await create(here)
  here.write(join(session.directory, "node_modules/x/index.js"), "x")
  await remove(here, session.id)
  expect(existsSync(session.directory)).toBe(false)
})

test("commits in submodules that no remote has are work", async () => {
  await using here = scene()
  here.git(here.root, "-c", "protocol.file.allow=always", "clone", "-q", "--bare", here.repo, "lib.git")
  here.git(
    here.repo,
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    join(here.root, "lib.git"),
    "lib",
  )
  here.git(here.repo, "commit", "-qm", "lib")
  const session = await create(here)
  here.git(session.directory, "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init")
  const clean = await here.run(
    Worktree.Service.use((worktrees) =>
      worktrees.losses({
        session: session.id,
        worktree: session.worktree!,
        branch: session.branch!,
        repository: session.repository!,
      }),
    ),
  )
  expect(clean).toEqual([])
  here.commit(join(session.directory, "lib"), "deep.txt")
  const error = await refusal(here, session.id)
  expect(error.losses.find(({ kind }) => kind === "submodule")!.items).toEqual(["lib: 1 commit"])
  await remove(here, session.id, true)
  expect(existsSync(session.directory)).toBe(false)
})

describe("a worktree deleted by hand", () => {
  test("is shown as missing, and its session can be removed", async () => {
    await using here = scene()
    const before = stateOf(here)
    const session = await create(here)
    rmSync(session.directory, { recursive: true })
    const status = await here.run(sessions((all) => all.status(session.id)))
    expect(status.condition.state).toBe("missing")
    await remove(here, session.id)
    expect(stateOf(here)).toEqual(before)
    expect(await rows(here)).toEqual([])
  })

  test("does not take its commits along unasked", async () => {
    await using here = scene()
    const session = await create(here)
    const work = here.commit(session.directory, "work.txt")
    rmSync(session.directory, { recursive: true })
    expect((await refusal(here, session.id)).losses.map(({ kind }) => kind)).toEqual(["commits"])
    expect((await remove(here, session.id, true)).branch).toMatchObject({ commit: work, deleted: true })
  })

  test("with its repository: only the row is left to remove", async () => {
    await using here = scene()
    const session = await create(here)
    rmSync(here.repo, { recursive: true })
    expect((await refusal(here, session.id)).losses[0]!.message).toContain("is gone")
    await remove(here, session.id, true)
    expect(existsSync(session.directory)).toBe(false)
  })

  test("that git has forgotten too", async () => {
    await using here = scene()
    const session = await create(here)
    here.git(here.repo, "worktree", "unlock", session.directory)
    here.git(here.repo, "worktree", "remove", session.directory)
    expect((await remove(here, session.id)).branch).toMatchObject({ deleted: true })
  })

  test("that git has moved keeps its branch", async () => {
    await using here = scene()
    const session = await create(here)
    here.git(here.repo, "worktree", "unlock", session.directory)
    here.git(here.repo, "worktree", "move", session.directory, join(here.root, "moved"))
    expect((await remove(here, session.id)).branch).toMatchObject({ deleted: false })
    expect(here.git(join(here.root, "moved"), "status", "--porcelain")).toBe("")
  })
})

describe("a session with children", () => {
  test("refuses while one runs or asks; forced, they are interrupted and go on without it", async () => {
    await using here = scene()
    const parent = await create(here)
    const child = await create(here, { parentID: parent.id, title: "child", rules: [] })
    const grandchild = await create(here, { parentID: child.id, title: "grandchild" })
    await here.run(sessions((all) => all.setState(grandchild.id, "busy")))
    await ask(here, child, "ask_1")
    const error = await refusal(here, parent.id)
    expect(error.losses.map(({ kind }) => kind)).toEqual(["child", "asks"])
    expect(error.message).toContain(grandchild.id)
    expect(error.message).toContain("ask_1")

    expect((await remove(here, parent.id, true)).cancelled).toEqual(["ask_1"])
    expect(await askState(here, "ask_1")).toBe("cancelled")
    expect((await rows(here)).map(({ id, state }) => [id, state])).toEqual([
      [child.id, "idle"],
      [grandchild.id, "idle"],
    ])
    // Its rules hold on for those below it, as long as there are any.
    const chain = await here.run(sessions((all) => all.chain(grandchild.id)))
    expect(chain.map(({ id, state }) => [id, state])).toEqual([
      [grandchild.id, "idle"],
      [child.id, "idle"],
      [parent.id, "removed"],
    ])
    expect((await here.run(Effect.flip(sessions((all) => all.get(parent.id))))).message).toContain("was removed")
    await remove(here, grandchild.id)
    await remove(here, child.id)
    const left = await here.run(
      Storage.Service.use((storage) => storage.read(async (sql) => (await sql`SELECT id FROM session`).length)),
    )
    expect(left).toBe(0)
  })

  test("that rest do not hold it", async () => {
    await using here = scene()
    const parent = await create(here)
    const child = await create(here, { parentID: parent.id })
    await remove(here, parent.id)
    expect(existsSync(child.directory)).toBe(true)
  })
})

test("its own asks are cancelled with it", async () => {
  await using here = scene()
  const session = await create(here, { isolate: false })
  await ask(here, session, "ask_1")
  expect((await remove(here, session.id)).cancelled).toEqual(["ask_1"])
  expect(await askState(here, "ask_1")).toBe("cancelled")
})

test("one that is not there is said so", async () => {
  await using here = scene()
  const error = await here.run(Effect.flip(sessions((all) => all.remove("ses_none"))))
  expect(error).toMatchObject({ _tag: "Session.NotFound", id: "ses_none" })
})
