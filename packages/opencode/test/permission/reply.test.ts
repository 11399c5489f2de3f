/** Waiting for an answer, and how it ends. */
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { Audit } from "../../src/audit/index.ts"
import { Session } from "../../src/session/index.ts"
import { startWorker } from "./worker.ts"
import { inWorld, type Instance, tagOf, type World } from "./world.ts"

const OUTSIDE = { permission: "external_directory", patterns: ["/other/*"] }

/** A root with a peer, whose asks are forwarded to it. */
const peers = (test: (scene: { world: World; process: Instance; root: string; child: string }) => Promise<void>) =>
  inWorld(async (world) => {
    const process = world.instance()
    const root = await process.session(world.work)
    const child = await process.session(world.work, { parentID: root.id })
    await test({ world, process, root: root.id, child: child.id })
  })

describe("an answer", () => {
  test(
    "of another process ends the waiting, with what it says",
    peers(async ({ world, process, child }) => {
      const ended = process.ask({ session: child, ...OUTSIDE })
      const [question] = await process.waiting()
      await startWorker(world.env, "reply", { id: question!.id, reply: "once" }).told
      expect(await ended).toMatchObject({ outcome: "allowed" })
      expect(await process.question(question!.id)).toMatchObject({
        state: "allowed",
        reply: "once",
        answeredBy: "a person",
      })
      const again = process.ask({ session: child, ...OUTSIDE })
      const [next] = await process.waiting()
      await process.reply(next!.id, "reject", { feedback: "use ./vendor" })
      expect(await again).toMatchObject({
        outcome: "Permission.Rejected",
        message: expect.stringContaining("They say: use ./vendor"),
      })
    }),
  )

  test(
    "is taken once",
    peers(async ({ process, child }) => {
      const ended = process.ask({ session: child, ...OUTSIDE })
      const [question] = await process.waiting()
      const replies = ["once", "reject", "always", "reject"] as const
      const tags = await Promise.all(replies.map((reply) => tagOf(process.reply(question!.id, reply))))
      expect(tags.filter((tag) => tag === "succeeded")).toHaveLength(1)
      expect(tags.filter((tag) => tag === "Permission.Settled")).toHaveLength(3)
      await ended
    }),
  )

  test(
    "to what is not there says so",
    peers(async ({ process }) => {
      expect(await tagOf(process.reply("ask_none", "once"))).toBe("Permission.UnknownAsk")
    }),
  )

  test(
    "of always is remembered for the project, as far as it was shown",
    peers(async ({ process, root, child }) => {
      const ended = process.ask({ session: child, ...OUTSIDE, always: ["/other/*", "/secret/*"] })
      const [question] = await process.waiting()
      expect(question!.always).toEqual(["/other/*"])
      await process.reply(question!.id, "always")
      expect(await ended).toMatchObject({ outcome: "allowed" })
      expect(await process.ask({ session: root, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
      expect(
        await process.ask({ session: root, permission: "external_directory", patterns: ["/secret/x"] }),
      ).toMatchObject({
        outcome: "Permission.Denied",
      })
    }),
  )

  test(
    "comes from a person or a session above, not from a child, nor from one beside it",
    peers(async ({ world, process, root, child }) => {
      const stranger = await process.session(world.work)
      const ended = process.ask({ session: child, ...OUTSIDE })
      const [question] = await process.waiting()
      const answer = (by: Session.Caller) => tagOf(process.reply(question!.id, "once", { by }))
      expect(await answer({ kind: "child", directory: world.work })).toBe("Permission.NotYours")
      expect(await answer(await process.callerAs(stranger.id))).toBe("Permission.NotYours")
      expect(await answer(await process.callerAs(child))).toBe("Permission.NotYours")
      expect(await process.list()).toHaveLength(1)
      expect(await tagOf(process.reply("ask_none", "once", { by: { kind: "child", directory: "/" } }))).toBe(
        "Permission.NotYours",
      )
      expect(await answer(await process.callerAs(root))).toBe("succeeded")
      expect(await ended).toMatchObject({ outcome: "allowed" })
      expect(await process.question(question!.id)).toMatchObject({ answeredBy: root })
    }),
  )
})

describe("an answer is in the log", () => {
  for (const reply of ["once", "always", "reject"] as const)
    test(
      `${reply}, of the person at the process that asks`,
      peers(async ({ process, root }) => {
        const put = () => Effect.succeed({ reply })
        await process.ask({ session: root, ...OUTSIDE, always: OUTSIDE.patterns }, { put })
        const entries = await process.run(Audit.Service.use((audit) => audit.list()))
        expect(entries).toMatchObject([
          { kind: "answer", session: root, code: OUTSIDE.permission, by: "a person", detail: { reply } },
        ])
      }),
    )
})

describe("waiting ends", () => {
  test(
    "when its time is over, and no answer is taken afterwards",
    peers(async ({ world, child }) => {
      const process = world.instance({ RINGFENCE_ASK_TIMEOUT: "150" })
      const ended = process.ask({ session: child, ...OUTSIDE })
      const [question] = await process.waiting()
      expect(await ended).toMatchObject({ outcome: "Permission.Expired" })
      expect(await process.question(question!.id)).toMatchObject({ state: "expired" })
      expect(await tagOf(process.reply(question!.id, "once"))).toBe("Permission.Settled")
      expect(await process.list()).toEqual([])
    }),
  )

  test(
    "by the configuration's time, which the environment overrules",
    peers(async ({ world, process, child }) => {
      world.configure({ askTimeout: 120 })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Expired" })
      const patient = world.instance({ RINGFENCE_ASK_TIMEOUT: "50000" })
      const ended = patient.ask({ session: child, ...OUTSIDE })
      const [question] = await patient.waiting()
      expect(question!.expires - question!.created).toBe(50_000)
      await patient.reply(question!.id, "once")
      await ended
    }),
  )

  test(
    "when the session, or one above it, is interrupted",
    peers(async ({ world, process, root, child }) => {
      const grandchild = await process.session(world.work, { parentID: child })
      const endings = [child, grandchild.id].map((session) => process.ask({ session, ...OUTSIDE }))
      const beside = await process.session(world.work)
      const niece = await process.session(world.work, { parentID: beside.id })
      const other = process.ask({ session: niece.id, ...OUTSIDE })
      const questions = await process.waiting(3)
      await process.run(Session.Service.use((sessions) => sessions.interrupt(root)))
      for (const ended of endings) expect(await ended).toMatchObject({ outcome: "Permission.Cancelled" })
      const [left, ...more] = await process.list()
      expect([left?.session, more]).toEqual([niece.id, []])
      const cancelled = questions.find(({ session }) => session === child)!
      expect(await tagOf(process.reply(cancelled.id, "once"))).toBe("Permission.Settled")
      await process.reply(left!.id, "once")
      expect(await other).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "when the asker gives up, and leaves no question",
    peers(async ({ process, child }) => {
      const stop = new AbortController()
      const ended = process.ask({ session: child, ...OUTSIDE }, "none", stop.signal)
      const [question] = await process.waiting()
      stop.abort()
      expect(await tagOf(ended)).not.toBe("succeeded")
      expect(await process.question(question!.id)).toMatchObject({ state: "cancelled" })
    }),
  )

  test(
    "with the process that waited: nobody is asked for the dead, before a restart and after",
    peers(async ({ world, process, child }) => {
      const worker = startWorker(world.env, "ask", { session: child, ...OUTSIDE })
      const dead = worker.told.catch((error: unknown) => String(error))
      const [question] = await process.waiting()
      worker.kill()
      expect(await dead).toContain("SIGKILL")
      expect(await tagOf(process.reply(question!.id, "once"))).toBe("Permission.Settled")
      expect(await process.question(question!.id)).toMatchObject({ state: "expired" })
      const second = startWorker(world.env, "ask", { session: child, ...OUTSIDE })
      const gone = second.told.catch((error: unknown) => String(error))
      const [next] = await process.waiting()
      second.kill()
      await gone
      await process.close()
      const later = world.instance()
      expect(await later.list()).toEqual([])
      expect(await later.question(next!.id)).toMatchObject({ state: "expired" })
    }),
  )
})

describe("a person at the process", () => {
  test(
    "is asked, and answers",
    inWorld(async (world) => {
      const process = world.instance()
      const root = await process.session(world.work)
      const seen: unknown[] = []
      const put = (reply: "once" | "reject") => ({
        put: (question: unknown) => Effect.sync(() => (seen.push(question), { reply })),
      })
      expect(await process.ask({ session: root.id, ...OUTSIDE }, put("once"))).toMatchObject({ outcome: "allowed" })
      expect(await process.ask({ session: root.id, ...OUTSIDE }, put("reject"))).toMatchObject({
        outcome: "Permission.Rejected",
      })
      expect(seen).toMatchObject([{ session: root.id, route: "interactive", ...OUTSIDE }, OUTSIDE])
    }),
  )

  test(
    "is left in peace when somebody else was faster",
    peers(async ({ process, child }) => {
      let interrupted = false
      const put = () => Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => void (interrupted = true))))
      const ended = process.ask({ session: child, ...OUTSIDE }, { put })
      const [question] = await process.waiting()
      await process.reply(question!.id, "once")
      expect(await ended).toMatchObject({ outcome: "allowed" })
      expect(interrupted).toBe(true)
    }),
  )

  test(
    "may leave it to others",
    peers(async ({ process, child }) => {
      const ended = process.ask({ session: child, ...OUTSIDE }, { put: () => Effect.succeed(undefined) })
      const [question] = await process.waiting()
      await process.reply(question!.id, "once")
      expect(await ended).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "is not asked for a subagent",
    inWorld(async (world) => {
      const process = world.instance()
      const root = await process.session(world.work)
      const child = await process.session(world.work, { parentID: root.id, kind: "subagent" })
      const put = () => Effect.succeed({ reply: "once" as const })
      expect(await process.ask({ session: child.id, ...OUTSIDE }, { put })).toMatchObject({
        outcome: "Permission.Denied",
      })
    }),
  )
})

describe("an ask fails with what is wrong", () => {
  test(
    "where there is no such session",
    inWorld(async (world) => {
      expect(await world.instance().ask({ session: "ses_none", ...OUTSIDE })).toMatchObject({
        outcome: "Session.NotFound",
        message: expect.stringContaining("ses_none"),
      })
    }),
  )

  const broken: readonly (readonly [name: string, config: unknown, says: string])[] = [
    ["a rule that is no action", { permission: { bash: { "git *": "maybe" } } }, 'permission.bash."git *" is "maybe"'],
    ["a file that is no JSON", "{", "holds no rules that can be read"],
    ["a file that holds a list", [], "expected a JSON object"],
  ]
  for (const [name, config, says] of broken)
    test(
      `where the configuration has ${name}`,
      inWorld(async (world) => {
        const process = world.instance()
        const root = await process.session(world.work)
        world.configure(config)
        expect(await process.ask({ session: root.id, permission: "bash", patterns: ["ls"] })).toMatchObject({
          outcome: "Permission.Malformed",
          message: expect.stringContaining(says),
        })
      }),
    )
})
