/** What a session in a clone may do, each command run by real git: what it was cloned from must stay as it is. */
import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { Guard } from "../../src/guard.ts"
import { writeRecord } from "../../src/state/record.ts"
import { stateFromDisk } from "../../src/state/disk.ts"
import { known } from "../../src/shell/value.ts"
import { arrange, copyScene, run, snapshot, type Scene } from "../fixture/index.ts"

const OWN = "ringfence/task"
const guard = await Guard.load()
const scenes: Scene[] = []
afterAll(() => scenes.forEach((scene) => scene.remove()))

const cloneIn = (scene: Scene, name = "copy"): string => join(scene.data, "worktree/project", name)

/** A clone session of the scene's main repository, as the host makes it. */
async function makeClone(scene: Scene, path: string, branch: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await arrange(
    scene,
    `git clone -q --local --no-checkout '${scene.commonDir}' '${path}' && cd '${path}' &&
     git remote set-url origin '${scene.origin}' &&
     git branch --no-track '${branch}' HEAD && git symbolic-ref HEAD 'refs/heads/${branch}' && git reset -q --hard &&
     git branch -q -D main && echo w >work && git add work && git commit -qm work`,
  )
  writeRecord(join(path, ".git"), {
    version: 1,
    kind: "clone",
    branch,
    session: "ses_x",
    parent: "ses_p",
    integration: "orchestrator",
    origin: scene.commonDir,
  })
}

interface Session {
  readonly scene: Scene
  readonly clone: string
}

async function session(): Promise<Session> {
  const scene = copyScene()
  scenes.push(scene)
  await makeClone(scene, cloneIn(scene), OWN)
  return { scene, clone: cloneIn(scene) }
}

/** What is there of others, but for what came into being: new refs are nobody's yet, and objects only grow. */
function others(scene: Scene): ReadonlyMap<string, string> {
  return new Map(
    [...snapshot(scene)].filter(
      ([key]) => !/^(object|reflog|private|ref refs\/remotes\/|remote refs\/heads\/ringfence\/)/.test(key),
    ),
  )
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...before].filter(([key, value]) => after.get(key) !== value).map(([key]) => key)
}

const fill = (command: string, scene: Scene): string =>
  command.replaceAll("MAIN", scene.main).replaceAll("SIB", scene.sib).replaceAll("GITDIR", scene.commonDir)

type Row = readonly [command: string, code?: string, setup?: string]

/** In this order in one scene: each finds what it would harm still there. */
const HARM: readonly Row[] = [
  ["git push -q MAIN +HEAD:feat/other", "foreign-remote-branch"],
  ["git push -q file://MAIN HEAD~1:feat/other -f", "foreign-remote-branch"],
  ["git push -q MAIN HEAD:feat/other", "foreign-remote-branch"],
  ["git push -q SIB +HEAD~1:feat/other", "foreign-remote-branch"],
  ["git push -q GITDIR :feat/other", "foreign-remote-branch"],
  ["git push -q -f MAIN HEAD:refs/tags/v1", "foreign-remote-branch"],
  ["git push -q -f origin HEAD:release", "foreign-remote-branch"],
  ["git -C SIB checkout -q -- .", "foreign-worktree"],
  ["git --git-dir=GITDIR branch -f release feat/sibling", "foreign-remote-branch"],
  ["git -C MAIN branch -m release old", "foreign-remote-branch"],
  ["git -C MAIN tag -d v1", "foreign-remote-branch"],
  ["b=$(cat name); git -C MAIN branch -q -D $b", "unreadable-operand", "echo old >name"],
  ["git -C MAIN update-ref -d refs/heads/left", "foreign-remote-branch", "git -C MAIN branch left"],
  [
    "git -C MAIN fetch -q origin main:behind",
    "foreign-remote-branch",
    "git -C MAIN branch behind main && git -C MAIN fetch -q",
  ],
  ["GIT_DIR=GITDIR git config pull.rebase true", "shared-config", "git -C MAIN config pull.rebase false"],
  ["git -C MAIN config user.name Nobody", "shared-config", "git -C MAIN config user.name Somebody"],
  ["git -C MAIN stash drop -q", "foreign-stash", "echo x >>MAIN/README.md; git -C MAIN stash -q"],
  ["echo '#!/bin/sh' >GITDIR/hooks/pre-commit", "foreign-worktree", "echo x >GITDIR/hooks/pre-commit"],
  ["echo x >MAIN/README.md", "foreign-worktree"],
  ["cd MAIN && git reset -q --hard origin/main", "foreign-worktree"],
  ["git -C MAIN switch -q -c elsewhere", "foreign-worktree"],
  ["rm SIB/src/app.txt", "foreign-worktree"],
  ["git -C MAIN worktree remove -f SIB", "worktree-registry"],
  ["git remote add src MAIN && git push -q src +HEAD:feat/sibling", "foreign-remote-branch"],
]

const WORK: readonly Row[] = [
  ["echo x >>README.md && git commit -qam more && git push -q origin HEAD"],
  ["git push -q -u origin HEAD && git commit -q --amend -m other && git push -q -f"],
  ["git push -q MAIN HEAD:refs/heads/ringfence/task"],
  ["git fetch -q MAIN main && git log -1 FETCH_HEAD"],
  ["git fetch -q MAIN feat/other:theirs && git log -1 theirs"],
  ["git pull -q --rebase MAIN main"],
  ["git -C MAIN log -1 && git -C SIB status --short && git -C MAIN diff feat/other"],
  ["git -C MAIN fetch -q"],
  ["git switch -q -c side && git switch -q - && git branch -q -D side"],
  ["echo x >>README.md && git stash -q && git stash pop -q && git commit -qam again"],
  ["git reset -q --hard HEAD~1 && git clean -qfd"],
  ["git gc -q"],
  ["cp MAIN/README.md copy.md && cat SIB/src/app.txt >sib.txt"],
]

async function judged({ scene, clone }: Session, [command, code, setup]: Row): Promise<void> {
  if (setup !== undefined) await arrange(scene, fill(setup, scene), { cwd: clone })
  const text = fill(command, scene)
  const verdict = guard.check({ command: text, directory: clone, env: scene.env })
  const before = others(scene)
  const ran = await run(scene, text, { cwd: clone })
  const harm = changed(before, others(scene))
  expect({ command, code: verdict.code, harms: harm.length > 0, ran }).toMatchObject({
    code: code && `isolated-git/${code}`,
    harms: code !== undefined,
    ran: { exit: 0 },
  })
}

describe("a session in a clone", () => {
  test("may not harm what the clone came from", async () => {
    const place = await session()
    for (const row of HARM) await judged(place, row)
  })

  test("may work", async () => {
    const place = await session()
    for (const row of WORK) await judged(place, row)
  })

  test("of another clone session the files and refs are foreign, from a clone and from a worktree", async () => {
    const { scene, clone } = await session()
    const sibling = cloneIn(scene, "sibling")
    await makeClone(scene, sibling, "ringfence/sibling")
    for (const directory of [clone, scene.own]) {
      const state = stateFromDisk({ directory, env: scene.env })
      expect(state.siteOf(known(join(sibling, "work")))).toMatchObject({ kind: "foreign", branch: "ringfence/sibling" })
      expect(state.siteOf(known(join(dirname(sibling), "none/work"))).kind).toBe("elsewhere")
      const ask = (command: string) => guard.check({ command, directory, env: scene.env }).code
      expect(ask(`git -C ${sibling} reset --hard HEAD~1`)).toBe("isolated-git/foreign-worktree")
      expect(ask(`git -C ${sibling} branch -D ringfence/sibling`)).toBe("isolated-git/foreign-remote-branch")
      expect(ask(`rm -f ${sibling}/work`)).toBe("isolated-git/foreign-worktree")
      expect(ask(`git -C ${sibling} log -1`)).toBeUndefined()
      expect(ask(`git fetch ${sibling} ringfence/sibling`)).toBeUndefined()
    }
  })

  test("a worktree of the clone, and a clone of it, keep off what both came from", async () => {
    const { scene, clone } = await session()
    const inner = cloneIn(scene, "inner")
    await arrange(scene, `git worktree add -q -b ringfence/inner '${inner}'`, { cwd: clone })
    const again = cloneIn(scene, "again")
    await makeClone(scene, again, "ringfence/again")
    writeRecord(join(again, ".git"), {
      version: 1,
      kind: "clone",
      branch: "ringfence/again",
      origin: join(clone, ".git"),
    })
    for (const directory of [inner, again]) {
      const state = stateFromDisk({ directory, env: scene.env })
      expect(state.siteOf(known(join(clone, "work")))).toMatchObject({ kind: "foreign", branch: OWN })
      expect(state.siteOf(known(join(scene.main, "README.md")))).toMatchObject({ kind: "foreign", branch: "main" })
      const ask = (command: string) => guard.check({ command, directory, env: scene.env }).code
      expect(ask(`git push -f ${scene.main} HEAD:release`)).toBe("isolated-git/foreign-remote-branch")
    }
  })

  test("a bare repository it came from is somebody's too", async () => {
    const { scene, clone } = await session()
    writeRecord(join(clone, ".git"), { version: 1, kind: "clone", branch: OWN, origin: scene.origin })
    await arrange(scene, "git remote remove origin", { cwd: clone })
    const ask = (command: string) => guard.check({ command, directory: clone, env: scene.env }).code
    expect(ask(`git push -f ${scene.origin} HEAD:release`)).toBe("isolated-git/foreign-remote-branch")
    expect(ask(`git -C ${scene.origin} branch -D release`)).toBe("isolated-git/foreign-remote-branch")
    expect(ask(`git -C ${scene.origin} log -1`)).toBeUndefined()
  })

  test("what is refused is not said to be shared where nothing is", async () => {
    const { scene, clone } = await session()
    const said = guard.check({ command: `git -C ${scene.main} branch -D release`, directory: clone, env: scene.env })
    expect(said.reason).toContain(`branch release on ${scene.main}`)
    expect(said.reason).not.toContain("share one ref store")
  })
})
