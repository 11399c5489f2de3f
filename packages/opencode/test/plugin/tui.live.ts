/** The dialogs in the real opencode, in a terminal: `npm run live`. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { bash } from "./model-server.ts"
import { Home, until, type Server, type Session } from "./opencode.ts"
import { dialogOf, Terminal } from "./tui-terminal.ts"

const asks = { bash: { "*": "ask", "git *": "allow", "echo rebased": "allow" } }
const home = new Home({ config: { agent: { careful: { mode: "primary", permission: asks } } } })
const work = home.worktree("report")
let terminal: Terminal
let server: Server
let child: Session

beforeAll(async () => {
  ;({ terminal, server } = await Terminal.open(home))
  const parent = await server.session(home.main, { title: "Lead" })
  child = await server.session(work, { title: "Write a report", parentID: parent.id })
}, 260_000)
afterAll(async () => {
  terminal?.close()
  await home.remove()
})

const run = (name: string): Promise<void> => terminal.command(name, "Ringfence: ")

/** Holds the dialog on the screen to the one that is kept; with GOLDEN=write it is kept anew. */
async function like(name: string, screen: string): Promise<void> {
  const file = Bun.file(join(import.meta.dir, "golden", `tui-${name}.txt`))
  const shown = `${dialogOf(screen)}\n`
  if (process.env["GOLDEN"] === "write") await Bun.write(file, shown)
  expect(shown).toBe(await file.text())
}

/** What is in force, as another process sees it. */
const granted = async (): Promise<readonly object[]> =>
  JSON.parse(await home.ringfence(home.main, "session", "approvals", "--json")) as readonly object[]

describe("in opencode's terminal", () => {
  test("a person hears that a child waits, grants it with a scope and an end, and it goes on", async () => {
    const message = home.model.script(bash("echo one"), bash("git rebase main"))
    await server.begin(child, message, "careful")
    await terminal.reads("Write a report (branch work/report) waits for an answer: bash: echo one.")
    await run("grant-approval")
    await like("whom", await terminal.sees("to whom?"))
    terminal.choose()
    await like("width", await terminal.sees("Yes, this once"))
    terminal.choose(2)
    await like("term", await terminal.sees("For how long?"))
    terminal.choose(1)
    await terminal.reads("Granted to Write a report: bash on echo *, for 10m.")
    const results = await home.model.finished(message)
    expect(results).toEqual(["one\n", expect.stringContaining("[isolated-git/rebase]")])
    expect(await granted()).toMatchObject([{ target: child.id, permission: "bash", pattern: "echo *" }])
  })

  test("a person hears that a child was blocked and whose work was at stake, and lifts the rule", async () => {
    const rebase = bash("git rebase -q main && echo rebased")
    const [first, second] = [home.model.script(rebase), home.model.script(rebase, rebase)]
    await server.begin(child, first, "careful")
    await terminal.reads(
      `Write a report was blocked: git rebase -q main && echo rebased [isolated-git/rebase]. At stake was the work of main in ${home.main}. See /ringfence.`,
    )
    await run("ringfence")
    const screen = await terminal.sees("Refused last")
    expect(screen).toContain("No isolated session")
    terminal.choose(2)
    await terminal.sees("For how long?")
    terminal.choose()
    await terminal.reads("Granted to Write a report: a lift of isolated-git/rebase, for one time.")
    expect(await server.play(child, second, "careful")).toEqual([
      "rebased\n",
      expect.stringContaining("[isolated-git/rebase]"),
    ])
  })

  test("a person sees what is in force, and takes it back", async () => {
    await run("approvals")
    await like("approvals", await terminal.sees("In force"))
    terminal.choose()
    await terminal.sees("Revoke it")
    terminal.choose()
    await terminal.reads("Revoked: Write a report: bash on echo *, for 10m.")
    await until("the grant is gone", async () => (await granted()).length === 0 || undefined)
  })

  test("a person says no, and why; and grants each part of what is asked for together", async () => {
    const message = home.model.script(bash("touch one"), bash("touch two && stat two"))
    await server.begin(child, message, "careful")
    await terminal.reads("Write a report (branch work/report) waits for an answer: bash: touch one.")
    await run("grant-approval")
    await terminal.sees("to whom?")
    terminal.choose()
    await terminal.sees("No…")
    terminal.choose(6)
    await terminal.sees("No: what is it to do instead?")
    terminal.type("leave it")
    terminal.press("Enter")
    await terminal.reads("(bash): denied.")
    await terminal.reads("waits for an answer: bash: touch two, stat two.")
    await run("grant-approval")
    await terminal.sees("to whom?")
    terminal.choose()
    await terminal.sees("Yes, this once")
    terminal.choose(1)
    await terminal.sees("For how long?")
    terminal.choose()
    expect(await home.model.finished(message)).toEqual([
      expect.stringContaining("leave it"),
      expect.stringContaining("two"),
    ])
    expect(await granted()).toEqual([])
  })

  test("the palette has it all, and the state is that of the session on the screen", async () => {
    terminal.press("C-p")
    await terminal.sees("Commands")
    terminal.type("ringfence")
    for (const title of ["Let a session do", "What waits for an answer", "The guard in this session"])
      await terminal.sees(`Ringfence: ${title}`)
    terminal.press("Escape")
    await server.call("POST", "/tui/select-session", home.main, { sessionID: child.id })
    // Where a session has no prompt there is the palette.
    await terminal.sees("Subagent")
    terminal.press("C-p")
    await terminal.sees("Commands")
    terminal.type("guard in this session")
    await terminal.sees(/Ringfence: The guard in this session/)
    terminal.press("Enter")
    const screen = await terminal.sees("Refused last")
    expect(screen).toContain("Isolated session: guarded")
    expect(screen).toContain("It owns the branch work/report")
    terminal.press("Escape")
  })
})
