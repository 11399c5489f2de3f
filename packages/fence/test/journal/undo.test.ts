/** Undoing, by real git in the standard scene, from a journal as the hooks would have written it. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { arrange, copyScene, run, type Scene } from "@ringfence/guard/fixture"
import { Journal } from "../../src/journal/index.ts"

setDefaultTimeout(60_000)

let scene: Scene
let journal: Journal.Kept
let clock: number

beforeEach(() => {
  scene = copyScene()
  clock = 1_790_000_000_000
  const folder = join(scene.gitDirs.own, "ringfence")
  mkdirSync(folder)
  writeFileSync(join(folder, "journal"), "")
  writeFileSync(
    join(folder, "session.json"),
    JSON.stringify({ version: 1, branch: "feat/child-work", session: "ses_1" }),
  )
  journal = Journal.journalOf(scene.gitDirs.own)[0]!
})
afterEach(() => scene.remove())

const git = async (command: string, where: "own" | "main" | "sib" = "main"): Promise<string> =>
  (await run(scene, `git ${command}`, { in: where })).out.trim()

/** All branches and tags, by name. */
async function refs(): Promise<ReadonlyMap<string, string>> {
  const lines = (await git("for-each-ref --format='%(refname) %(objectname)' refs/heads refs/tags")).split("\n")
  return new Map(lines.map((line) => line.split(" ") as [string, string]))
}

/** What the session does, and the journal of it. */
async function session(command: string): Promise<void> {
  const before = await refs()
  await arrange(scene, command)
  const after = await refs()
  const moved = [...new Set([...before.keys(), ...after.keys()])].filter((ref) => before.get(ref) !== after.get(ref))
  const lines = moved.map((ref) =>
    Journal.formatLine({ time: clock, old: before.get(ref), new: after.get(ref), ref, command }),
  )
  writeFileSync(join(journal.folder, "journal"), lines.join(""), { flag: "a" })
  clock += 60_000
}

const planned = (selection: Journal.Selection = {}, keepChanges = false): readonly Journal.Judged[] =>
  Journal.plan(scene.main, journal, selection, { keepChanges, env: scene.env })

const undo = (selection: Journal.Selection = {}, keepChanges = false): readonly Journal.Undone[] =>
  Journal.undo(scene.main, journal, planned(selection, keepChanges), scene.env)

test("what was moved, deleted, made and renamed is as it was, and undoing is undone", async () => {
  const before = await refs()
  await session(
    "git branch -f feat/other HEAD; git branch -D release; git tag -f v1; git branch made; git push -q . HEAD:feat/sibling || true",
  )
  const left = await refs()
  expect(planned().map(({ ref, state, own }) => ({ ref, state, own }))).toEqual([
    { ref: "refs/heads/feat/other", state: "ready", own: false },
    { ref: "refs/heads/made", state: "ready", own: true },
    { ref: "refs/heads/release", state: "ready", own: false },
    { ref: "refs/tags/v1", state: "ready", own: false },
  ])
  expect(undo().filter(({ failed }) => failed)).toEqual([])
  expect(await refs()).toEqual(before)
  expect(await git("reflog -1 --format=%gs feat/other")).toBe("ringfence undo: ses_1")
  expect(await git("reflog -1 --format=%gs release")).toBe("ringfence undo: ses_1")
  expect(planned()).toEqual([])

  undo({ last: true })
  expect(await refs()).toEqual(left)
})

test("--last is what the last command did; a ref is all that was done to it", async () => {
  await session("git branch -f feat/other HEAD")
  await session("git branch -f feat/other HEAD~1")
  await session("git tag -f v1; git branch -D release")
  expect(planned({ last: true }).map(({ ref }) => ref)).toEqual(["refs/heads/release", "refs/tags/v1"])
  const [step] = planned({ ref: "refs/heads/feat/other" })
  expect(step).toMatchObject({ back: await git("rev-parse main~1"), left: await git("rev-parse feat/child-work~1") })
  expect(step!.commands).toHaveLength(2)
})

test("the same command twice was two commands", async () => {
  const start = await git("rev-parse HEAD", "own")
  await session("git commit -q --allow-empty -m x")
  await session("git commit -q --allow-empty -m x")
  undo({ last: true })
  expect(await git("rev-parse HEAD~1", "own")).toBe(start)
})

test("a ref that somebody moved since stays", async () => {
  await session("git branch -f feat/other HEAD")
  await git("branch -f feat/other v1")
  expect(planned()).toMatchObject([{ state: "moved", told: expect.stringContaining("was moved again") }])
  expect(undo()).toEqual([])
  expect(await git("rev-parse feat/other")).toBe(await git("rev-parse v1"))
})

test("a ref that somebody moved in between goes back to what they made of it", async () => {
  await session("git branch -f feat/other HEAD")
  await git("branch -f feat/other v1")
  await session("git branch -f feat/other HEAD~1")
  expect(planned()).toMatchObject([{ back: await git("rev-parse v1"), since: expect.any(Number) }])
})

test("a clean checkout's files go along, in every checkout of the branch", async () => {
  const before = await git("rev-parse main")
  await session("git -C ../main reset -q --hard HEAD~1")
  expect(planned()).toMatchObject([{ state: "ready", told: `the files in ${scene.main} go along` }])
  expect(undo()).toEqual([{ ref: "refs/heads/main" }])
  expect(await git("rev-parse main")).toBe(before)
  expect(await git("status --porcelain")).toBe("")
  expect(await git("show -s --format=%s")).toBe("Point at the guide")
})

test("a dirty checkout is left alone unless its changes are to be kept, and then they are", async () => {
  await session("git -C ../main reset -q --hard HEAD~1")
  const left = await git("rev-parse main")
  await arrange(scene, "echo mine >> ../main/src/app.txt")
  expect(planned()).toMatchObject([{ state: "dirty", told: expect.stringContaining("--keep-changes") }])
  expect(undo()).toEqual([])
  expect(await git("rev-parse main")).toBe(left)

  expect(undo({}, true)).toEqual([{ ref: "refs/heads/main" }])
  expect(await git("status --porcelain")).toBe("M src/app.txt")
  expect(await git("show -s --format=%s")).toBe("Point at the guide")
})

test("changes that overlap are never written over", async () => {
  await session("git -C ../main reset -q --hard HEAD~1")
  const left = await git("rev-parse main")
  await arrange(scene, "echo mine >> ../main/README.md")
  expect(undo({}, true)).toMatchObject([{ failed: expect.stringContaining("cannot go along") }])
  expect(await git("rev-parse main")).toBe(left)
  expect(await git("status --porcelain")).toBe("M README.md")
  await arrange(scene, "cd ../main; git checkout -q README.md; git rm -q --cached docs/old.md; git add docs/old.md")
  await arrange(scene, "cd ../main; echo mine > untracked.txt")
  expect(undo({}, true)).toEqual([{ ref: "refs/heads/main" }])
})

test("a branch that is checked out is not taken away, one in a rebase not moved", async () => {
  await session("git branch made")
  await git("switch -q made", "main")
  expect(planned()).toMatchObject([{ state: "busy", told: expect.stringContaining(scene.main) }])
  await git("switch -q main", "main")
  await session("git branch -f feat/other HEAD")
  await arrange(scene, "cd ../main; git switch -q feat/other; git rebase -q -x false HEAD~1 > /dev/null 2>&1 || true")
  expect(planned({ ref: "refs/heads/feat/other" })).toMatchObject([
    { state: "busy", told: expect.stringContaining("rebase") },
  ])
})

test("an object that is gone is told", async () => {
  await arrange(scene, "git branch lost $(git commit-tree -m lost HEAD^{tree})")
  await session("git branch -D lost")
  await git("reflog expire --expire=now --all")
  await git("gc -q --prune=now")
  expect(planned()).toMatchObject([{ state: "lost" }])
})

test("stashes, tracking refs and HEADs are on record, but not put back", () => {
  expect(
    ["refs/heads/x", "refs/tags/x", "refs/notes/commits", "refs/replace/x", "refs/custom/x"].filter(Journal.isPutBack),
  ).toHaveLength(5)
  expect(
    ["HEAD", "ORIG_HEAD", "refs/stash", "refs/remotes/origin/x", "refs/bisect/bad", "main-worktree/HEAD"].filter(
      Journal.isPutBack,
    ),
  ).toEqual([])
})

test("a caller's own repository and fence do not get in the way", async () => {
  await session("git branch -f feat/other HEAD")
  const env = {
    ...scene.env,
    GIT_DIR: "/nowhere",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.hooksPath",
    GIT_CONFIG_VALUE_0: "/nowhere",
  }
  const steps = Journal.plan(scene.main, journal, {}, { keepChanges: false, env })
  expect(Journal.undo(scene.main, journal, steps, env)).toEqual([{ ref: "refs/heads/feat/other" }])
})
