/** Grants and the session tool in opencode, in full. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { bash } from "./model-server.ts"
import { World } from "./world.ts"

let world: World

beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world?.stop())

describe("a child that asks", () => {
  test("is answered at once by what was granted before, until it is revoked", async () => {
    const { model } = world.home
    const session = await world.child()
    const first = model.script(bash("echo first"))
    await world.asking(session, first)
    const given = JSON.parse(await world.grant(session.id, "--permission", "bash", "--json")) as { readonly id: string }
    await model.finished(first)
    expect(await world.playCareful(session, bash("echo second"))).toEqual(["second\n"])
    await world.session("revoke", given.id)
    const third = model.script(bash("echo third"))
    const asked = await world.asking(session, third)
    expect(await world.session("approvals")).toContain(asked.id)
    await world.session("deny", asked.id, "--feedback", "use printf")
    expect(await model.finished(third)).toEqual([expect.stringContaining("use printf")])
  })

  test("is not granted what destroys the work of others", async () => {
    const { home, server } = world
    const session = await world.child()
    await world.grant("all", "--for", "10m")
    try {
      const outside = join(home.top, "precious")
      home.sh(home.top, "mkdir precious && echo kept >precious/file")
      const message = home.model.script(bash(`rm -rf ${outside}`))
      const asked = await world.asking(session, message)
      expect(await world.playCareful(await world.child(), bash("echo granted"))).toEqual(["granted\n"])
      expect(await world.waiting()).toEqual([asked.id])
      const reply = { reply: "reject", message: "keep it" }
      await server.call("POST", `/permission/${asked.id}/reply`, session.directory, reply)
      expect(await home.model.finished(message)).toEqual([expect.stringContaining("keep it")])
      expect(existsSync(join(outside, "file"))).toBe(true)
      expect(await world.session("approvals")).not.toContain(asked.id)
    } finally {
      await world.session("revoke", "all")
    }
  })

  test("is answered at any depth", async () => {
    const { home, server } = world
    const { id, directory } = await world.child()
    const deep = await server.session(directory, { parentID: id })
    const inner = home.model.script(bash("echo deep"))
    const args = { description: "sub work", prompt: inner, subagent_type: "helper" }
    const task = home.model.script({ tool: "task", args })
    await server.begin(deep, task, "careful")
    const asked = await world.asked(directory, ({ sessionID }) => sessionID !== deep.id)
    await world.grant(asked.sessionID, "--once")
    expect(await home.model.finished(inner)).toEqual(["deep\n"])
    await home.model.finished(task)
  })
})

test("a rule that is lifted once lets one command through", async () => {
  const session = await world.child()
  const rebase = bash("git rebase -q main && echo rebased")
  await world.grant("all", "--permission", "bash")
  try {
    const [refused] = await world.playCareful(session, rebase)
    expect(refused).toContain("[isolated-git/rebase]")
    await world.grant(session.id, "--rule", "isolated-git/rebase", "--once")
    const results = await world.playCareful(session, rebase, rebase)
    expect(results).toEqual(["rebased\n", expect.stringContaining("[isolated-git/rebase]")])
  } finally {
    await world.session("revoke", "all")
  }
})

describe("the session tool", () => {
  const call = (args: Readonly<Record<string, unknown>>) => ({ tool: "session", args })

  test("starts another agent on a worktree of its own, which works in the background and is ended again", async () => {
    const { home, server } = world
    const before = home.state()
    const parent = await server.session(home.main)
    const work = home.model.script(
      bash("echo done >report && git add report && git commit -qm report && echo committed"),
      bash("git merge main; git rebase main"),
    )
    const create = call({ action: "create", title: "Write a report", isolate: true, prompt: work })
    const [created = ""] = await server.play(parent, home.model.script(create))
    expect(created).toContain("on branch ringfence/write-a-report")
    const [id = ""] = /ses_\w+/.exec(created) ?? []
    expect(await home.model.finished(work)).toEqual([
      expect.stringContaining("committed"),
      expect.stringContaining("Blocked in an isolated child session"),
    ])
    const [made] = await server.children(parent)
    expect(made?.directory).toStartWith(join(home.data, "opencode/worktree"))
    expect(home.state()).toBe(before)

    const remove = call({ action: "remove", session: id })
    const results = await server.play(
      parent,
      home.model.script(
        call({ action: "list" }),
        call({ action: "status", session: made!.id }),
        remove,
        bash("git merge -q --ff-only ringfence/write-a-report && cat report"),
        remove,
      ),
    )
    expect(results[0]).toContain(id)
    expect(results[1]).toContain("isolated-git/")
    expect(results[2]).toContain("report")
    expect(results[3]).toBe("done\n")
    expect(results[4]).toContain(`Removed ${id}`)
    expect(existsSync(made!.directory)).toBe(false)
  })

  test("lets a session answer and grant what its children ask, and a child nothing", async () => {
    const { home, server } = world
    const parent = await server.session(home.main)
    const give = call({ action: "grant-approval", session: "all" })
    const work = home.model.script(bash("echo one"), bash("echo two"), give)
    await world.playCareful(parent, call({ action: "create", title: "Ask first", isolate: true, prompt: work }))
    const [made] = await server.children(parent)
    const asked = await world.asked(made!.directory)
    const results = await server.play(
      parent,
      home.model.script(
        call({ action: "approvals" }),
        call({ action: "approve", ask: asked.id }),
        call({ action: "grant-approval", session: made!.id, permission: "bash", pattern: "echo *" }),
      ),
    )
    expect(results[0]).toContain(asked.id)
    expect(await home.model.finished(work)).toEqual(["one\n", "two\n", expect.stringContaining("child session cannot")])
    const granted = async (): Promise<readonly unknown[]> =>
      (JSON.parse(await world.session("approvals", "--json")) as { pattern: unknown }[]).filter(
        ({ pattern }) => pattern === "echo *",
      )
    expect(await granted()).toHaveLength(1)
    await server.play(parent, home.model.script(call({ action: "revoke", session: made!.id })))
    expect(await granted()).toEqual([])
  })
})
