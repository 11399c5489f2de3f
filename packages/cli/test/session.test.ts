/** Sessions from beginning to end, as a person with two terminals would go through it. */
import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { usePlace, type Created } from "./support/session.ts"

const place = usePlace()
const WORKTREES = (): string => join(place.scene.env["RINGFENCE_DATA"]!, "worktree")

describe("a session's life", () => {
  let child: Created

  test("create: a worktree and a branch of its own", async () => {
    child = await place.create("--isolate", "--branch", "fix/parser", "Fix the parser")
    expect(child).toMatchObject({ branch: "fix/parser", isolated: true, title: "Fix the parser" })
    expect(child.directory).toStartWith(WORKTREES())
    expect(existsSync(join(child.directory, "src/cart.txt"))).toBe(true)
  })

  test("list and status show it", async () => {
    const [listed] = JSON.parse(await place.session("list", "--json"))
    expect(listed).toMatchObject({ id: child.id, branch: "fix/parser", ahead: 0, behind: 0, dirty: 0, asks: 0 })
    const table = await place.session("list")
    expect(table.split("\n")[0]).toMatch(/^id +title +branch +ahead\/behind +dirty +asks +directory$/)
    expect(table).toContain(`${child.id}  Fix the parser  fix/parser  0/0`)
    expect(table).toContain(child.directory)
    expect(table).not.toContain("\u001b[")
    const status = await place.session("status", child.id.slice(0, 20))
    expect(status).toStartWith(`${child.id}\n`)
    expect(status).toContain("fix/parser")
  })

  test("run: an allowed command runs there, and says what it is part of", async () => {
    const text = 'echo more > more.txt && git add -A && git commit -qm more && pwd && echo "$RINGFENCE_SESSION"'
    const ran = await place.call(["session", "run", child.id, "--", text])
    expect(ran).toEqual({ code: 0, stdout: `${child.directory}\n${child.id}\n`, stderr: "" })
    expect(JSON.parse(await place.session("status", "fix/parser", "--json"))).toMatchObject({ ahead: 1, dirty: 0 })
  })

  test("run: a denied command is refused with exit 2, and nothing of it is run", async () => {
    const before = await place.snapshot()
    const ran = await place.call(["session", "run", child.id, "--", "touch sentinel; git merge main"])
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: "" })
    expect(ran.stderr).toStartWith("Blocked in an isolated child session: git merge main\nReason: [isolated-git/merge]")
    expect(existsSync(join(child.directory, "sentinel"))).toBe(false)
    expect(await place.snapshot()).toBe(before)
  })

  test("run: without a terminal what needs a yes is denied at once, and the message says what would help", async () => {
    const command = `touch sentinel; cat ${place.outside}/notes.txt`
    const denied = await place.call(["session", "run", child.id, "--", command])
    expect({ code: denied.code, stdout: denied.stdout }).toEqual({ code: 2, stdout: "" })
    const help = /`ringfence (session grant-approval .*)`/.exec(denied.stderr)?.[1]
    expect(help).toStartWith(`session grant-approval ${child.id} --permission external_directory`)
    expect(existsSync(join(child.directory, "sentinel"))).toBe(false)

    const [, , ...words] = help!.replaceAll("'", "").split(" ")
    const granted = await place.call(["session", "grant-approval", ...words, "--json"])
    expect(granted.code).toBe(0)
    const ran = await place.call(["session", "run", child.id, "--", command])
    expect(ran).toEqual({ code: 0, stdout: "outside\n", stderr: "" })

    const listed = JSON.parse(await place.session("approvals", "--json"))
    expect(listed).toMatchObject([{ target: child.id, permission: "external_directory" }])
    expect(await place.session("approvals")).toContain(child.id)
    expect(await place.session("revoke", child.id)).toBe(`${listed[0].id}\n`)
    expect(JSON.parse(await place.session("approvals", "--json"))).toEqual([])
    expect((await place.call(["session", "run", child.id, "--", command])).code).toBe(2)
  })

  test("a rule of the guard is lifted for one time", async () => {
    await place.session("grant-approval", child.id, "--rule", "isolated-git/merge", "--once")
    expect((await place.call(["session", "run", child.id, "--", "git merge -q main"])).code).toBe(0)
    expect((await place.call(["session", "run", child.id, "--", "git merge -q main"])).code).toBe(2)
  })

  test("log: what was denied, granted and lifted", async () => {
    const entries: readonly { kind: string; code?: string; session?: string }[] = JSON.parse(
      (await place.call(["log", "--json", "--session", child.id])).stdout,
    )
    expect(entries.every(({ session }) => session === child.id)).toBe(true)
    for (const kind of ["denial", "grant", "lift", "revoke"]) expect(entries.map((entry) => entry.kind)).toContain(kind)
    const { stdout } = await place.call(["log", "--denied"])
    expect(stdout).toContain("isolated-git/merge")
    expect(stdout).not.toContain("grant")
  })

  test("remove refuses to lose work, and says which; --force removes it", async () => {
    const refused = await place.call(["session", "remove", child.id])
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: "" })
    expect(refused.stderr).toMatch(/would lose:\n/)
    expect(refused.stderr).toContain("--force")
    expect(existsSync(child.directory)).toBe(true)

    const before = await place.snapshot()
    const removed = await place.session("remove", child.id, "--force")
    expect(removed).toContain(`Removed ${child.id} (Fix the parser).`)
    expect(existsSync(child.directory)).toBe(false)
    expect(await place.snapshot()).toBe(before.replace(/^.*refs\/heads\/fix\/parser\n/m, ""))
    expect(JSON.parse(await place.session("list", "--json"))).toEqual([])
  })
})

test("without --isolate a session shares the folder; outside of a repository --isolate does too, and says so", async () => {
  const shared = await place.create("Look around")
  expect(shared).toMatchObject({ directory: place.main, branch: null, isolated: false })
  const plain = await place.call(["session", "create", "--isolate", "--json", "Notes"], { cwd: place.outside })
  expect(plain.code).toBe(0)
  expect(plain.stderr).toContain("is in no git repository")
  expect(JSON.parse(plain.stdout)).toMatchObject({ directory: place.outside, branch: null, isolated: false })
  for (const title of [shared, JSON.parse(plain.stdout) as Created]) await place.session("remove", title.id)
})

test("--all lists every project's sessions", async () => {
  const here = await place.create("Here")
  const elsewhere = await place.call(["session", "list", "--json"], { cwd: place.outside })
  const ids = (text: string): readonly string[] => JSON.parse(text).map(({ id }: Created) => id)
  expect(ids(elsewhere.stdout)).toContain(here.id)
  expect(ids(await place.session("list", "--all", "--json"))).toContain(here.id)
  await place.session("remove", here.id)
})
