/** `ringfence adopt` as a process: what it changes is seen in the verdicts that follow. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Guard } from "@ringfence/guard"
import { createScene, removeScene, type Scene } from "../src/command/demo/scene.ts"
import { ringfence, run, type Finished } from "./support/process.ts"

let scene: Scene
let hotfix: string
let data: string

beforeEach(async () => {
  scene = await createScene()
  data = scene.env["RINGFENCE_DATA"]!
  hotfix = join(scene.folder, "elsewhere", "hotfix")
  const made = await git("worktree", "add", "-q", "-b", "hotfix", hotfix)
  expect(made.code).toBe(0)
})
afterEach(() => removeScene(scene))

const git = (...argv: readonly string[]): Promise<Finished> =>
  run(["git", "-C", scene.main, ...argv], { env: scene.env })

const call = (argv: readonly string[], cwd = scene.main, env: Readonly<Record<string, string>> = {}) =>
  ringfence(argv, { cwd, env: { ...scene.env, ...env } })

const adopted = (): string => readFileSync(join(data, "adopted"), "utf8")

/** What a session in this directory is told now. */
async function verdict(directory: string, command: string): Promise<string> {
  const guard = await Guard.load()
  const { verdict, code } = guard.check({ command, directory, env: scene.env })
  return [verdict, code].filter(Boolean).join(" ")
}

describe("a worktree", () => {
  test("is guarded from now on, once, and not any more after --undo", async () => {
    expect(await verdict(hotfix, "git branch -D release")).toBe("allow")
    const first = await call(["adopt", hotfix])
    expect(first).toMatchObject({ code: 0, stdout: `${hotfix}\n` })
    expect(await verdict(hotfix, "git branch -D release")).toBe("deny isolated-git/foreign-branch")
    expect(await call(["adopt", "../elsewhere/hotfix"])).toMatchObject({ code: 0, stdout: "" })
    expect(adopted()).toBe(`${hotfix}\n`)
    expect(await call(["adopt", "--undo", hotfix])).toMatchObject({ code: 0, stdout: `${hotfix}\n` })
    expect(await verdict(hotfix, "git branch -D release")).toBe("allow")
    expect(await call(["adopt", "--undo", hotfix])).toMatchObject({ code: 0, stdout: "" })
  })

  test("other lines of the list stay, also where its last one is not ended, and one that is gone can be taken out", async () => {
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, "adopted"), "# mine\n/somewhere")
    await call(["adopt", hotfix])
    expect(adopted()).toBe(`# mine\n/somewhere\n${hotfix}\n`)
    rmSync(hotfix, { recursive: true })
    expect(await call(["adopt", "--undo", hotfix])).toMatchObject({ code: 0 })
    expect(adopted()).toBe("# mine\n/somewhere\n")
  })

  test("what is none is refused in clear words", async () => {
    const refusals: readonly (readonly [string, string])[] = [
      [scene.main, "not a linked worktree"],
      [dirname(hotfix), "in no git repository"],
      [join(hotfix, "src"), "not the top of its worktree"],
      ["no/such", "no such directory: no/such. To make a branch"],
      ["", "empty"],
    ]
    for (const [target, words] of refusals) {
      const { code, stdout, stderr } = await call(["adopt", target])
      expect([target, code, stdout]).toEqual([target, 1, ""])
      expect(stderr).toStartWith("ringfence: ")
      expect(stderr).toContain(words)
    }
  })
})

describe("a branch", () => {
  test("becomes the session's own, once, and not any more after --undo", async () => {
    const deletes = "git branch -D release"
    expect(await verdict(scene.child, deletes)).toBe("deny isolated-git/foreign-branch")
    const made = await call(["adopt", "release", "--for", scene.child])
    expect(made).toMatchObject({ code: 0, stdout: "refs/heads/release\n" })
    expect(await verdict(scene.child, deletes)).toBe("allow")
    expect(await call(["adopt", "release", "--for", scene.child])).toMatchObject({ code: 0, stdout: "" })
    const undone = await call(["adopt", "--undo", "release", "--for", scene.child])
    expect(undone).toMatchObject({ code: 0, stdout: "refs/heads/release\n" })
    expect(await verdict(scene.child, deletes)).toBe("deny isolated-git/foreign-branch")
    expect(await call(["adopt", "--undo", "release", "--for", scene.child])).toMatchObject({ code: 0, stdout: "" })
  })

  test("one that is not there, and a worktree without a session", async () => {
    const missing = await call(["adopt", "nope", "--for", scene.child])
    expect(missing).toEqual({ code: 1, stdout: "", stderr: "ringfence: no such branch: nope\n" })
    const unguarded = await call(["adopt", "release", "--for", hotfix])
    expect(unguarded).toMatchObject({ code: 1, stdout: "" })
    expect(unguarded.stderr).toContain(`no isolated session is in ${hotfix}`)
  })
})

test("a child adopts nothing, wherever it stands", async () => {
  const calls = [
    call(["adopt", hotfix], scene.child),
    call(["adopt", "release", "--for", scene.child], scene.child),
    call(["adopt", "--undo", hotfix], scene.child),
    call(["adopt", hotfix], scene.main, { RINGFENCE_SESSION: "ses_gone" }),
  ]
  for (const { code, stdout, stderr } of await Promise.all(calls)) {
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toStartWith("A child session cannot adopt")
  }
})
