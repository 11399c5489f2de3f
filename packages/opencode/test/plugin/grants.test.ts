import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { bash } from "./model-server.ts"
import { Home, until, type Server, type Session } from "./opencode.ts"

const home = new Home({
  config: { permission: { bash: { "*": "ask", "git status*": "allow" }, external_directory: "ask", edit: "ask" } },
})
const tree = home.worktree("asker")
let server: Server
let parent: Session

beforeAll(async () => {
  server = await home.serve()
  parent = await server.session(home.main)
})
afterAll(async () => {
  await server?.stop()
  await home.remove()
})

const child = (): Promise<Session> => server.session(tree, { parentID: parent.id })
const grant = (...argv: readonly string[]): Promise<string> =>
  home.ringfence(home.main, "session", "grant-approval", ...argv)

/** Starts a script, and gives the question that it leads to. */
async function asking(session: Session, message: string) {
  await server.begin(session, message)
  return until("opencode asks", async () =>
    (await server.asks(session.directory)).find(({ sessionID }) => sessionID === session.id),
  )
}

/** The row by which every process knows a question. */
const row = (id: string): Promise<unknown> =>
  until(
    "the question is known to every process",
    async () => (await home.ringfence(home.main, "session", "approvals")).includes(id) || undefined,
  )

describe("a child that asks", () => {
  test("goes on when another process grants it, and a grant for another child does not help it", async () => {
    const [one, other] = [await child(), await child()]
    const messages = [home.model.script(bash("echo one")), home.model.script(bash("echo other"))] as const
    const asked = [await asking(one, messages[0]), await asking(other, messages[1])] as const
    await Promise.all(asked.map(({ id }) => row(id)))
    await grant(one.id, "--permission", "bash", "--pattern", "echo *")
    expect(await home.model.finished(messages[0])).toEqual(["one\n"])
    expect((await server.asks(tree)).map(({ id }) => id)).toEqual([asked[1].id])
    await grant(other.id)
    expect(await home.model.finished(messages[1])).toEqual(["other\n"])
  })

  test("is answered at once by what was granted before, until it is revoked", async () => {
    const session = await child()
    const first = home.model.script(bash("echo first"))
    await row((await asking(session, first)).id)
    const given = JSON.parse(await grant(session.id, "--permission", "bash", "--json")) as { readonly id: string }
    await home.model.finished(first)
    expect(await server.play(session, home.model.script(bash("echo second")))).toEqual(["second\n"])
    await home.ringfence(home.main, "session", "revoke", given.id)
    const third = home.model.script(bash("echo third"))
    const asked = await asking(session, third)
    await row(asked.id)
    expect((await server.asks(tree)).map(({ id }) => id)).toEqual([asked.id])
    await home.ringfence(home.main, "session", "deny", asked.id, "--feedback", "use printf")
    expect(await home.model.finished(third)).toEqual([expect.stringContaining("use printf")])
  })

  test("is not granted what destroys the work of others", async () => {
    const session = await child()
    await grant("all", "--for", "10m")
    try {
      const outside = join(home.top, "precious")
      home.sh(home.top, "mkdir precious && echo kept >precious/file")
      const message = home.model.script(bash(`rm -rf ${outside}`))
      const asked = await asking(session, message)
      await row(asked.id)
      expect(await server.play(await child(), home.model.script(bash("echo granted")))).toEqual(["granted\n"])
      expect((await server.asks(tree)).map(({ id }) => id)).toEqual([asked.id])
      await server.call("POST", `/permission/${asked.id}/reply`, tree, { reply: "reject", message: "keep it" })
      expect(await home.model.finished(message)).toEqual([expect.stringContaining("keep it")])
      expect(existsSync(join(outside, "file"))).toBe(true)
      expect(await home.ringfence(home.main, "session", "approvals")).not.toContain(asked.id)
    } finally {
      await home.ringfence(home.main, "session", "revoke", "all")
    }
  })

  test("is answered at any depth", async () => {
    const deep = await server.session(tree, { parentID: (await child()).id })
    const inner = home.model.script(bash("echo deep"))
    const task = home.model.script({
      tool: "task",
      args: { description: "sub work", prompt: inner, subagent_type: "general" },
    })
    await server.begin(deep, task)
    const asked = await until("the subagent asks", async () =>
      (await server.asks(tree)).find(({ sessionID }) => sessionID !== deep.id),
    )
    await row(asked.id)
    await grant(asked.sessionID, "--once")
    expect(await home.model.finished(inner)).toEqual(["deep\n"])
    await home.model.finished(task)
  })
})

test("a rule that is lifted once lets one command through", async () => {
  const session = await child()
  const rebase = bash("git rebase -q main && echo rebased")
  await grant("all", "--permission", "bash")
  try {
    const [refused] = await server.play(session, home.model.script(rebase))
    expect(refused).toContain("[isolated-git/rebase]")
    await grant(session.id, "--rule", "isolated-git/rebase", "--once")
    const results = await server.play(session, home.model.script(rebase, rebase))
    expect(results).toEqual(["rebased\n", expect.stringContaining("[isolated-git/rebase]")])
  } finally {
    await home.ringfence(home.main, "session", "revoke", "all")
  }
})
