/** `ringfence undo` and `ringfence log --refs` as processes, over a journal as a fence writes it. */
import { describe, expect, test } from "bun:test"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Journal } from "@ringfence/fence/journal"
import { usePlace, type Created } from "./support/session.ts"
import { run } from "./support/process.ts"

const place = usePlace()

const git = async (...argv: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(["git", "-C", place.main, ...argv], { env: place.env })
  if (code !== 0) throw new Error(`git ${argv.join(" ")}: ${stderr}`)
  return stdout.trim()
}

/** A session that moved branches: by git, and in its journal. */
async function misled(
  title: string,
  ref: string,
): Promise<Created & { readonly folder: string; readonly was: string }> {
  const session = await place.create("--isolate", title)
  const folder = Journal.fenceFolder(await git("-C", session.directory, "rev-parse", "--absolute-git-dir"))
  const was = await git("rev-parse", ref)
  const now = await git("rev-parse", `${ref}^`)
  await git("update-ref", ref, now)
  const change = { time: Date.now(), old: was, new: now, ref, command: `git branch -f ${ref} "a\tb"` }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "journal"), Journal.formatLine(change))
  return { ...session, folder, was }
}

describe("refs of a session", () => {
  test("are shown, put back, shown to have been put back, and a child may do none of it", async () => {
    await git("branch", "topic", "main")
    const session = await misled("Move a branch", "refs/heads/topic")

    const logged = await place.call(["log", "--refs", "--json"])
    expect(JSON.parse(logged.stdout)).toMatchObject([
      {
        session: session.id,
        ref: "refs/heads/topic",
        old: session.was,
        command: 'git branch -f refs/heads/topic "a\tb"',
      },
    ])

    const child = await place.call(["undo", session.id], { cwd: session.directory })
    expect(child).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("A child session cannot undo") })
    const inherited = await place.call(["undo", session.id], { env: { RINGFENCE_SESSION: session.id } })
    expect(inherited.code).toBe(2)

    const looked = await place.call(["undo", session.id, "topic", "--dry-run"])
    expect(looked).toMatchObject({ code: 0, stderr: "Nothing was changed.\n" })
    expect(looked.stdout).toContain(`refs/heads/topic (not its own) goes back from`)
    expect(await git("rev-parse", "topic")).not.toBe(session.was)

    const undone = await place.call(["undo", "topic"])
    expect(undone).toMatchObject({ code: 0, stderr: "1 ref was put back.\n" })
    expect(await git("rev-parse", "topic")).toBe(session.was)
    expect(await git("reflog", "-1", "--format=%gs", "topic")).toBe(`ringfence undo: ${session.id}`)

    const again = await place.call(["undo", session.id])
    expect(again).toMatchObject({ code: 0, stdout: "", stderr: "Nothing is to be put back.\n" })
    const table = await place.call(["log", "--refs", "--session", session.id.slice(0, 12), "--last", "1"])
    expect(table.stdout).toContain("ringfence undo")
    expect(table.stdout.trimEnd().split("\n")).toHaveLength(3)
  })

  test("that cannot be put back are told, with exit 1, and what stays on record of removed sessions can be undone", async () => {
    await git("branch", "spike", "main")
    const session = await misled("Move another", "refs/heads/spike")
    await git("update-ref", "refs/heads/spike", "main~2")
    const refused = await place.call(["undo", session.id, "--json"])
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ session: session.id, refs: [{ state: "moved", undone: false }] })
    await git("update-ref", "refs/heads/spike", "main~1")

    const kept = join(place.env["RINGFENCE_DATA"]!, "journal", session.id)
    mkdirSync(dirname(kept), { recursive: true })
    renameSync(session.folder, kept)
    writeFileSync(join(kept, "repository"), `${await git("rev-parse", "--absolute-git-dir")}\n`)
    expect(await place.call(["undo", session.id])).toMatchObject({ code: 0, stderr: "1 ref was put back.\n" })
    expect(await git("rev-parse", "spike")).toBe(session.was)
  })

  test("are asked for by names that mean something", async () => {
    expect(await place.call(["undo", "ses_nobody"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no such session: ses_nobody"),
    })
    expect(await place.call(["log", "--refs", "--denied"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("exclude each other"),
    })
    const outside = await place.call(["undo"], { cwd: place.outside })
    expect(outside).toMatchObject({ code: 1, stderr: "ringfence: no session has changed a ref of this repository\n" })
  })
})
