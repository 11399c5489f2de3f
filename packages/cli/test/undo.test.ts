/** `ringfence undo` and `ringfence log --refs` as processes, over a journal as a fence writes it. */
import { expect, test } from "bun:test"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Journal } from "@ringfence/fence/journal"
import { usePlace } from "./support/session.ts"
import { run } from "./support/process.ts"

const place = usePlace()

const git = async (...argv: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(["git", "-C", place.main, ...argv], { env: place.env })
  if (code !== 0) throw new Error(`git ${argv.join(" ")}: ${stderr}`)
  return stdout.trim()
}

/** Moves a branch a commit back, and tells it as the hooks would. */
async function mislead(folder: string, branch: string): Promise<string> {
  await git("branch", branch, "main")
  const [old, now, ref] = [await git("rev-parse", "main"), await git("rev-parse", "main^"), `refs/heads/${branch}`]
  await git("update-ref", ref, now)
  const change = { time: Date.now(), old, new: now, ref, command: `git branch -f ${branch} "a\tb"` }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "journal"), Journal.formatLine(change), { flag: "a" })
  return old
}

test("what a session did to refs is put back by others than it, also when it is removed, and stays on record", async () => {
  const session = await place.create("--isolate", "Move branches")
  const folder = Journal.fenceFolder(await git("-C", session.directory, "rev-parse", "--absolute-git-dir"))
  const topic = await mislead(folder, "topic")
  const spike = await mislead(folder, "spike")

  const child = await place.call(["undo", session.id], { cwd: session.directory })
  expect(child).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("A child session cannot undo") })

  const undone = await place.call(["undo", "topic"])
  expect(undone).toMatchObject({ code: 0, stderr: "1 ref was put back.\n" })
  expect(undone.stdout).toContain("refs/heads/topic (not its own) goes back from")
  expect(await git("rev-parse", "topic")).toBe(topic)
  expect(await git("reflog", "-1", "--format=%gs", "topic")).toBe(`ringfence undo: ${session.id}`)

  await place.session("remove", session.id)
  expect(existsSync(folder)).toBe(false)
  await git("update-ref", "refs/heads/spike", "main~2")
  const refused = await place.call(["undo", session.id, "--json"])
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stdout)).toMatchObject({
    session: session.id,
    refs: [{ ref: "refs/heads/spike", state: "moved", undone: false }],
  })
  await git("update-ref", "refs/heads/spike", "main~1")
  expect(await place.call(["undo"])).toMatchObject({ code: 0, stderr: "1 ref was put back.\n" })
  expect(await git("rev-parse", "spike")).toBe(spike)

  const logged = await place.call(["log", "--refs", "--json"])
  expect(JSON.parse(logged.stdout)).toMatchObject([
    { session: session.id, ref: "refs/heads/topic", old: topic, command: 'git branch -f topic "a\tb"' },
    { ref: "refs/heads/spike", old: spike },
    { ref: "refs/heads/topic", new: topic, command: "ringfence undo" },
    { ref: "refs/heads/spike", new: spike, command: "ringfence undo" },
  ])
}, 180_000)
