/** The guard end to end: through the real tool, in real worktrees, with a permission service that records. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { arrange, copyScene, run as runGit, type Scene } from "@ringfence/guard/fixture"
import { call, type Called, type Setting } from "./support/call.ts"

let scene: Scene
let lone: Scene
const scenes: Scene[] = []
beforeAll(() => {
  scene = newScene()
  lone = newScene()
}, 120_000)
afterAll(() => scenes.forEach((each) => each.remove()))

function newScene(): Scene {
  const made = copyScene()
  scenes.push(made)
  return made
}

const child = (more: Partial<Setting> = {}): Setting => ({ env: scene.env, directory: scene.own, ...more })
const sentinel = (name: string): string => join(scene.tmp, name)

async function blocked(command: string, more: Partial<Setting> = {}, workdir?: string): Promise<Called> {
  const called = await call(child(more), { command, ...(workdir === undefined ? {} : { workdir }) })
  expect(called.error?._tag, command).toBe("IsolatedGit.Blocked")
  expect(called.error!.message).toContain("Blocked in an isolated child session")
  expect(called.seen.started).toBe(false)
  expect(called.seen.asked).toEqual([])
  return called
}

const heads = async (): Promise<string> =>
  (
    await runGit(scene, "git for-each-ref --format='%(refname) %(objectname)'; git worktree list --porcelain", {
      in: "main",
    })
  ).out

describe("in an isolated child", () => {
  test("a denied command spawns nothing and asks nothing", async () => {
    const before = await heads()
    const proof = sentinel("spawned")
    for (const command of [
      `touch ${proof}; git rebase main`,
      `touch ${proof} && git merge main`,
      `touch ${proof} | git checkout main`,
      `(touch ${proof}; git branch -D feat/other)`,
      `touch ${proof}; rm -rf /outside; git push --force origin main`,
      `touch ${proof}; bash -c 'git worktree remove ../sib --force'`,
    ])
      await blocked(command)
    expect(existsSync(proof)).toBe(false)
    expect(await heads()).toBe(before)
  })

  test("a denial is written down with session, code and command", async () => {
    const { seen } = await blocked("echo hi; git merge main")
    expect(seen.denials).toMatchObject([
      {
        kind: "denial",
        session: "ses_test",
        code: "isolated-git/merge",
        command: "echo hi; git merge main",
        detail: { refused: "git merge main", directory: scene.own },
      },
    ])
  })

  test("an allowed command runs, and is asked about", async () => {
    const { result, seen } = await call(child(), { command: "git status --short --branch && echo done" })
    expect(result).toMatchObject({ metadata: { exit: 0, ended: "exit" } })
    expect(result!.output).toContain("feat/child-work")
    expect(result!.output).toEndWith("done\n")
    expect(seen.asked.map(({ permission, patterns }) => [permission, ...patterns])).toEqual([
      ["bash", "git status --short --branch", "echo done"],
    ])
    expect(seen.denials).toEqual([])
  })

  test("what the text does not show is judged by the fence, with the words that git gets", async () => {
    const { result } = await call(child(), {
      command:
        "echo 'git branch -f feat/other HEAD' > land.sh; sh ./land.sh; echo feat/mine > name; git branch -f $(cat name) && git branch -D $(cat name)",
    })
    expect(result?.output).toContain("Blocked in an isolated child session: git branch -f feat/other HEAD\n")
    expect(result?.output).toContain("Reason: [isolated-git/foreign-branch]")
    expect(result?.output).toContain("Deleted branch feat/mine")
    expect(result?.metadata.exit).toBe(0)
  })

  test("own work goes through: commit, push, a branch of one's own, which is noted as born here", async () => {
    const command =
      "git checkout -q -b feat/new && echo n > n.txt && git add n.txt && git commit -qm n && git push -q origin HEAD && " +
      "git checkout -q feat/child-work && git branch -D feat/new && git branch feat/kept"
    const { result } = await call(child(), { command })
    expect(result?.metadata.exit).toBe(0)
    const born = readFileSync(join(scene.gitDirs.own, "ringfence/born"), "utf8")
    expect(born).toBe("refs/heads/feat/kept\n")
  })

  test("the session's directory decides, although the command goes to the main checkout", async () => {
    await blocked("git rebase main", {}, scene.main)
    await blocked("git reset --hard HEAD~1", {}, "../main")
    await blocked(`cd ${scene.main} && git merge feat/other`)
    await blocked(`git -C ${scene.main} checkout -q feat/other`)
  })

  test("the guard judges with the very environment the command gets", async () => {
    const env = { ...scene.env, GIT_DIR: scene.gitDirs.main, GIT_WORK_TREE: scene.main }
    const { result } = await call(child({ env }), { command: "git rev-parse --absolute-git-dir; git reset -q --hard" })
    expect(result?.output).toBe(`${scene.gitDirs.own}\n`)
    await blocked(`GIT_DIR=${scene.gitDirs.main} git reset --hard HEAD~1`, { env })
  })

  test("RINGFENCE_* are set for the command", async () => {
    const command = 'echo "$RINGFENCE_SESSION|$RINGFENCE_WORKTREE|$RINGFENCE_BRANCH"'
    const { result } = await call(child(), { command })
    expect(result?.output).toBe(`ses_test|${scene.own}|feat/child-work\n`)
  })

  test("a worktree reached through a link is the same session", async () => {
    const link = join(scene.root, "link")
    symlinkSync(scene.data, link)
    const directory = scene.own.replace(scene.data, link)
    await blocked("git rebase main", { directory, env: { ...scene.env, RINGFENCE_DATA: link } })
    await blocked("git rebase main", { directory })
  })

  test("a lifted rule lets the command through, and is used up", async () => {
    const { result, seen } = await call(child({ lifts: { codes: ["isolated-git/worktree-registry"] } }), {
      command: "git worktree prune && echo pruned",
    })
    expect(result?.output).toBe("pruned\n")
    expect(seen.spent).toEqual(["isolated-git/worktree-registry"])
  })

  test("a lift of another rule does not, and is not used up", async () => {
    const { seen } = await blocked("git rebase main", { lifts: { codes: ["isolated-git/merge"] } })
    expect(seen.spent).toEqual([])
    const allowed = await call(child({ lifts: { codes: ["isolated-git/merge"] } }), { command: "git status" })
    expect(allowed.seen.spent).toEqual([])
  })

  test("a lift that somebody else used up meanwhile lifts nothing", async () => {
    const { error, seen } = await call(child({ lifts: { codes: ["isolated-git/worktree-registry"], usable: false } }), {
      command: "git worktree prune",
    })
    expect(error?._tag).toBe("IsolatedGit.Blocked")
    expect(seen.started).toBe(false)
  })
})

describe("in a session that is not isolated", () => {
  const person = (directory: string, env = lone.env): Setting => ({ directory, env })

  test("the main checkout is untouched by the guard", async () => {
    const merged = await call(person(lone.main), {
      command: "git merge -q feat/other && git checkout -q release && git checkout -q -",
    })
    expect(merged.result?.metadata.exit).toBe(0)
    const named = await call(person(lone.main), { command: 'echo "$RINGFENCE_SESSION|$RINGFENCE_WORKTREE|"' })
    expect(named.result?.output).toBe("ses_test||\n")
  })

  test("and stays so although the command runs in somebody's isolated worktree", async () => {
    const { result } = await call(person(lone.main), { command: "git rebase -q main", workdir: lone.own })
    expect(result?.metadata.exit).toBe(0)
    await arrange(lone, "git reset -q --hard origin/feat/child-work")
  })

  test("a linked worktree outside of the trusted roots is none of ours", async () => {
    const elsewhere = {
      ...lone.env,
      RINGFENCE_DATA: join(lone.root, "other-data"),
      XDG_DATA_HOME: join(lone.root, "xdg"),
    }
    const { result } = await call(person(lone.sib, elsewhere), {
      command: "git stash -q -u && git rebase -q main && git log -1 --format=%s main",
    })
    expect(result?.metadata.exit).toBe(0)
    expect(result?.output).toBe("Point at the guide\n")
  })

  test("nor is a folder without a repository", async () => {
    const folder = join(lone.root, "plain")
    mkdirSync(folder, { recursive: true })
    const { result } = await call(person(folder), {
      command: "git init -q . && git commit -q --allow-empty -m x && git checkout -q -b y",
    })
    expect(result?.metadata.exit).toBe(0)
  })
})
