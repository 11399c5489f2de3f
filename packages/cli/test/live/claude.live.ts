/** What only Claude Code has: worktrees that it makes itself, and a shell that keeps its directory. */
import { afterAll, beforeAll, describe, expect } from "bun:test"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { proof } from "./outcome.ts"
import { PROGRAMS } from "./programs.ts"
import { install, World, type Played } from "./session.ts"

const claude = PROGRAMS.find(({ name }) => name === "claude")!
const { shell } = claude
const TOOLS = { tool: "ToolSearch", args: { query: "select:EnterWorktree,ExitWorktree", max_results: 5 } }

describe(`${claude.title} ${claude.version}`, () => {
  const prove = (property: string, how: () => void | Promise<void>): void => proof(claude, property, how)
  let world: World
  let played: Played
  beforeAll(async () => {
    world = new World(claude, await install(claude))
    // The marks of a checkout whose shell is to stay where it is.
    const { main } = world.scene
    mkdirSync(join(main, "bin"))
    writeFileSync(join(main, "AGENTS.md"), "")
    const { code, stderr } = await world.ringfence("install", "claude")
    if (code !== 0) throw new Error(stderr)
  }, 600_000)
  afterAll(() => world?.remove())

  prove("a worktree that the session enters is its own until it leaves", async () => {
    const { main } = world.scene
    const reset = `git -C ${main} reset -q --hard`
    const errand = world.model.script(
      shell(world.marked("isolated", "pwd")),
      shell(world.marked("isolated-harm", reset)),
    )
    played = await world.play(main, [
      ["before", shell(world.marked("before", reset))],
      ["cd", shell("cd bin")],
      ["subshell", shell(world.marked("subshell", "(cd bin && pwd)"))],
      ["tools", TOOLS],
      ["enter", { tool: "EnterWorktree", args: { name: "task" } }],
      ["inside", shell(world.marked("inside", "git branch --show-current"))],
      ["inside, harm", shell(world.marked("inside-harm", reset))],
      ["leave", { tool: "ExitWorktree", args: { action: "keep" } }],
      ["after", shell(world.marked("after", reset))],
      [
        "isolated",
        {
          tool: "Agent",
          args: { prompt: errand, description: "x", subagent_type: "general-purpose", isolation: "worktree" },
        },
      ],
    ])
    const { output, told } = played
    expect(existsSync(join(main, ".claude/worktrees/task/.git")), output).toBe(true)
    expect(told("inside"), output).toContain("worktree-task")
    expect(
      ["before", "inside", "inside-harm", "after"].filter((name) => world.ran(name)),
      output,
    ).toEqual(["before", "inside", "after"])
    expect(told("inside, harm")).toContain("[isolated-git/foreign-worktree]")
    // A session of the main checkout may send a subagent into a worktree, which then is the subagent's.
    expect([world.ran("isolated"), world.ran("isolated-harm")], output).toEqual([true, false])
    expect(world.model.results(errand)[1]).toContain("[isolated-git/foreign-worktree]")
  })

  prove("persistent-cd: a cd in a marked checkout is refused, a subshell is not", () => {
    expect(played.told("cd"), played.output).toContain("[persistent-cd]")
    expect([world.ran("subshell"), played.told("subshell")]).toEqual([true, expect.stringContaining("/main/bin")])
  })
})
