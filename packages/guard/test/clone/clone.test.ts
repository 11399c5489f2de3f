/** What a session in a clone may do, each command run by real git: what it was cloned from must stay as it is. */
import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { Guard } from "../../src/guard.ts"
import { writeRecord } from "../../src/state/record.ts"
import { stateFromDisk } from "../../src/state/disk.ts"
import { known } from "../../src/shell/value.ts"
import { arrange, copyScene, snapshot, type Scene } from "../fixture/index.ts"

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

type Row = readonly [command: string, code: string, setup?: string]

/** Run one after the other in one scene: each finds what it would harm still there. */
const HARM: readonly Row[] = [
  ["git push -q MAIN +HEAD:feat/other", "foreign-remote-branch"],
  ["git push -q GITDIR :feat/other", "foreign-remote-branch"],
  ["git --git-dir=GITDIR branch -f release feat/sibling", "foreign-remote-branch"],
  ["b=$(cat name); git -C MAIN branch -q -D $b", "unreadable-operand", "echo release >name"],
  [
    "git -C MAIN fetch -q origin main:behind",
    "foreign-remote-branch",
    "git -C MAIN branch behind main && git -C MAIN fetch -q",
  ],
  ["git -C MAIN config user.name Nobody", "shared-config", "git -C MAIN config user.name Somebody"],
  ["git -C MAIN stash drop -q", "foreign-stash", "echo x >>MAIN/README.md; git -C MAIN stash -q"],
  ["cd MAIN && git reset -q --hard origin/main", "foreign-worktree"],
  ["git -C MAIN worktree remove -f SIB", "worktree-registry"],
  ["git remote add src MAIN && git push -q src +HEAD:feat/sibling", "foreign-remote-branch"],
]

/** More of the same, only asked about. */
const REFUSED: readonly Row[] = [
  ["git push -q file://MAIN HEAD~1:feat/other -f", "foreign-remote-branch"],
  ["git push -q MAIN HEAD:feat/other", "foreign-remote-branch"],
  ["git push -q SIB +HEAD~1:feat/other", "foreign-remote-branch"],
  ["git push -q -f MAIN HEAD:refs/tags/v1", "foreign-remote-branch"],
  ["git push -q -f origin HEAD:release", "foreign-remote-branch"],
  ["git -C SIB checkout -q -- .", "foreign-worktree"],
  ["git -C MAIN branch -m release old", "foreign-remote-branch"],
  ["git -C MAIN tag -d v1", "foreign-remote-branch"],
  ["git -C MAIN update-ref -d refs/heads/left", "foreign-remote-branch"],
  ["GIT_DIR=GITDIR git config pull.rebase true", "shared-config"],
  ["echo '#!/bin/sh' >GITDIR/hooks/pre-commit", "foreign-worktree"],
  ["echo x >MAIN/README.md", "foreign-worktree"],
  ["git -C MAIN switch -q -c elsewhere", "foreign-worktree"],
  ["rm SIB/src/app.txt", "foreign-worktree"],
]

const WORK: readonly string[] = [
  "echo x >>README.md && git commit -qam more && git push -q origin HEAD",
  "git push -q -u origin HEAD && git commit -q --amend -m other && git push -q -f",
  "git push -q MAIN HEAD:refs/heads/ringfence/task",
  "git fetch -q MAIN main && git log -1 FETCH_HEAD",
  "git fetch -q MAIN feat/other:theirs && git log -1 theirs",
  "git pull -q --rebase MAIN main",
  "git -C MAIN log -1 && git -C SIB status --short && git -C MAIN diff feat/other",
  "git -C MAIN fetch -q",
  "git switch -q -c side && git switch -q - && git branch -q -D side",
  "echo x >>README.md && git stash -q && git stash pop -q && git commit -qam again",
  "git reset -q --hard HEAD~1 && git clean -qfd",
  "git gc -q",
  "cp MAIN/README.md copy.md && cat SIB/src/app.txt >sib.txt",
]

const codeOf = ({ scene, clone }: Session, command: string): string | undefined =>
  guard.check({ command, directory: clone, env: scene.env }).code

/** Refused, and rightly: by real git it harms. */
async function harmful(place: Session, [command, code, setup]: Row): Promise<void> {
  const { scene, clone } = place
  if (setup !== undefined) await arrange(scene, fill(setup, scene), { cwd: clone })
  const before = others(scene)
  const judged = codeOf(place, fill(command, scene))
  await arrange(scene, fill(command, scene), { cwd: clone })
  const harms = changed(before, others(scene)).length > 0
  expect({ command, judged, harms }).toEqual({ command, judged: `isolated-git/${code}`, harms: true })
}

describe("a session in a clone", () => {
  test("may not harm what the clone came from", async () => {
    const place = await session()
    const asked = REFUSED.map(([command]) => [command, codeOf(place, fill(command, place.scene))])
    expect(asked).toEqual(REFUSED.map(([command, code]) => [command, `isolated-git/${code}`]))
    for (const row of HARM) await harmful(place, row)
  })

  test("may work", async () => {
    const place = await session()
    const { scene, clone } = place
    const before = others(scene)
    const script = WORK.map((command) => fill(command, scene))
    expect(script.filter((command) => codeOf(place, command) !== undefined)).toEqual([])
    await arrange(scene, script.join(" &&\n"), { cwd: clone })
    expect(changed(before, others(scene))).toEqual([])
  })

  test("of another clone, of a worktree of one and of a clone of one, the same", async () => {
    const { scene, clone } = await session()
    const [again, inner] = [cloneIn(scene, "again"), cloneIn(scene, "inner")]
    await makeClone(scene, again, "ringfence/again")
    await arrange(scene, `git worktree add -q -b ringfence/inner '${inner}'`, { cwd: clone })
    const origin = join(clone, ".git")
    const ask = (directory: string, command: string) => guard.check({ command, directory, env: scene.env })
    const siteFrom = (directory: string, path: string) =>
      stateFromDisk({ directory, env: scene.env }).siteOf(known(path))

    for (const directory of [clone, scene.own]) {
      expect(siteFrom(directory, join(again, "work"))).toMatchObject({ kind: "foreign", branch: "ringfence/again" })
      expect(siteFrom(directory, join(dirname(again), "none/work")).kind).toBe("elsewhere")
      expect(ask(directory, `git -C ${again} reset --hard HEAD~1`).code).toBe("isolated-git/foreign-worktree")
      expect(ask(directory, `git -C ${again} branch -D ringfence/again`).code).toBe(
        "isolated-git/foreign-remote-branch",
      )
      expect(ask(directory, `rm -f ${again}/work`).code).toBe("isolated-git/foreign-worktree")
      expect(ask(directory, `git -C ${again} log -1 && git fetch ${again} ringfence/again`).code).toBeUndefined()
    }

    writeRecord(join(again, ".git"), { version: 1, kind: "clone", branch: "ringfence/again", origin })
    for (const directory of [inner, again]) {
      expect(siteFrom(directory, join(clone, "work"))).toMatchObject({ kind: "foreign", branch: OWN })
      expect(siteFrom(directory, join(scene.main, "README.md"))).toMatchObject({ kind: "foreign", branch: "main" })
      const said = ask(directory, `git push -f ${scene.main} HEAD:release`)
      expect(said).toMatchObject({ code: "isolated-git/foreign-remote-branch" })
      expect(said.reason).toContain(`branch release on ${scene.main}`)
      expect(said.reason).not.toContain("share one ref store")
    }

    writeRecord(origin, { version: 1, kind: "clone", branch: OWN, origin: scene.origin })
    await arrange(scene, "git remote remove origin", { cwd: clone })
    const bare = (command: string) => ask(clone, command.replace("BARE", scene.origin)).code
    expect(bare("git push -f BARE HEAD:release")).toBe("isolated-git/foreign-remote-branch")
    expect(bare("git -C BARE branch -D release")).toBe("isolated-git/foreign-remote-branch")
    expect(bare("git -C BARE log -1")).toBeUndefined()
  })
})
