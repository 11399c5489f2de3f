import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { disk } from "../../src/state/files.ts"
import { reflog } from "../../src/state/reflog.ts"
import fixture from "./reftable.fixture.json"
import { inScene, MAIN, OWN, type Scene } from "./scene.ts"

const unpack = (text: string): Buffer => gunzipSync(Buffer.from(text, "base64"))
const GITDIR = `${MAIN}/.git/worktrees/own`

/** A repository with ref tables as a newer git left it; the git of this machine need not know them. */
function arrange(scene: Scene): Scene {
  scene.write(
    `${MAIN}/.git/config`,
    "[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\trefstorage = reftable\n",
  )
  scene.write(`${MAIN}/.git/objects/x`, "")
  for (const dir of [`${MAIN}/.git`, GITDIR]) {
    scene.write(`${dir}/HEAD`, "ref: refs/heads/.invalid\n")
    scene.write(`${dir}/refs/heads`, "this repository uses the reftable format\n")
  }
  scene.write(`${GITDIR}/commondir`, "../..\n")
  scene.write(`${GITDIR}/gitdir`, `${scene.path(OWN)}/.git\n`)
  scene.write(`${OWN}/.git`, `gitdir: ${scene.path(GITDIR)}\n`)
  for (const [name, content] of Object.entries(fixture.files)) {
    writeFileSync(scene.write(`${MAIN}/.git/${name}`, ""), unpack(content))
  }
  return scene
}

test("refs of all tables and of the worktree, as git listed them", () => {
  inScene((scene) => {
    const refs = arrange(scene).state(OWN).home!.refs
    const listed = unpack(fixture.refs).toString().trimEnd().split("\n")
    expect(listed.length).toBeGreaterThan(40)
    expect(refs.list("refs/").map((ref) => `${ref} ${refs.resolve(ref)}`)).toEqual(listed)
    expect(refs.exists("refs/heads/many/b7")).toBe(false)
    expect(scene.state(MAIN).home!.refs.exists("refs/worktree/x")).toBe(false)
  })
})

test("reflogs, as git listed them", () => {
  inScene((scene) => {
    const entries = reflog(disk, arrange(scene).path(GITDIR), "HEAD")
    const listed = entries.map(({ to, message }) => `${to} ${message}`.trim()).toReversed()
    expect(listed.slice(1)).toEqual(fixture.reflog)
    expect(entries[0]!.from).toMatch(/^0+$/)
    expect(entries.at(-1)!.message).toStartWith("checkout: moving from feat/child to ")
  })
})

test("ownership is read from them", () => {
  inScene((scene) => {
    const { own, home } = arrange(scene).state(OWN)
    expect(home?.head).toMatchObject({ detached: true })
    expect([home?.previous(1), home?.previous(2), own?.startedOn]).toEqual(["feat/child", "feat/other", "feat/child"])
    expect(["feat/new", "feat/other", "main", "many/b8"].map((name) => own?.ownsBranch(name))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(own?.others).toMatchObject([{ isMain: true, branch: "main" }])
    expect(own?.stash).toMatchObject([{ message: expect.stringContaining("WIP on feat/child: ") }])
  })
})

describe("damaged tables are not there, and never throw", () => {
  const tables = (scene: Scene): readonly string[] =>
    [`${MAIN}/.git/reftable`, `${GITDIR}/reftable`].flatMap((dir) =>
      readdirSync(scene.path(dir))
        .filter((name) => name.endsWith(".ref"))
        .map((name) => scene.path(dir, name)),
    )

  const ask = (scene: Scene): void => {
    const { own, home } = scene.state(OWN)
    expect(own).toBeDefined()
    expect(own!.ownsBranch("main")).toBe(false)
    void [home!.refs.list("refs/"), home!.previous(1), own!.stash, own!.branch]
  }

  test("cut off anywhere", () => {
    inScene((scene) => {
      arrange(scene)
      for (const file of tables(scene)) {
        for (let size = readFileSync(file).length - 1; size > 0; size = Math.floor(size * 0.8)) {
          truncateSync(file, size)
          ask(scene)
        }
      }
    })
  })

  test("with any byte wrong", () => {
    inScene((scene) => {
      arrange(scene)
      for (const file of tables(scene)) {
        const good = readFileSync(file)
        for (let at = 0; at < good.length; at += 29) {
          const bad = Buffer.from(good)
          bad[at] = bad[at]! ^ 0xff
          writeFileSync(file, bad)
          ask(scene)
        }
        writeFileSync(file, good)
      }
    })
  })

  test("no list", () => {
    inScene((scene) => {
      arrange(scene)
      writeFileSync(scene.path(GITDIR, "reftable/tables.list"), "nosuch.ref\n../../secret\n\n")
      expect(scene.own().branch).toBeUndefined()
    })
  })
})
