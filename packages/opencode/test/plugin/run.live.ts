/** Nobody is there to answer: `opencode run`, and `opencode serve` for a time that was set. */
import { afterAll, describe, expect, test } from "bun:test"
import { bash } from "./model-server.ts"
import { Home } from "./opencode.ts"

const ask = { bash: { "*": "ask", "git status*": "allow" } }
const home = new Home({ config: { permission: ask } })
const child = home.worktree("child")
afterAll(() => home.remove())

describe("opencode run in a worktree", () => {
  test("refuses with a message what nobody can say yes to, and the run goes on", async () => {
    const message = home.model.script(bash("git rebase main"), bash("echo asked"), bash("git status -sb"))
    const { code, out } = await home.run(["run", message], child)
    const results = home.model.results(message)
    expect([code, results.length], out).toEqual([0, 3])
    expect(results[0]).toContain("[isolated-git/rebase]")
    expect(results[1]).toContain("ringfence session grant-approval ses_")
    expect(results[2]).toContain("## work/child")
  })

  test("says yes to what was granted", async () => {
    await home.ringfence(home.main, "session", "grant-approval", "all", "--permission", "bash", "--pattern", "echo *")
    const message = home.model.script(bash("echo granted"), bash("touch other"))
    const { out } = await home.run(["run", message], child)
    const results = home.model.results(message)
    expect(results.length, out).toBe(2)
    expect(results[0]).toBe("granted\n")
    expect(results[1]).toContain("touch other")
  })
})

test("opencode serve refuses with a message what nobody answers in the time that was set, and the work goes on", async () => {
  const home = new Home({ config: { permission: ask }, env: { RINGFENCE_ASK_TIMEOUT: "300" } })
  const child = home.worktree("child")
  const server = await home.serve()
  try {
    const message = home.model.script(bash("echo asked"), bash("git status -sb"))
    const [asked, status] = await server.play(await server.session(child), message)
    expect(asked).toContain("Nobody answered in time: bash")
    expect(status).toContain("## work/child")
    expect(await home.ringfence(home.main, "session", "approvals")).not.toContain("echo asked")
  } finally {
    await server.stop()
    await home.remove()
  }
})
