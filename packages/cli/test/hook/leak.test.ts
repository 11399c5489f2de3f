/**
 * The accident that persistent-cd is there for, from end to end: an agent with one shell for all its calls, whose write
 * lands in the wrong folder after a stray cd. Without the hook it does, with it it does not.
 */
import { afterEach, beforeEach, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { makeScene, type Scene } from "@ringfence/guard/persistent-cd/fixture"
import { askForReal, shapeOf, type Shape } from "./shapes.ts"

/** One bash for all calls, as some clients have it. The hook, where there is one, is asked before each call. */
class Agent {
  cwd: string
  readonly told: string[] = []

  constructor(
    private readonly scene: Scene,
    private readonly hook?: Shape,
  ) {
    this.cwd = scene.main
  }

  async call(command: string): Promise<void> {
    if (this.hook) {
      const asked = { command, home: this.scene.main, cwd: this.cwd }
      const answer = await askForReal(this.hook, asked, this.scene.env)
      const reason = this.hook.refusal(answer as Parameters<Shape["refusal"]>[0])
      if (reason !== undefined) return void this.told.push(reason)
    }
    const text = `${command}\ncode=$?\npwd >&3\nexit $code`
    const ran = Bun.spawnSync(["bash", "-c", `exec 3>"$0"; ${text}`, join(this.scene.root, "pwd")], {
      cwd: this.cwd,
      env: { ...this.scene.env },
      stdin: "ignore",
    })
    // As it was measured: the shell's directory is carried over after a command that did not fail.
    if (ran.exitCode === 0) this.cwd = readFileSync(join(this.scene.root, "pwd"), "utf8").trim()
  }
}

const CALLS = ["cd pkg/api && ls >/dev/null", "echo 'remember this' >> backlog.md"]

let scene: Scene
beforeEach(() => {
  scene = makeScene()
})
afterEach(() => scene.remove())

const there = (): readonly string[] =>
  ["backlog.md", "pkg/api/backlog.md"].filter((path) => existsSync(join(scene.main, path)))

test("without the hook the write lands in the wrong folder", async () => {
  const agent = new Agent(scene)
  for (const command of CALLS) await agent.call(command)
  expect(there()).toEqual(["pkg/api/backlog.md"])
})

for (const name of ["claude", "--command"])
  test(`with it the cd is refused, and the write lands where it should: ${name}`, async () => {
    const agent = new Agent(scene, shapeOf(name))
    for (const command of CALLS) await agent.call(command)
    expect(agent.told.map((reason) => reason.split("]")[0])).toEqual(["[persistent-cd"])
    expect(there()).toEqual(["backlog.md"])
    // What it says to do instead works.
    const remedy = /`(\(cd .*?\))`/.exec(agent.told[0]!)![1]!
    await agent.call(remedy)
    await agent.call("echo more >> backlog.md")
    expect([there(), agent.told.length, agent.cwd]).toEqual([["backlog.md"], 1, scene.main])
  }, 60_000)
