/** `examine`: the reading that a verdict rests on. That the verdict is that of `check`, every example holds. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Guard, type CheckRequest, type Examination } from "../src/index.ts"
import { copyScene, type Scene } from "./fixture/index.ts"

let guard: Guard
let scene: Scene
beforeAll(async () => {
  guard = await Guard.load()
  scene = copyScene()
}, 240_000)
afterAll(() => scene.remove())

const examine = (command: string, more: Partial<CheckRequest> = {}): Examination =>
  guard.examine({ command, directory: scene.own, env: scene.env, ...more })

test("the message is the same too", () => {
  const request = { command: "git rebase main", directory: scene.own, env: scene.env }
  expect(guard.examine(request).verdict).toEqual(guard.check(request))
})

describe("what it reads", () => {
  test("each command with what it would do and where", () => {
    const { program, steps } = examine("cd src && cat app.txt > ../copy.txt; git status")
    expect(program.commands.map(({ argv }) => argv.map(({ text }) => text).join(" "))).toEqual([
      "cd src",
      "cat app.txt",
      "git status",
    ])
    expect(steps[1]!.command.directory).toEqual({ kind: "at", path: `${scene.own}/src` })
    expect(steps[1]!.effects).toMatchObject([
      { kind: "worktree", path: { kind: "known", text: `${scene.own}/copy.txt` } },
    ])
  })

  test("git subcommands behind wrappers, options and aliases", () => {
    const { steps } = examine("nice git -C src reset --hard; git -c alias.x='stash drop' x")
    const found = steps.flatMap((step) => step.invocations)
    expect(found.map(({ subcommand, words }) => [subcommand, ...words.map(({ text }) => text)])).toEqual([
      ["reset", "--hard"],
      ["stash", expect.any(String)],
    ])
    expect(found[0]!.options.has("hard")).toBe(true)
    expect(found[0]!.cwd).toBe(`${scene.own}/src`)
  })

  test("the files of the machine", () => {
    expect(examine("true").files.stat(scene.main)).toBe("directory")
    expect(examine("git status").files.stat(`${scene.own}/own.txt`)).toBe("file")
  })
})
