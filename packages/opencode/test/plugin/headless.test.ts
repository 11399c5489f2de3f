import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { bash, type Step } from "./model-server.ts"
import { Home, type Server } from "./opencode.ts"

const home = new Home()
const child = home.worktree("child")
let server: Server

beforeAll(async () => {
  server = await home.serve()
})
afterAll(async () => {
  await server?.stop()
  await home.remove()
})

const BLOCKED = "Blocked in an isolated child session"

/** Plays calls in a session of their own. */
async function play(directory: string, ...calls: readonly Step[]): Promise<readonly string[]> {
  return server.play(await server.session(directory), home.model.script(...calls))
}

describe("a session in a worktree", () => {
  test("is refused what moves others, reads why, and goes on with its own work", async () => {
    const before = home.state()
    const denied = [
      "git rebase main",
      "git checkout -B main HEAD",
      `git -C ${home.main} commit --allow-empty -m theirs`,
      `cd ${home.main} && git reset --hard HEAD~1`,
    ]
    const results = await play(
      child,
      ...denied.map((command) => bash(command)),
      bash("git reset --hard HEAD~1", { workdir: home.main }),
      { tool: "write", args: { filePath: join(home.main, "written"), content: "x" } },
      { tool: "edit", args: { filePath: join(home.main, "a"), oldString: "two", newString: "three" } },
      bash("echo mine >b && git add b && git commit -qm mine && git push -q origin HEAD && echo pushed"),
      { tool: "write", args: { filePath: join(child, "c"), content: "own" } },
      bash('cat c; echo $RINGFENCE_WORKTREE $RINGFENCE_BRANCH; test -n "$RINGFENCE_SESSION" && echo named'),
    )
    for (const result of results.slice(0, 7)) expect(result).toStartWith(BLOCKED)
    expect(results[0]).toContain("[isolated-git/rebase]")
    expect(results[7]).toContain("pushed")
    expect(results[9]).toContain(`own${child} work/child\nnamed`)
    expect(home.state()).toBe(before)
    expect(existsSync(join(home.main, "written"))).toBe(false)
    const log = await home.ringfence(home.main, "log", "--denied", "--json")
    expect(log).toContain("isolated-git/rebase")
  })

  test("has its subagents guarded too", async () => {
    const before = home.state()
    const inner = home.model.script(bash("git rebase main"), bash("git status -sb"))
    const outer = home.model.script({
      tool: "task",
      args: { description: "sub work", prompt: inner, subagent_type: "general" },
    })
    await server.play(await server.session(child), outer)
    expect(home.model.results(inner)[0]).toStartWith(BLOCKED)
    expect(home.model.results(inner)[1]).toContain("## work/child")
    expect(home.state()).toBe(before)
  })

  test("leaves the user's own shell alone", async () => {
    const session = await server.session(child)
    const command = "git checkout -q --detach main && echo moved:$RINGFENCE_SESSION: && git checkout -q work/child"
    const { parts } = await server.call<{ readonly parts: readonly { readonly state: { readonly output: string } }[] }>(
      "POST",
      `/session/${session.id}/shell`,
      child,
      { agent: "build", command },
    )
    expect(parts[0]?.state.output).toContain("moved::")
  })
})

test("a session in the main checkout is not touched", async () => {
  const results = await play(
    home.main,
    bash(
      "git checkout -q -b topic && git commit -q --allow-empty -m topic && git checkout -q main && git merge -q topic && echo merged",
    ),
    bash("git branch -D topic && git reset -q --hard HEAD~0 && echo $RINGFENCE_WORKTREE:"),
    { tool: "write", args: { filePath: join(home.main, "fresh"), content: "x" } },
  )
  expect(results[0]).toContain("merged")
  expect(results[1]).toEndWith(":\n")
  expect(readFileSync(join(home.main, "fresh"), "utf8")).toBe("x")
})
