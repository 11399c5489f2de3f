/** Creations that are killed with SIGKILL, at every step that asks git, and interrupted ones. */
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect, Fiber } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { Session } from "../../src/session/index.ts"
import * as Owner from "../../src/worktree/owner.ts"
import { Worktree } from "../../src/worktree/index.ts"
import { scene, stateOf, unfinished, type Scene } from "../worktree/support.ts"
import { deadly, killed, pidFile } from "./killing.ts"
import { clearsAway, create, remove, rows } from "./steps.ts"

setDefaultTimeout(100_000)

/** The other steps are in kill.long.ts. */
const STEPS: readonly (readonly [string, boolean])[] = [
  ["update-ref", true],
  ["worktree add", true],
  ["worktree lock", false],
]

describe("a creation that is killed", () => {
  for (const [words, after] of STEPS) clearsAway(words, after)

  test("in the middle of writing files", async () => {
    await using here = scene()
    here.commit(here.repo, ".gitattributes", "*.txt filter=deadly\n")
    const before = stateOf(here)
    here.git(here.repo, "config", "filter.deadly.smudge", `kill -9 "$(cat '${pidFile(here)}')"; kill -9 0`)
    await killed(here, {})
    here.git(here.repo, "config", "--remove-section", "filter.deadly")
    expect(unfinished(here)).toHaveLength(1)
    const { session, notes } = await create(here)
    expect(notes.join()).toContain("has been cleared away")
    await remove(here, session.id)
    expect(stateOf(here)).toEqual(before)
  })

  test("leaves a branch that somebody has gone on with, and whatever others made", async () => {
    await using here = scene()
    await killed(here, { PATH: deadly(here, "worktree add", false), BRANCH: "feat/mine" })
    here.git(here.repo, "checkout", "-q", "feat/mine")
    const work = here.commit(here.repo, "work.txt")
    here.git(here.repo, "checkout", "-q", "main")
    await create(here)
    expect(here.git(here.repo, "rev-parse", "feat/mine")).toBe(work)
    expect(unfinished(here)).toEqual([])
  })

  test("is left alone while its process lives", async () => {
    await using here = scene()
    const gate = join(here.root, "gate")
    here.git(here.root, "init", "-q", "--bare", "unused.git")
    here.commit(here.repo, ".gitattributes", "*.txt filter=slow\n")
    here.git(
      here.repo,
      "config",
      "filter.slow.smudge",
      `touch '${gate}.here'; until [ -e '${gate}' ]; do sleep 0.05; done; cat`,
    )
    const running = Bun.spawn([process.execPath, join(import.meta.dir, "worker.ts"), pidFile(here), here.repo], {
      env: process.env,
      stdout: "pipe",
      stderr: "inherit",
    })
    while (!existsSync(`${gate}.here`)) await Bun.sleep(10)
    expect(await here.run(Worktree.Service.use((worktrees) => worktrees.sweep))).toEqual([])
    expect(unfinished(here)).toHaveLength(1)
    here.write(gate, "")
    expect(await running.exited).toBe(0)
    const id = await running.stdout.text()
    const [session] = await rows(here)
    expect(session).toMatchObject({ id, branch: "ringfence/fix-the-login" })
    expect(readFileSync(join(session!.directory, "src/app.txt"), "utf8")).toBe("one\n")
  })

  test("is reported where it cannot be cleared away", async () => {
    await using here = scene()
    await killed(here, { PATH: deadly(here, "worktree add", true) })
    // Another process that holds the refs' lock for good.
    here.write(join(here.repo, ".git/refs/heads/ringfence/fix-the-login.lock"), "")
    const { notes } = await create(here, "Another thing")
    expect(notes.join()).toContain("could not be cleared away")
    expect(unfinished(here)).not.toEqual([])
  })
})

describe("a creation that is interrupted", () => {
  test("while git works: git is ended, and nothing is left", async () => {
    await using here = scene()
    here.commit(here.repo, ".gitattributes", "*.txt filter=slow\n")
    const begun = join(here.root, "begun")
    here.git(here.repo, "config", "filter.slow.smudge", `echo $$ > '${begun}'; sleep 300; cat`)
    const before = stateOf(here)
    const filter = await here.run(
      Effect.gen(function* () {
        const sessions = yield* Session.Service
        const fiber = yield* Effect.forkChild(
          sessions.create({ title: "Fix the login", directory: here.repo, isolate: true }),
        )
        while (!existsSync(begun) || readFileSync(begun, "utf8") === "") yield* Effect.sleep(10)
        const filter = Owner.of(Number(readFileSync(begun, "utf8")))
        yield* Fiber.interrupt(fiber)
        return filter
      }),
    )
    expect(stateOf(here)).toEqual(before)
    expect(unfinished(here)).toEqual([])
    expect(await rows(here)).toEqual([])
    expect(filter).toBeDefined()
    while (Owner.isAlive(filter!)) await Bun.sleep(10)
  })
})

describe("writing down whose it is", () => {
  const input = (here: Scene, session: string) => ({
    project: "p",
    session,
    title: "x",
    directory: here.repo,
    repository: join(here.repo, ".git"),
  })

  test("where that fails, the worktree is taken back", async () => {
    await using here = scene()
    const before = stateOf(here)
    const error = await here.run(
      Worktree.Service.use((worktrees) =>
        Effect.flip(worktrees.create(input(here, "ses_x"), () => Effect.fail("no" as const))),
      ),
    )
    expect(error).toBe("no")
    expect(stateOf(here)).toEqual(before)
    expect(unfinished(here)).toEqual([])
  })

  test("where it is killed after that, the session stays", async () => {
    await using here = scene()
    const { session } = await create(here)
    // What a process leaves that is killed between its row and the end.
    const entry = {
      version: 1,
      session: session.id,
      owner: { host: hostname(), pid: 999_999_999, start: "0" },
      repository: session.repository,
      path: session.directory,
      branch: session.branch,
      base: session.base,
    }
    here.write(join(here.data, "creating", session.projectID, "fix-the-login.json"), JSON.stringify(entry))
    const next = await create(here)
    expect(next.notes).toEqual([])
    expect(unfinished(here)).toEqual([])
    expect(here.git(session.directory, "status", "--porcelain")).toBe("")
    expect(here.git(here.repo, "rev-parse", session.branch!)).toBe(session.base!)
  })
})
