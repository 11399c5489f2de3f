/** What a session makes by one call is its own in the next, and what it did not make is not. */
import { afterEach, beforeEach, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { arrange, copyScene, run, type Scene } from "@ringfence/guard/fixture"
import { refusal, shapeOf } from "./shapes.ts"

let scene: Scene
beforeEach(() => {
  scene = copyScene()
})
afterEach(() => scene.remove())

/** Asks, and where the call may go on makes it. */
async function call(command: string): Promise<"refused" | number> {
  const reason = await refusal(shapeOf("claude"), { command, home: scene.own }, { env: scene.env })
  return reason === undefined ? (await run(scene, command)).exit : "refused"
}

test("branches and tags that it made without going there", async () => {
  expect(await call("git branch topic && git tag mark")).toBe(0)
  expect(await call("git branch -D topic")).toBe(0)
  expect(await call("git tag -d mark")).toBe(0)
  expect(readFileSync(join(scene.gitDirs.own, "ringfence/born"), "utf8")).toBe("refs/heads/topic\nrefs/tags/mark\n")
})

test("but not those of others, and not what it failed to make", async () => {
  await arrange(scene, "git branch theirs main", { in: "main" })
  expect(await call("git branch -D theirs")).toBe("refused")
  expect(await call("git branch topic no-such-commit")).not.toBe(0)
  expect(await call("git status --short")).toBe(0)
  expect(existsSync(join(scene.gitDirs.own, "ringfence/born"))).toBe(false)
})

test("nothing is noted for a call that was refused, or that makes nothing", async () => {
  expect(await call("git branch topic; git merge main")).toBe("refused")
  expect(await call("git status")).toBe(0)
  expect(existsSync(join(scene.gitDirs.own, "ringfence"))).toBe(false)
})
