/** The hooks, in the real clients: what they refuse is not run, what they let through is, and the model learns why. */
import { afterAll, beforeAll, describe, expect } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { proof, record } from "./outcome.ts"
import { PROGRAMS, type Program } from "./programs.ts"
import { install, World, type Call, type Installation, type Played } from "./session.ts"

/** The properties, as the table heads them. */
const PROPERTIES = {
  control: "without it, the harm is done",
  doctor: "doctor says that it holds",
  main: "main session",
  elsewhere: "after a cd to the main checkout",
  file: "file tools",
  subagent: "subagent",
  left: "uninstalled, nothing is left",
} as const

/** Moves the branch of the main checkout, which is not the session's own. */
const HARM = "reset -q --hard HEAD~1"

/** The calls by which a client comes to run a command in another folder. */
function elsewhere({ shell, elsewhere }: Program, name: string, folder: string, command: string): readonly Call[] {
  if (elsewhere === "cd in the call") return [[name, shell(`cd ${folder} && { ${command}; }`)]]
  if (elsewhere === "cd of the call before")
    return [
      [`${name}: cd`, shell(`cd ${folder}`)],
      [name, shell(command)],
    ]
  const call = shell(command)
  return [[name, { ...call, args: { ...(call.args as object), [elsewhere.field]: folder } }]]
}

/** A subagent that is given a message, and is waited for. */
const helper = ({ subagent, wait }: Program, message: string): readonly Call[] =>
  subagent ? [["helper", subagent(message)], ...(wait ? [["wait", wait] as const] : [])] : []

for (const program of PROGRAMS)
  describe(`${program.title} ${program.version}`, () => {
    const prove = (property: string, how: () => void | Promise<void>): void => proof(program, property, how)
    const { title, version, shell, write } = program
    let at: Installation
    let world: World
    let errand = ""
    let played: Played
    let changed: readonly string[] = []
    let before: ReturnType<World["foreign"]>

    beforeAll(async () => {
      try {
        at = await install(program)
        world = new World(program, at)
      } catch (error) {
        const outcome = `not run: ${(error as Error).message.split("\n")[0]}`
        for (const property of Object.values(PROPERTIES)) record({ title, version, property, outcome })
        throw error
      }
    }, 600_000)
    afterAll(() => {
      if (!program.subagent) record({ title, version, property: PROPERTIES.subagent, outcome: "none" })
      return world?.remove()
    })

    prove(PROPERTIES.control, async () => {
      const control = new World(program, at)
      try {
        const was = control.foreign()
        const { main, own } = control.scene
        const { output } = await control.play(own, [["harm", shell(control.marked("harm", `git -C ${main} ${HARM}`))]])
        expect(
          [control.ran("harm"), control.foreign().get("ref refs/heads/main") === was.get("ref refs/heads/main")],
          output,
        ).toEqual([true, false])
      } finally {
        await control.remove()
      }
    })

    prove(PROPERTIES.doctor, async () => {
      const { code, stdout, stderr } = await world.ringfence("install", program.name, "--json")
      expect(code, stdout + stderr).toBe(0)
      const [{ changes = [] } = {}] = JSON.parse(stdout) as { changes?: { file: string }[] }[]
      changed = changes.map(({ file }) => file)
      expect(changed.length).toBeGreaterThan(0)
      const doctor = await world.ringfence("doctor", "--json", ...(program.name === "codex" ? ["--live"] : []))
      const { clients } = JSON.parse(doctor.stdout) as { clients: { client: string; verdict: string }[] }
      expect(clients.find(({ client }) => client === program.name)?.verdict, doctor.stdout).toBe("enforced")
    })

    prove(PROPERTIES.main, async () => {
      const { main, own } = world.scene
      before = world.foreign()
      const helping = [world.marked("helper", "pwd"), world.marked("helper-harm", `git -C ${main} ${HARM}`)]
      errand = world.model.script(...helping.map((command) => shell(command)))
      const calls: readonly Call[] = [
        ["normal", shell(world.marked("normal", "git status"))],
        ["harm", shell(world.marked("harm", `git -C ${main} ${HARM}`))],
        ["push", shell(world.marked("push", "git push -q -f origin HEAD:main"))],
        ["file", write(join(main, "planted.txt"), "x")],
        ["own file", write(join(own, "mine.txt"), "x")],
        ...elsewhere(program, "elsewhere", main, world.marked("elsewhere", "git log --oneline -1")),
        ...elsewhere(program, "harm elsewhere", main, world.marked("harm-elsewhere", `git ${HARM}`)),
        ...helper(program, errand),
        ["commit", shell(`git -C ${own} commit -q --allow-empty -m own`)],
      ]
      played = await world.play(own, calls)
      const { output, told } = played
      expect(
        ["normal", "harm", "push"].filter((name) => world.ran(name)),
        output,
      ).toEqual(["normal"])
      expect(told("harm"), output).toContain("[isolated-git/foreign-worktree]")
      expect(told("push"), output).toContain("[isolated-git/foreign-remote-branch]")
      expect(told("normal"), output).toContain("feat/child-work")
      expect([...world.foreign()], output).toEqual([...before])
    })

    prove(PROPERTIES.elsewhere, () => {
      expect([world.ran("elsewhere"), world.ran("harm-elsewhere")], played.output).toEqual([true, false])
      expect(played.told("harm elsewhere")).toContain("[isolated-git/foreign-worktree]")
    })

    prove(PROPERTIES.file, () => {
      const { main, own } = world.scene
      expect([existsSync(join(main, "planted.txt")), existsSync(join(own, "mine.txt"))], played.output).toEqual([
        false,
        true,
      ])
      expect(played.told("file")).toContain("[isolated-git/foreign-worktree]")
    })

    if (program.subagent)
      prove(PROPERTIES.subagent, () => {
        expect([world.ran("helper"), world.ran("helper-harm")], played.output).toEqual([true, false])
        expect(world.model.results(errand)[1], played.output).toContain("[isolated-git/foreign-worktree]")
      })

    prove(PROPERTIES.left, async () => {
      const { code, stdout, stderr } = await world.ringfence("uninstall", program.name)
      expect(code, stdout + stderr).toBe(0)
      const { stdout: status } = await world.ringfence("status", "--json")
      const clients = JSON.parse(status) as { client: string; entries: unknown[] }[]
      expect(clients.find(({ client }) => client === program.name)?.entries).toEqual([])
      const touched = changed.filter((file) => existsSync(file))
      expect(touched.filter((file) => /ringfence/i.test(readFileSync(file, "utf8")))).toEqual([])
      expect(changed.map((file) => `${file}.ringfence-backup`).filter((file) => existsSync(file))).toEqual([])
    })
  })
