import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { bash } from "./model-server.ts"
import { PATCHING } from "./opencode.ts"
import { World } from "./world.ts"

let world: World
let child: string

beforeAll(async () => {
  world = await World.start()
  child = world.tree
})
afterAll(() => world?.stop())

const BLOCKED = "Blocked in an isolated child session"

describe("a session in a worktree", () => {
  test("is refused what moves others, reads why, and goes on with its own work", async () => {
    const { home } = world
    const before = home.state()
    const denied = [
      "git rebase main",
      "git checkout -B main HEAD",
      `git -C ${home.main} commit --allow-empty -m theirs`,
      `cd ${home.main} && git reset --hard HEAD~1`,
    ]
    const results = await world.play(
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
    expect(await home.ringfence(home.main, "log", "--denied", "--json")).toContain("isolated-git/rebase")
  })

  test("is refused a patch that has a foreign file among its own", async () => {
    const patch = (...files: readonly string[]) => {
      const added = files.flatMap((file) => [`*** Add File: ${file}`, "+text"])
      return { tool: "apply_patch", args: { patchText: ["*** Begin Patch", ...added, "*** End Patch"].join("\n") } }
    }
    const foreign = join(world.home.main, "foreign")
    const message = world.home.model.script(patch("own", foreign), patch("own"))
    const results = await world.server.play(await world.server.session(child), message, "build", PATCHING)
    expect(results[0]).toStartWith(`${BLOCKED}: write ${foreign}`)
    expect(results[1]).toContain("A own")
    expect(existsSync(foreign)).toBe(false)
  })

  test("has its subagents guarded too", async () => {
    const { home } = world
    const before = home.state()
    const inner = home.model.script(bash("git rebase main"), bash("git status -sb"))
    await world.play(child, {
      tool: "task",
      args: { description: "sub work", prompt: inner, subagent_type: "general" },
    })
    expect(home.model.results(inner)[0]).toStartWith(BLOCKED)
    expect(home.model.results(inner)[1]).toContain("## work/child")
    expect(home.state()).toBe(before)
  })

  test("leaves the user's own shell alone", async () => {
    const session = await world.server.session(child)
    const command = "git checkout -q --detach main && echo moved:$RINGFENCE_SESSION: && git checkout -q work/child"
    interface Ran {
      readonly parts: readonly { readonly state: { readonly output: string } }[]
    }
    const run = { agent: "build", command }
    const { parts } = await world.server.call<Ran>("POST", `/session/${session.id}/shell`, child, run)
    expect(parts[0]?.state.output).toContain("moved::")
  })
})

test("a session in the main checkout is not touched", async () => {
  const { home } = world
  const results = await world.play(
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

test("a child that asks goes on when another process grants it, and a grant for another child does not help it", async () => {
  const { home } = world
  const [one, other] = [await world.child(), await world.child()]
  const messages = [home.model.script(bash("echo one")), home.model.script(bash("echo other"))] as const
  await world.asking(one, messages[0])
  const asked = await world.asking(other, messages[1])
  await world.grant(one.id, "--permission", "bash", "--pattern", "echo *")
  expect(await home.model.finished(messages[0])).toEqual(["one\n"])
  expect(await world.waiting()).toEqual([asked.id])
  await world.grant(other.id)
  expect(await home.model.finished(messages[1])).toEqual(["other\n"])
})
