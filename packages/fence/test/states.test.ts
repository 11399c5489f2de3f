/** Bad states of the fence's folder, its hooks and the repository around it: each with its outcome. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test"
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { Fence } from "@ringfence/fence"
import { arrange, copyScene, run, type Ran, type Scene } from "@ringfence/guard/fixture"
import { GIT, placeFor } from "./matrix/place.ts"

setDefaultTimeout(60_000)

let scene: Scene
let folder: string

beforeEach(async () => {
  scene = await placeFor({})
  folder = Fence.folderOf(scene.gitDirs.own)
})
afterEach(() => scene.remove())

const prepare = (): ReturnType<typeof Fence.prepare> => Fence.prepare({ directory: scene.own, env: scene.env })

/** Up, or the test ends here. */
function up(): Readonly<Record<string, string>> {
  const { env, fenced, problems } = prepare()
  expect({ fenced, problems }).toEqual({ fenced: true, problems: [] })
  return env
}

const fenced = (command: string, env: Readonly<Record<string, string>>): Promise<Ran> => run(scene, command, { env })

const REFUSED = `${GIT} update-ref refs/heads/feat/other HEAD`
const OTHER = async (): Promise<string> => (await run(scene, "git rev-parse feat/other")).out.trim()

/** The hook refuses, by git's own path. */
async function expectHeld(env: Readonly<Record<string, string>>): Promise<void> {
  const before = await OTHER()
  const ran = await fenced(REFUSED, env)
  expect(ran).toMatchObject({ exit: 128, err: expect.stringContaining("[isolated-git/foreign-branch]") })
  expect(await OTHER()).toBe(before)
}

const locks = (): readonly string[] =>
  readdirSync(scene.commonDir, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".lock"))

describe("is put right before the next command:", () => {
  const hook = (): string => join(folder, "hooks/reference-transaction")
  const damages: readonly (readonly [string, () => void])[] = [
    ["no folder at all", () => rmSync(folder, { recursive: true })],
    ["no hooks", () => rmSync(join(folder, "hooks"), { recursive: true })],
    ["a hook that is missing", () => rmSync(hook())],
    ["a hook that cannot be run", () => chmodSync(hook(), 0o644)],
    ["a hook that is empty", () => writeFileSync(hook(), "")],
    ["a hook that is another", () => writeFileSync(hook(), "#!/bin/sh\nexit 0\n")],
    ["a hook that is another of the same length", () => overwrite(hook())],
    ["a shim that is missing", () => rmSync(join(folder, "bin/git"))],
    ["a shim that cannot be run", () => chmodSync(join(folder, "bin/git"), 0o600)],
    ["a stamp that is torn", () => writeFileSync(join(folder, "stamp"), "\0")],
  ]
  /** Every file of the fence with its mode and content, the stamp apart: it tells of times. */
  const files = (): readonly string[] =>
    readdirSync(folder, { recursive: true })
      .map((path) => join(folder, String(path)))
      .filter((path) => statSync(path).isFile() && path !== join(folder, "stamp"))
      .map((path) => `${path} ${statSync(path).mode} ${Bun.hash(readFileSync(path))}`)
      .toSorted()

  for (const [what, damage] of damages) {
    test(what, () => {
      up()
      const before = files()
      damage()
      up()
      // The record is the host's to write.
      const kept = existsSync(join(folder, "session.json"))
        ? before
        : before.filter((file) => !file.includes("session.json"))
      expect(files()).toEqual(kept)
      expect(Fence.status(scene.own, scene.env).installed).toBe(true)
    })
  }

  test("and then holds", async () => {
    up()
    rmSync(join(folder, "hooks"), { recursive: true })
    await expectHeld(up())
  })

  function overwrite(path: string): void {
    const { size } = statSync(path)
    writeFileSync(path, `#!/bin/sh\nexit 0\n${"#".repeat(size - 17)}`)
    utimesSync(path, new Date(2020, 1), new Date(2020, 1))
  }
})

test("a second preparation changes nothing, and says the same", () => {
  const first = up()
  const times = (): readonly (readonly [string, number])[] =>
    readdirSync(folder, { recursive: true }).map(
      (path) => [String(path), statSync(join(folder, String(path))).mtimeMs] as const,
    )
  const before = times()
  expect(up()).toEqual(first)
  expect(times()).toEqual(before)
})

test("an environment that is fenced already is not fenced twice", () => {
  const first = up()
  const again = Fence.prepare({ directory: scene.own, env: { ...scene.env, ...first } })
  expect({ ...first, ...again.env }).toEqual(first)
})

test("settings that stand in the environment already go on holding", async () => {
  const set = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Zed" }
  const { env } = Fence.prepare({ directory: scene.own, env: { ...scene.env, ...set } })
  const ran = await fenced("git config user.name", { ...set, ...env })
  expect(ran).toMatchObject({ exit: 0, out: "Zed\n" })
  await expectHeld({ ...set, ...env })
})

test("a hook that crashes refuses everything, and leaves nothing behind", async () => {
  const env = up()
  for (const hooks of ["hooks", "lean"])
    writeFileSync(join(folder, hooks, "reference-transaction"), "#!/bin/sh\nkill -SEGV $$\n")
  const before = await OTHER()
  expect((await fenced(REFUSED, env)).exit).toBe(128)
  expect((await fenced("git commit -q --allow-empty -m x", env)).exit).not.toBe(0)
  expect(await OTHER()).toBe(before)
  expect(locks()).toEqual([])
  expect((await fenced("git commit -q --allow-empty -m x", up())).exit).toBe(0)
})

test("a hook that hangs ends with the command, and TERM takes the locks away", async () => {
  await arrange(
    scene,
    String.raw`printf '#!/bin/sh\ntest "$1" = prepared || exit 0\n: > %s/hangs\nexec sleep 1000\n' "$PWD/.." > ../main/.git/hooks/reference-transaction; chmod +x ../main/.git/hooks/reference-transaction`,
  )
  const env = up()
  const child = Bun.spawn(["git", "branch", "made"], {
    cwd: scene.own,
    env: { ...scene.env, ...env },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  })
  while (!existsSync(join(scene.top, "hangs")) && child.exitCode === null) await Bun.sleep(5)
  expect(locks()).not.toEqual([])
  process.kill(-child.pid, "SIGTERM")
  await child.exited
  expect(locks()).toEqual([])
  expect((await run(scene, "git branch --list made")).out).toBe("")
})

test("a git directory that cannot be written: no fence, and the reason", () => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, "a file where the folder should be\n")
  const { env, fenced, problems } = prepare()
  expect({ env, fenced }).toEqual({ env: {}, fenced: false })
  expect(problems.join()).toContain(folder)
})

test("an own branch that nobody knows: no fence, and the reason", async () => {
  rmSync(join(folder, "session.json"))
  await arrange(scene, "git checkout -q --detach")
  rmSync(join(scene.gitDirs.own, "logs"), { recursive: true })
  const { env, fenced, problems } = prepare()
  expect({ env, fenced }).toEqual({ env: {}, fenced: false })
  expect(problems.join()).toContain("branch")
})

test("a main checkout that was moved: no fence until git finds it again, then the fence of the new place", async () => {
  up()
  const moved = join(scene.top, "moved")
  renameSync(scene.main, moved)
  expect(prepare()).toMatchObject({ env: {}, fenced: false })
  await arrange(scene, `git -C ${moved} worktree repair ${scene.own}`, { cwd: scene.top })
  const env = up()
  const ran = await fenced(REFUSED, env)
  expect(ran).toMatchObject({ exit: 128, err: expect.stringContaining("[isolated-git/foreign-branch]") })
})

test("a checkout that is no session's is left alone", () => {
  expect(Fence.prepare({ directory: scene.main, env: scene.env })).toEqual({ env: {}, fenced: false, problems: [] })
  expect(Fence.prepare({ directory: scene.tmp, env: scene.env })).toEqual({ env: {}, fenced: false, problems: [] })
})

test("switched off by a person it is down until it is switched on", async () => {
  up()
  Fence.switchOff(scene.own, scene.env)
  expect(prepare()).toMatchObject({ env: {}, fenced: false, problems: [expect.stringContaining("off")] })
  expect(Fence.status(scene.own, scene.env)).toMatchObject({ off: true })
  Fence.switchOn(scene.own, scene.env)
  await expectHeld(up())
})

test("taken away it leaves the record and the journal", async () => {
  const env = up()
  await fenced("git commit -q --allow-empty -m x", env)
  Fence.remove(scene.own, scene.env)
  expect(readdirSync(folder).toSorted()).toEqual(["journal", "session.json"])
  expect(readFileSync(join(folder, "journal"), "utf8")).toContain("git commit")
})

test("what a person has lifted is let through by shim and hooks, for that one command", async () => {
  const request = { directory: scene.own, env: scene.env }
  const lifted = Fence.prepare({ ...request, lifted: ["isolated-git/merge"] })
  const merged = await fenced(`git merge -q --no-edit feat/other && ${GIT} merge -q --no-edit feat/sibling`, lifted.env)
  expect(merged).toMatchObject({ exit: 0, err: "" })
  expect(await fenced("git branch -f feat/other HEAD", lifted.env)).toMatchObject({ exit: 128 })

  Fence.release(lifted.env)
  expect(readdirSync(join(folder, "lift"))).toEqual([])
  await run(scene, "git reset -q --hard HEAD~2")
  for (const env of [lifted.env, up()]) {
    const refused = await fenced(`${GIT} merge -q --no-edit feat/other`, env)
    expect(refused).toMatchObject({ exit: 128, err: expect.stringContaining("[isolated-git/merge]") })
  }
})

test("a session without a record is fenced too, by what the guard knows of its branches", async () => {
  scene.remove()
  scene = copyScene({ integration: "self" })
  folder = Fence.folderOf(scene.gitDirs.own)
  const env = up()
  const own = "git commit -q --allow-empty -m x && git switch -q -c mine && git branch -f mine2 && git rebase -q main"
  expect(await fenced(own, env)).toMatchObject({ exit: 0 })
  const refused = await fenced(`${GIT} branch -D feat/other`, env)
  expect(refused.exit).toBe(128)
  expect(refused.err).toContain("[isolated-git/foreign-branch]")
  expect(refused.err).toContain("  your branch:   mine\n")
  expect(readFileSync(join(folder, "born"), "utf8").split("\n").toSorted()).toEqual([
    "",
    "refs/heads/mine",
    "refs/heads/mine2",
  ])
  expect(existsSync(join(folder, "session.json"))).toBe(false)
})
