/** `examine`: the same verdict as `check`, with the reading it rests on. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Guard, type CheckRequest, type Examination } from "../src/index.ts"
import { copyScene, type Scene } from "./fixture/index.ts"
import { namedCases, type NamedCase } from "./mutation/cases.ts"

let guard: Guard
let scene: Scene
let cases: readonly NamedCase[]
beforeAll(async () => {
  guard = await Guard.load()
  scene = copyScene()
  cases = await namedCases()
}, 240_000)
afterAll(() => scene.remove())

const examine = (command: string, more: Partial<CheckRequest> = {}): Examination =>
  guard.examine({ command, directory: scene.own, env: scene.env, ...more })

test("it says of every example what check says", () => {
  const examining = new Proxy(guard, {
    get: (target, name) =>
      name === "check" ? (request: CheckRequest) => target.examine(request).verdict : Reflect.get(target, name),
  })
  expect(cases.length).toBeGreaterThan(1000)
  expect(cases.filter((one) => one.isWrong(examining)).map(({ name }) => name)).toEqual([])
})

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
