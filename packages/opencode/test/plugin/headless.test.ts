import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { bash, type Step } from "./model-server.ts"
import { Home, until, type Server, type Session } from "./opencode.ts"

const asks = { bash: { "*": "ask", "git status*": "allow" }, external_directory: "ask" }
const home = new Home({
  config: {
    subagent_depth: 3,
    agent: {
      careful: { mode: "primary", permission: asks },
      helper: { mode: "subagent", description: "helps", permission: asks },
    },
  },
})
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

const asker = home.worktree("asker")

/** A session below one in the main checkout, which asks before it runs anything. */
async function below(): Promise<Session> {
  const parent = await server.session(home.main)
  return server.session(asker, { parentID: parent.id, agent: "careful" })
}

const grant = (...argv: readonly string[]): Promise<string> =>
  home.ringfence(home.main, "session", "grant-approval", ...argv)

/** Starts a script, and gives the question that it leads to. */
async function asking(session: Session, message: string) {
  await server.begin(session, message, "careful")
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
    const [one, other] = [await below(), await below()]
    const messages = [home.model.script(bash("echo one")), home.model.script(bash("echo other"))] as const
    const asked = [await asking(one, messages[0]), await asking(other, messages[1])] as const
    await Promise.all(asked.map(({ id }) => row(id)))
    await grant(one.id, "--permission", "bash", "--pattern", "echo *")
    expect(await home.model.finished(messages[0])).toEqual(["one\n"])
    expect((await server.asks(asker)).map(({ id }) => id)).toEqual([asked[1].id])
    await grant(other.id)
    expect(await home.model.finished(messages[1])).toEqual(["other\n"])
  })

  test("is answered at once by what was granted before, until it is revoked", async () => {
    const session = await below()
    const first = home.model.script(bash("echo first"))
    await row((await asking(session, first)).id)
    const given = JSON.parse(await grant(session.id, "--permission", "bash", "--json")) as { readonly id: string }
    await home.model.finished(first)
    expect(await server.play(session, home.model.script(bash("echo second")), "careful")).toEqual(["second\n"])
    await home.ringfence(home.main, "session", "revoke", given.id)
    const third = home.model.script(bash("echo third"))
    const asked = await asking(session, third)
    await row(asked.id)
    expect((await server.asks(asker)).map(({ id }) => id)).toEqual([asked.id])
    await home.ringfence(home.main, "session", "deny", asked.id, "--feedback", "use printf")
    expect(await home.model.finished(third)).toEqual([expect.stringContaining("use printf")])
  })

  test("is not granted what destroys the work of others", async () => {
    const session = await below()
    await grant("all", "--for", "10m")
    try {
      const outside = join(home.top, "precious")
      home.sh(home.top, "mkdir precious && echo kept >precious/file")
      const message = home.model.script(bash(`rm -rf ${outside}`))
      const asked = await asking(session, message)
      await row(asked.id)
      expect(await server.play(await below(), home.model.script(bash("echo granted")), "careful")).toEqual([
        "granted\n",
      ])
      expect((await server.asks(asker)).map(({ id }) => id)).toEqual([asked.id])
      await server.call("POST", `/permission/${asked.id}/reply`, asker, { reply: "reject", message: "keep it" })
      expect(await home.model.finished(message)).toEqual([expect.stringContaining("keep it")])
      expect(existsSync(join(outside, "file"))).toBe(true)
      expect(await home.ringfence(home.main, "session", "approvals")).not.toContain(asked.id)
    } finally {
      await home.ringfence(home.main, "session", "revoke", "all")
    }
  })

  test("is answered at any depth", async () => {
    const deep = await server.session(asker, { parentID: (await below()).id })
    const inner = home.model.script(bash("echo deep"))
    const task = home.model.script({
      tool: "task",
      args: { description: "sub work", prompt: inner, subagent_type: "helper" },
    })
    await server.begin(deep, task, "careful")
    const asked = await until("the subagent asks", async () =>
      (await server.asks(asker)).find(({ sessionID }) => sessionID !== deep.id),
    )
    await row(asked.id)
    await grant(asked.sessionID, "--once")
    expect(await home.model.finished(inner)).toEqual(["deep\n"])
    await home.model.finished(task)
  })
})

test("a rule that is lifted once lets one command through", async () => {
  const session = await below()
  const rebase = bash("git rebase -q main && echo rebased")
  await grant("all", "--permission", "bash")
  try {
    const [refused] = await server.play(session, home.model.script(rebase), "careful")
    expect(refused).toContain("[isolated-git/rebase]")
    await grant(session.id, "--rule", "isolated-git/rebase", "--once")
    const results = await server.play(session, home.model.script(rebase, rebase), "careful")
    expect(results).toEqual(["rebased\n", expect.stringContaining("[isolated-git/rebase]")])
  } finally {
    await home.ringfence(home.main, "session", "revoke", "all")
  }
})

describe("the session tool", () => {
  const call = (args: Readonly<Record<string, unknown>>) => ({ tool: "session", args })

  test("starts another agent on a worktree of its own, which works in the background and is ended again", async () => {
    const before = home.state()
    const parent = await server.session(home.main)
    const work = home.model.script(
      bash("echo done >report && git add report && git commit -qm report && echo committed"),
      bash("git merge main; git rebase main"),
    )
    const [created = ""] = await server.play(
      parent,
      home.model.script(call({ action: "create", title: "Write a report", isolate: true, prompt: work })),
    )
    expect(created).toContain("on branch ringfence/write-a-report")
    const [id = ""] = /ses_\w+/.exec(created) ?? []
    expect(await home.model.finished(work)).toEqual([
      expect.stringContaining("committed"),
      expect.stringContaining("Blocked in an isolated child session"),
    ])
    const [made] = await server.children(parent)
    expect(made?.directory).toStartWith(join(home.data, "opencode/worktree"))
    expect(home.state()).toBe(before)

    const status = call({ action: "status", session: made!.id })
    const results = await server.play(
      parent,
      home.model.script(
        call({ action: "list" }),
        status,
        call({ action: "remove", session: id }),
        bash("git merge -q --ff-only ringfence/write-a-report && cat report"),
        call({ action: "remove", session: id }),
      ),
    )
    expect(results[0]).toContain(id)
    expect(results[1]).toContain("isolated-git/")
    expect(results[2]).toContain("report")
    expect(results[3]).toBe("done\n")
    expect(results[4]).toContain(`Removed ${id}`)
    expect(existsSync(made!.directory)).toBe(false)
  })

  test("lets a session answer and grant what its children ask, and a child nothing", async () => {
    const parent = await server.session(home.main)
    const work = home.model.script(
      bash("echo one"),
      bash("echo two"),
      call({ action: "grant-approval", session: "all" }),
    )
    await server.play(
      parent,
      home.model.script(call({ action: "create", title: "Ask first", isolate: true, prompt: work })),
      "careful",
    )
    const [made] = await server.children(parent)
    const asked = await until("the child asks", async () => (await server.asks(made!.directory))[0])
    await row(asked.id)
    const results = await server.play(
      parent,
      home.model.script(
        call({ action: "approvals" }),
        call({ action: "approve", ask: asked.id }),
        call({ action: "grant-approval", session: made!.id, permission: "bash", pattern: "echo *" }),
      ),
    )
    expect(results[0]).toContain(asked.id)
    expect(await home.model.finished(work)).toEqual(["one\n", "two\n", expect.stringContaining("child session cannot")])
  })
})
