/** The session tool, over real services and real git. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit, ManagedRuntime } from "effect"
import * as z from "zod"
import { Permission } from "../../src/permission/index.ts"
import { Session } from "../../src/session/index.ts"
import { ACTIONS, Request } from "../../src/tool/session-parameters.ts"
import { SessionTool } from "../../src/tool/index.ts"
import { Verbs } from "../../src/verbs/index.ts"
import { scene as makeScene, type Scene } from "../worktree/support.ts"

let scene: Scene
let runtime: ManagedRuntime.ManagedRuntime<Verbs.Services, never>
let root: Session.Info
let stranger: Session.Info

const run = <A, E>(effect: Effect.Effect<A, E, Verbs.Services>): Promise<A> => runtime.runPromise(effect)
const sessions = <A, E>(use: (service: Session.Interface) => Effect.Effect<A, E>): Promise<A> =>
  run(
    Effect.gen(function* () {
      return yield* use(yield* Session.Service)
    }),
  )
const started = async (title: string): Promise<Session.Info> =>
  (await sessions((service) => service.create({ title, directory: scene.repo }))).session

beforeAll(async () => {
  scene = makeScene()
  runtime = ManagedRuntime.make(Verbs.layer)
  root = await started("Lead the work")
  stranger = await started("Somebody else")
}, 100_000)
afterAll(async () => {
  await runtime.dispose()
  await scene[Symbol.asyncDispose]()
})

type Input = Parameters<typeof SessionTool.execute>[0]

const execute = (input: Input, session = root.id) =>
  SessionTool.execute(input, { session, abort: new AbortController().signal, metadata: () => {} })

/** What the model gets to read. */
const tell = async (input: Input, session?: string): Promise<string> => (await run(execute(input, session))).output

const fail = async (input: Input, session?: string): Promise<{ readonly _tag: string; readonly message: string }> => {
  const exit = await runtime.runPromiseExit(execute(input, session))
  const reason = Exit.isFailure(exit) ? exit.cause.reasons.find(({ _tag }) => _tag === "Fail") : undefined
  if (reason?._tag !== "Fail") throw new Error(`it did not fail: ${JSON.stringify(exit)}`)
  return reason.error
}

/** The id of a child that was made for a test. */
async function child(title: string, parent?: string): Promise<string> {
  return (await tell({ action: "create", title, isolate: true }, parent)).split(" ")[0]!
}

describe("the arguments", () => {
  test("are flat for the model: one object, nothing but the action required, nothing beside", () => {
    const shape = z.toJSONSchema(SessionTool.parameters) as Readonly<Record<string, unknown>>
    expect(shape).toMatchObject({ type: "object", required: ["action"], additionalProperties: false })
    expect(shape["oneOf"] ?? shape["anyOf"]).toBeUndefined()
  })

  test("name every action there is", () => {
    expect(Request.options.map((option) => option.shape.action.value).toSorted()).toEqual([...ACTIONS].toSorted())
  })

  const faults: readonly (readonly [Input, string])[] = [
    [{ action: "create" }, "session: the action create needs title."],
    [{ action: "run", session: "ses_1" }, "session: the action run needs command."],
    [{ action: "approve" }, "session: the action approve needs ask."],
    [{ action: "revoke" }, "session: the action revoke needs either session or grant."],
    [{ action: "list", title: "x" }, "session: the action list has no title; it takes no other field."],
    [
      { action: "deny", ask: "ask_1", force: true },
      "session: the action deny has no force; it takes ask, feedback (optional).",
    ],
    [
      { action: "grant-approval", session: "all", duration: "soon" },
      'session: duration is "soon": give a number with ms, s, m, h or d, such as 90s, 2h or 1h30m, of at most a year.',
    ],
    [{ action: "status", session: "" }, "The parameters of session are not valid: session: "],
    [{ action: "dance" } as unknown as Input, "The parameters of session are not valid: action: "],
    [{ action: "list", nope: 1 } as unknown as Input, "The parameters of session are not valid: "],
  ]
  for (const [input, said] of faults) {
    test(JSON.stringify(input), async () => {
      const { _tag, message } = await fail(input)
      expect(_tag).toBe("Tool.InvalidParameters")
      expect(message).toStartWith(said)
    })
  }

  test("null counts as left out", async () => {
    expect(await tell({ action: "list", title: null, force: null })).toStartWith(`you: ${root.id} (Lead the work)`)
  })
})

describe("a session with children", () => {
  test("creates, lists, runs in, and removes them", async () => {
    const made = await tell({ action: "create", title: "Fix it", isolate: true, branch: "fix/it", from: "main" })
    const id = made.split(" ")[0]!
    expect(made).toMatch(/^ses_\w+ \(Fix it\) on branch fix\/it in \//)
    const { directory, parentID, kind } = await sessions((service) => service.get(id))
    expect({ parentID, kind }).toEqual({ parentID: root.id, kind: "peer" })

    const ran = await tell({ action: "run", session: id, command: "echo new > new.txt && pwd", timeout: "1m" })
    expect(ran).toContain(directory)
    expect(await tell({ action: "list" })).toContain(
      `${id} (Fix it) on branch fix/it in ${directory}: 1 file not committed`,
    )
    expect(await tell({ action: "status", session: id })).toContain("1 file not committed")

    const refused = await fail({ action: "remove", session: id })
    expect(refused).toMatchObject({ _tag: "Worktree.WouldLose" })
    expect(refused.message).toContain("1 uncommitted file")
    expect(await tell({ action: "remove", session: id, force: true })).toContain(`Removed ${id} (Fix it).`)
    expect(existsSync(directory)).toBe(false)
  })

  test("what the guard refuses in a child is refused, and nothing of it runs", async () => {
    const id = await child("Merge it")
    const { directory } = await sessions((service) => service.get(id))
    const { _tag, message } = await fail({ action: "run", session: id, command: "touch sentinel; git merge main" })
    expect(_tag).toBe("IsolatedGit.Blocked")
    expect(message).toContain("[isolated-git/merge]")
    expect(existsSync(join(directory, "sentinel"))).toBe(false)
  })

  test("what a child would have to ask for is denied at once, until it is granted", async () => {
    const id = await child("Look outside")
    const notes = join(scene.root, "outside/notes.txt")
    scene.write(notes, "outside\n")
    const input: Input = { action: "run", session: id, command: `cat ${notes}` }
    const { _tag, message } = await fail(input)
    expect(_tag).toBe("Permission.Denied")
    expect(message).toContain(`grant-approval ${id} --permission external_directory`)
    await tell({ action: "grant-approval", session: id, permission: "external_directory", once: true })
    expect(await tell(input)).toBe("outside\n")
    expect((await fail(input))._tag).toBe("Permission.Denied")
  })

  test("grants and takes back, for one and for all of its own", async () => {
    const id = await child("Read elsewhere")
    const one = await tell({
      action: "grant-approval",
      session: id,
      permission: "external_directory",
      pattern: "/srv/*",
      duration: "2h",
    })
    expect(one).toMatch(new RegExp(`^grt_\\w+: ${id}: external_directory on /srv/\\*, for 2h\\.$`))
    const all = await tell({ action: "grant-approval", session: "all", once: true })
    expect(all).toContain(`all sessions below ${root.id}: everything, for one time.`)
    const shown = await tell({ action: "approvals" })
    for (const grant of [one, all]) expect(shown).toContain(grant)
    await tell({ action: "revoke", grant: one.split(":")[0]! })
    await tell({ action: "revoke", session: "all" })
    expect(await tell({ action: "approvals" })).toBe("Nothing is granted, and no question waits.")
  })

  test("answers their questions, and is told what they wait for", async () => {
    const id = await child("Ask first")
    const asking = runtime.runPromiseExit(
      Effect.gen(function* () {
        const permission = yield* Permission.Service
        yield* permission.ask({
          session: id,
          permission: "external_directory",
          patterns: ["/srv/data/*"],
          always: [],
          metadata: {},
        })
      }),
    )
    const ask = await until(async () => /ask_\w+/.exec(await tell({ action: "approvals" }))?.[0])
    expect(await tell({ action: "approvals" })).toContain(`${ask} of ${id} asks for external_directory: /srv/data/*`)
    expect(await tell({ action: "deny", ask, feedback: "use the fixtures" })).toContain(": denied.")
    expect(JSON.stringify(await asking)).toContain("use the fixtures")
    expect((await fail({ action: "approve", ask }))._tag).toBe("Permission.Settled")
  })
})

describe("what is not the caller's own is refused", () => {
  test("other sessions, in every action that names one", async () => {
    const foreign: readonly Input[] = [
      { action: "status", session: stranger.id },
      { action: "run", session: stranger.id, command: "touch sentinel" },
      { action: "remove", session: stranger.id, force: true },
      { action: "grant-approval", session: stranger.id },
    ]
    for (const input of foreign) {
      const { _tag, message } = await fail(input)
      expect(_tag).toBe("Session.Foreign")
      expect(message).toContain(`The session ${stranger.id} (Somebody else) is not one of yours`)
    }
    expect(existsSync(join(scene.repo, "sentinel"))).toBe(false)
    expect((await fail({ action: "status", session: "ses_nope" }))._tag).toBe("Session.NotFound")
    expect(await tell({ action: "list" })).not.toContain(stranger.id)
  })

  test("a session says yes to nothing of its own", async () => {
    expect((await fail({ action: "grant-approval", session: root.id }))._tag).toBe("Permission.NotYours")
  })

  test("an isolated child says yes to nobody, not even to those it started", async () => {
    const id = await child("Alone")
    const below = await child("Below", id)
    const giving: readonly Input[] = [
      { action: "grant-approval", session: below },
      { action: "grant-approval", session: "all" },
      { action: "revoke", session: below },
      { action: "approve", ask: "ask_1" },
      { action: "deny", ask: "ask_1" },
    ]
    for (const input of giving) {
      const { _tag, message } = await fail(input, id)
      expect(_tag).toBe("Permission.NotYours")
      expect(message).toContain("A child session cannot answer, grant or take back")
    }
    expect(await tell({ action: "status", session: below }, id)).toContain(below)
    expect((await fail({ action: "status", session: root.id }, id))._tag).toBe("Session.Foreign")
  })

  test("a session that is gone can do nothing", async () => {
    expect((await fail({ action: "list" }, "ses_gone"))._tag).toBe("Session.NotFound")
  })
})

async function until<A>(look: () => Promise<A | undefined>): Promise<A> {
  const end = performance.now() + 30_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error("waited in vain")
    await Bun.sleep(10)
  }
}
