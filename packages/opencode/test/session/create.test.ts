/** Starting sessions: on worktrees of their own, or sharing a folder. */
import { Guard } from "@ringfence/guard"
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect } from "effect"
import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { Project } from "../../src/project/index.ts"
import { Session } from "../../src/session/index.ts"
import { scene, stateOf, unfinished, type Scene } from "../worktree/support.ts"

setDefaultTimeout(100_000)

type Input = Partial<Session.Create>

const creating = (here: Scene, input: Input) =>
  Session.Service.use((session) => session.create({ title: "Fix the login", directory: here.repo, ...input }))

const create = (here: Scene, input: Input = {}): Promise<Session.Created> =>
  here.run(creating(here, { isolate: true, ...input }))

const refused = (here: Scene, input: Input): Promise<Session.CreateError> =>
  here.run(Effect.flip(creating(here, { isolate: true, ...input })))

const rows = (here: Scene): Promise<readonly Session.Info[]> =>
  here.run(Session.Service.use((session) => session.list()))

describe("an isolated session", () => {
  test("has a locked worktree on a branch of its own, a record, and the guard's agreement", async () => {
    await using here = scene()
    const before = stateOf(here)
    const { session, notes } = await create(here)
    const project = here.git(here.repo, "rev-list", "--max-parents=0", "HEAD")
    const head = here.git(here.repo, "rev-parse", "HEAD")
    expect(notes).toEqual([])
    expect(session).toMatchObject({
      projectID: project,
      kind: "root",
      title: "Fix the login",
      directory: join(here.data, "worktree", project, "fix-the-login"),
      worktree: session.directory,
      branch: "ringfence/fix-the-login",
      base: head,
      repository: join(here.repo, ".git"),
      state: "idle",
    })
    expect(here.git(session.directory, "rev-parse", "--abbrev-ref", "HEAD")).toBe("ringfence/fix-the-login")
    expect(here.git(here.repo, "worktree", "list", "--porcelain").split("\n")).toContain(
      `locked ringfence session ${session.id}`,
    )
    const gitDir = here.git(session.directory, "rev-parse", "--absolute-git-dir")
    expect(JSON.parse(readFileSync(join(gitDir, "ringfence/session.json"), "utf8"))).toEqual({
      version: 1,
      kind: "worktree",
      branch: "ringfence/fix-the-login",
      session: session.id,
      integration: "orchestrator",
    })
    const explained = (await Guard.load()).explain({ command: "git rebase main", directory: session.directory })
    expect(explained).toMatchObject({
      isolated: true,
      ownership: { branch: "ringfence/fix-the-login", integration: "orchestrator" },
      verdict: { verdict: "deny" },
    })
    // Nothing else has changed in the repository.
    const { refs, worktrees, files } = stateOf(here)
    expect(String(refs).split("\n")).toEqual([
      ...String(before["refs"]).split("\n").slice(0, 1),
      `refs/heads/ringfence/fix-the-login ${head}`,
      ...String(before["refs"]).split("\n").slice(1),
    ])
    expect(String(worktrees)).toStartWith(String(before["worktrees"]))
    const outside = (all: unknown) =>
      Object.fromEntries(
        Object.entries(all as object).filter(([path]) => !/^\.git\/(?:logs|refs|worktrees)/.test(path)),
      )
    expect(outside(files)).toEqual(outside(before["files"]))
    expect(unfinished(here)).toEqual([])
    expect(await rows(here)).toEqual([session])
  })

  test("names are made unique, and keep clear of branches, folders of branches and branches of remotes", async () => {
    await using here = scene()
    here.git(here.repo, "branch", "ringfence/fix-the-login-2")
    here.git(here.repo, "branch", "ringfence/fix-the-login-3/deep")
    here.git(here.repo, "push", "-q", "origin", "main:ringfence/fix-the-login-4")
    here.git(here.repo, "fetch", "-q")
    const branches: (string | undefined)[] = []
    for (const title of ["Fix the login", "fix: the  LOGIN!", "Éléments à régler", "修复登录", "修复登录"])
      branches.push((await create(here, { title })).session.branch)
    expect(branches).toEqual([
      "ringfence/fix-the-login",
      "ringfence/fix-the-login-5",
      "ringfence/elements-a-regler",
      "ringfence/session",
      "ringfence/session-2",
    ])
  })

  test("a branch called ringfence stands in the way of no session", async () => {
    await using here = scene()
    here.git(here.repo, "branch", "ringfence")
    expect((await create(here)).session.branch).toBe("ringfence-fix-the-login")
  })

  test("many at once with one title each get their own", async () => {
    await using here = scene()
    const all = await here.run(
      Effect.all(
        Array.from({ length: 6 }, () => creating(here, { isolate: true })),
        { concurrency: "unbounded" },
      ),
    )
    expect(new Set(all.map(({ session }) => session.branch)).size).toBe(6)
    expect(new Set(all.map(({ session }) => session.directory)).size).toBe(6)
    expect(await rows(here)).toHaveLength(6)
    expect(unfinished(here)).toEqual([])
  })

  test("starts from the named commit, else from the HEAD of its parent, else from that of the directory", async () => {
    await using here = scene()
    const first = here.git(here.repo, "rev-parse", "HEAD~1")
    const named = await create(here, { from: "HEAD~1", branch: "feat/early", title: "early" })
    expect(named.session).toMatchObject({ branch: "feat/early", base: first })
    const work = here.commit(named.session.directory, "early.txt")
    const child = await create(here, { parentID: named.session.id, title: "child", directory: here.root })
    expect(child.session).toMatchObject({ kind: "peer", parentID: named.session.id, base: work })
    const record = join(here.git(child.session.directory, "rev-parse", "--absolute-git-dir"), "ringfence/session.json")
    expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({ parent: named.session.id })
    const upstream = await create(here, { from: "origin/main", title: "remote" })
    expect(upstream.session.base).toBe(here.git(here.repo, "rev-parse", "HEAD"))
    expect(here.git(here.repo, "config", "--get-regexp", "^branch\\.").split("\n")).toHaveLength(2)
  })

  test("reached through a symbolic link is the same", async () => {
    await using here = scene()
    symlinkSync(here.root, `${here.root}-link`)
    try {
      const { session } = await create(here, { directory: `${here.root}-link/repo/src` })
      expect(session.repository).toBe(join(here.repo, ".git"))
      const child = await create(here, { parentID: session.id, title: "below" })
      expect(child.session.directory).toStartWith(join(here.data, "worktree"))
    } finally {
      Bun.spawnSync(["rm", `${here.root}-link`])
    }
  })

  test("of a bare repository works too", async () => {
    await using here = scene()
    const bare = join(here.root, "origin.git")
    const { session } = await create(here, { directory: bare })
    expect(session.repository).toBe(bare)
    expect(here.git(session.directory, "status", "--porcelain")).toBe("")
  })

  test("an environment that names another repository leads nowhere", async () => {
    await using here = scene({ environment: { GIT_INDEX_FILE: "/nonexistent", GIT_WORK_TREE: "/nonexistent" } })
    const { session } = await create(here)
    expect(existsSync(join(session.directory, "README.md"))).toBe(true)
  })
})

describe("an existing branch", () => {
  test("is refused with what to do, and taken when it is asked for", async () => {
    await using here = scene()
    here.git(here.repo, "branch", "feat/old")
    const error = await refused(here, { branch: "feat/old" })
    expect(error._tag).toBe("Worktree.BranchTaken")
    expect(error.message).toContain("--existing")
    const { session } = await create(here, { branch: "feat/old", existing: true })
    expect(session.branch).toBe("feat/old")
    const again = await refused(here, { branch: "feat/old", existing: true })
    expect(again).toMatchObject({ _tag: "Worktree.BranchTaken", usedBy: session.directory })
    expect(again.message).toContain("--from feat/old")
  })

  test("of a remote is refused, and continued when it is asked for", async () => {
    await using here = scene()
    here.git(here.repo, "push", "-q", "origin", "HEAD~1:refs/heads/release")
    here.git(here.repo, "fetch", "-q")
    expect(await refused(here, { branch: "release" })).toMatchObject({ _tag: "Worktree.BranchTaken", usedBy: null })
    const { session } = await create(here, { branch: "release", existing: true })
    expect(session.base).toBe(here.git(here.repo, "rev-parse", "origin/release"))
  })

  test("that is checked out in the main checkout is never taken", async () => {
    await using here = scene()
    expect(await refused(here, { branch: "main", existing: true })).toMatchObject({ usedBy: here.repo })
    expect(await refused(here, { branch: "main" })).toMatchObject({ usedBy: here.repo })
  })
})

describe("what cannot be", () => {
  const cases: readonly (readonly [string, Input, string, string])[] = [
    ["a branch with a space", { branch: "a b" }, "Worktree.Invalid", "no name for a branch"],
    ["a branch like an option", { branch: "-d" }, "Worktree.Invalid", "no name for a branch"],
    ["a branch that stands for another", { branch: "@{-1}" }, "Worktree.Invalid", "no name for a branch"],
    ["HEAD as a branch", { branch: "HEAD" }, "Worktree.Invalid", "no name for a branch"],
    ["a full ref name", { branch: "refs/heads/x" }, "Worktree.Invalid", "without refs/heads/"],
    ["a branch below another", { branch: "main/x" }, "Worktree.Invalid", "cannot be made beside"],
    ["a commit that is not there", { from: "nowhere" }, "Worktree.Invalid", "names no commit"],
    ["a commit like an option", { from: "--all" }, "Worktree.Invalid", "names no commit"],
    ["an existing branch that is not there", { branch: "x", existing: true }, "Worktree.Invalid", "no branch x"],
    ["an existing branch without its name", { existing: true }, "Worktree.Invalid", "--branch NAME"],
    ["an existing branch from elsewhere", { branch: "x", existing: true, from: "main" }, "Worktree.Invalid", "--from"],
    ["a branch without isolation", { isolate: false, branch: "x" }, "Worktree.Invalid", "--isolate"],
    ["an empty title", { title: " \n" }, "Session.Untitled", "title"],
    ["a parent that is not there", { parentID: "ses_0" }, "Session.NotFound", "no session ses_0"],
    ["a folder that is not there", { directory: "/nonexistent/x" }, "Instance.Unusable", "/nonexistent/x"],
  ]
  test("is refused with a reason, and leaves nothing", async () => {
    await using here = scene()
    const before = stateOf(here)
    for (const [name, input, tag, text] of cases) {
      const error = await refused(here, input)
      expect([name, error._tag]).toEqual([name, tag])
      expect(error.message).toContain(text)
    }
    expect(stateOf(here)).toEqual(before)
    expect(await rows(here)).toEqual([])
    expect(unfinished(here)).toEqual([])
  })

  test("a repository without a commit has nothing to start from", async () => {
    await using here = scene({ plain: true })
    here.git(here.repo, "init", "-q")
    const error = await refused(here, {})
    expect(error).toMatchObject({ _tag: "Worktree.Unborn" })
    expect(error.message).toContain("Commit something first")
    expect((await create(here, { isolate: false })).session.projectID).toStartWith("local-")
  })

  test("a data folder that cannot be made is named", async () => {
    await using here = scene({ environment: { RINGFENCE_DATA: "/dev/null/data" } })
    const error = await refused(here, {})
    expect(error.message).toContain("/dev/null/data")
    expect(error.message).toContain("RINGFENCE_DATA")
  })
})

describe("a session that shares its folder", () => {
  test("changes nothing in the repository", async () => {
    await using here = scene()
    const before = stateOf(here)
    const { session, notes } = await create(here, { isolate: false, directory: join(here.repo, "src") })
    expect(session).toMatchObject({ directory: join(here.repo, "src"), kind: "root" })
    expect(session.worktree).toBeUndefined()
    expect(notes).toEqual([])
    expect(stateOf(here)).toEqual(before)
  })

  test("works where its parent works", async () => {
    await using here = scene()
    const parent = await create(here)
    const { session } = await create(here, { isolate: false, parentID: parent.session.id, kind: "subagent" })
    expect(session).toMatchObject({ directory: parent.session.directory, kind: "subagent" })
  })

  test("is what --isolate comes to outside a repository, and the result says so", async () => {
    await using here = scene({ plain: true })
    const { session, notes } = await create(here)
    expect(session).toMatchObject({ projectID: Project.GLOBAL, directory: here.repo })
    expect(session.worktree).toBeUndefined()
    expect(notes.join()).toContain("no git repository")
  })

  test("keeps its rules and a title of one line", async () => {
    await using here = scene()
    const rules = [{ permission: "bash", pattern: "git push *", action: "deny" }] as const
    const { session } = await create(here, { isolate: false, rules, title: "a\n\u001B[31mb\t c " })
    expect(session.title).toBe("a [31mb c")
    expect(await here.run(Session.Service.use((all) => all.get(session.id)))).toEqual(session)
    expect(session.rules).toEqual(rules)
  })
})

describe("a failure half-way", () => {
  const failing = async (here: Scene): Promise<Session.CreateError> => {
    const before = stateOf(here)
    const error = await refused(here, {})
    expect(stateOf(here)).toEqual(before)
    expect(await rows(here)).toEqual([])
    expect(unfinished(here)).toEqual([])
    return error
  }

  test("a hook of the user's that refuses: nothing is left, and its words are in the error", async () => {
    await using here = scene()
    here.write(join(here.repo, ".git/hooks/post-checkout"), "#!/bin/sh\necho not today >&2\nexit 3\n")
    chmodSync(join(here.repo, ".git/hooks/post-checkout"), 0o755)
    const error = await failing(here)
    expect(error).toMatchObject({ _tag: "Git.Failed", exitCode: 3 })
    expect(error.message).toContain("not today")
  })

  test("a filter that fails while files are written", async () => {
    await using here = scene()
    here.commit(here.repo, ".gitattributes", "*.txt filter=broken\n")
    here.git(here.repo, "config", "filter.broken.smudge", "false")
    here.git(here.repo, "config", "filter.broken.required", "true")
    expect((await failing(here))._tag).toBe("Git.Failed")
  })

  test("a hook that moves the new worktree to another branch: the guard does not agree", async () => {
    await using here = scene()
    here.git(here.repo, "branch", "other")
    const hook = '#!/bin/sh\ncase "$PWD" in */worktree/*) git symbolic-ref HEAD refs/heads/other ;; esac\n'
    here.write(join(here.repo, ".git/hooks/post-checkout"), hook)
    chmodSync(join(here.repo, ".git/hooks/post-checkout"), 0o755)
    const error = await failing(here)
    expect(error._tag).toBe("Worktree.NotIsolated")
  })
})
