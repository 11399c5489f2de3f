/** Which project a directory belongs to, and the instance of a directory. */
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect } from "effect"
import { mkdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { Instance } from "../../src/instance/index.ts"
import { Project } from "../../src/project/index.ts"
import { filesOf, scene, stateOf } from "../worktree/support.ts"

setDefaultTimeout(100_000)

const of = (directory: string): Promise<Project.Info> => Effect.runPromise(Project.of(directory))
const instance = (directory: string) => Effect.runPromise(Instance.of(directory))

describe("the project", () => {
  test("is the root commit in every checkout, subfolder, worktree, clone and bare repository", async () => {
    await using here = scene()
    const root = here.git(here.repo, "rev-list", "--max-parents=0", "HEAD")
    here.git(here.repo, "worktree", "add", "-q", "-b", "side", join(here.root, "side"))
    here.git(join(here.root, "side"), "checkout", "-q", "--orphan", "other")
    here.git(join(here.root, "side"), "commit", "-qm", "another root")
    here.git(here.root, "clone", "-q", "origin.git", "clone")
    const before = stateOf(here)
    for (const [folder, worktree] of [
      [here.repo, here.repo],
      [join(here.repo, "src"), here.repo],
      [join(here.root, "side"), join(here.root, "side")],
      [join(here.root, "clone"), join(here.root, "clone")],
      [join(here.root, "origin.git"), undefined],
      [join(here.repo, ".git"), undefined],
    ] as const) {
      const found = await of(folder)
      expect(found).toMatchObject({ id: root, vcs: "git", directory: folder })
      expect(found.worktree).toBe(worktree)
    }
    expect((await of(join(here.root, "side"))).repository).toBe(join(here.repo, ".git"))
    // It is written down nowhere.
    expect(stateOf(here)).toEqual(before)
  })

  test("with several roots is the one that git names first", async () => {
    await using here = scene()
    here.git(here.repo, "checkout", "-q", "--orphan", "second")
    here.git(here.repo, "commit", "-qm", "second root")
    here.git(here.repo, "checkout", "-q", "main")
    here.git(here.repo, "merge", "-q", "--allow-unrelated-histories", "-m", "both", "second")
    const roots = here.git(here.repo, "rev-list", "--max-parents=0", "HEAD").split("\n")
    expect(roots).toHaveLength(2)
    expect((await of(here.repo)).id).toBe(roots[0]!)
  })

  test("with nothing committed, or shallow, is known by its place alone", async () => {
    await using here = scene({ plain: true })
    here.git(here.repo, "init", "-q")
    const unborn = await of(here.repo)
    expect(unborn).toMatchObject({ id: expect.stringMatching(/^local-[0-9a-f]{16}$/), unborn: true })
    here.commit(here.repo, "a.txt")
    here.commit(here.repo, "b.txt")
    here.git(here.root, "clone", "-q", "--depth=1", `file://${here.repo}`, "shallow")
    const shallow = await of(join(here.root, "shallow"))
    expect(shallow.id).toMatch(/^local-[0-9a-f]{16}$/)
    expect(shallow.id).not.toBe(unborn.id)
    expect(shallow.unborn).toBeUndefined()
  })

  test("is the branch's where the main checkout is on one that is not born", async () => {
    await using here = scene()
    const root = here.git(here.repo, "rev-list", "--max-parents=0", "HEAD")
    here.git(here.repo, "checkout", "-q", "--orphan", "later")
    expect((await of(here.repo)).id).toBe(root)
  })

  test("outside a repository is the global one; where one is broken, git's words come through", async () => {
    await using here = scene({ plain: true })
    expect(await of(here.repo)).toEqual({ id: Project.GLOBAL, directory: here.repo })
    here.write(join(here.repo, ".git"), "gitdir: /nonexistent/gone\n")
    const error = await Effect.runPromise(Effect.flip(Project.of(here.repo)))
    expect(error._tag).toBe("Git.Failed")
    expect(error.message).toContain("/nonexistent/gone")
  })
})

describe("the instance", () => {
  test("has real paths, however it is spelled", async () => {
    await using here = scene()
    symlinkSync(here.repo, join(here.root, "link"))
    const found = await instance(join(here.root, "link/src"))
    expect(found).toMatchObject({ directory: join(here.repo, "src"), worktree: here.repo })
    expect(found.project.directory).toBe(join(here.repo, "src"))
  })

  test("is provided to what runs in it", async () => {
    await using here = scene()
    const asked = Instance.Service.use((service) => Effect.succeed(service.directory))
    expect(await Effect.runPromise(asked.pipe(Instance.provide(join(here.repo, "src"))))).toBe(join(here.repo, "src"))
  })

  test("outside a repository is the folder itself", async () => {
    await using here = scene({ plain: true })
    mkdirSync(join(here.repo, "a"))
    expect(await instance(join(here.repo, "a"))).toMatchObject({ worktree: join(here.repo, "a") })
    expect([...filesOf(here.repo).keys()]).toEqual(["a"])
  })

  test("of no folder says so", async () => {
    await using here = scene()
    for (const path of [join(here.repo, "nothing"), join(here.repo, "README.md")]) {
      const error = await Effect.runPromise(Effect.flip(Instance.of(path)))
      expect(error._tag).toBe("Instance.Unusable")
      expect(error.message).toContain(path)
    }
    rmSync(here.repo, { recursive: true })
    expect((await Effect.runPromise(Effect.flip(Instance.of(here.repo))))._tag).toBe("Instance.Unusable")
  })
})
