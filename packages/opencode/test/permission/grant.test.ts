/** Giving, taking back and using up. */
import { describe, expect, test } from "bun:test"
import { liftableCodes } from "@ringfence/guard"
import { Audit } from "../../src/audit/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { Grant } from "../../src/permission/grant/index.ts"
import { cover, isFor } from "../../src/permission/grant-row.ts"
import { startWorker } from "./worker.ts"
import { inWorld, type Instance, tagOf, type World } from "./world.ts"

const none: Grant.Info = {
  id: "grt_1",
  target: "all",
  parent: null,
  permission: null,
  pattern: null,
  rule: null,
  once: false,
  used: null,
  expires: null,
  created: 1,
  createdBy: "a person",
  revoked: null,
}

describe("a grant is", () => {
  const cases: readonly (readonly [state: Grant.State, grant: Partial<Grant.Info>])[] = [
    ["active", {}],
    ["active", { expires: 101 }],
    ["active", { once: true }],
    ["active", { used: 50 }],
    ["expired", { expires: 100 }],
    ["used", { once: true, used: 50 }],
    ["revoked", { revoked: 50 }],
    ["revoked", { revoked: 50, once: true, used: 40, expires: 30 }],
  ]
  for (const [state, grant] of cases)
    test(`${state}: ${JSON.stringify(grant)}`, () => expect(Grant.stateOf({ ...none, ...grant }, 100)).toBe(state))
})

describe("a grant is for", () => {
  const cases: readonly (readonly [expected: boolean, grant: Partial<Grant.Info>, chain: readonly string[]])[] = [
    [true, {}, ["a"]],
    [true, { target: "a" }, ["a", "b"]],
    [false, { target: "b" }, ["a", "b"]],
    [true, { parent: "b" }, ["a", "b", "c"]],
    [true, { parent: "c" }, ["a", "b", "c"]],
    [false, { parent: "a" }, ["a", "b"]],
    [false, { parent: "x" }, ["a", "b"]],
  ]
  for (const [expected, grant, chain] of cases)
    test(`${chain.join(" below ")}, given ${JSON.stringify(grant)}: ${expected}`, () =>
      expect(isFor({ ...none, ...grant }, chain)).toBe(expected))
})

describe("grants cover", () => {
  const git = { ...none, id: "git", permission: "bash", pattern: "git *" }
  const once = { ...none, id: "once", once: true }
  test("what they match, and tell what they used up", () =>
    expect(cover([once, git], "bash", ["git push", "ls"])).toEqual({ open: [], by: ["git", "once"], spends: ["once"] }))
  test("nothing else", () => expect(cover([git], "bash", ["ls"])).toEqual({ open: ["ls"], by: [], spends: [] }))
  test("nothing as lifts", () =>
    expect(cover([{ ...none, rule: "isolated-git/merge" }], "bash", ["ls"]).open).toEqual(["ls"]))
  test("what could not be read only where they cover anything", () => {
    expect(cover([{ ...git, pattern: "*" }], "bash", [""]).open).toEqual([""])
    expect(cover([none], "bash", [""]).open).toEqual([])
  })
})

const family = (
  test: (scene: { world: World; process: Instance; root: string; child: string; stranger: string }) => Promise<void>,
) =>
  inWorld(async (world) => {
    const process = world.instance()
    const root = await process.session(world.work)
    const child = await process.session(world.work, { parentID: root.id, kind: "subagent" })
    const stranger = await process.session(world.work)
    await test({ world, process, root: root.id, child: child.id, stranger: stranger.id })
  })

describe("giving", () => {
  test(
    "is reported as it is kept, and written down",
    family(async ({ world, process, child }) => {
      const given = await process.give({ target: child, permission: "edit", pattern: "~/x/*", lasts: 60_000 })
      expect(given).toMatchObject({
        target: child,
        permission: "edit",
        pattern: `${world.env["HOME"]}/x/*`,
        once: false,
      })
      expect(given.expires! - given.created).toBe(60_000)
      expect(await process.grants()).toEqual([given])
      const entries = await process.run(Audit.Service.use((audit) => audit.list({ session: child })))
      expect(entries).toMatchObject([{ kind: "grant", code: "edit", by: "a person", detail: { grant: given.id } }])
    }),
  )

  const wrong: readonly (readonly [
    tag: string,
    input: Omit<Grant.Give, "by" | "target"> & { readonly target?: string },
  ])[] = [
    ["Session.NotFound", { target: "ses_none" }],
    ["Grant.Invalid", { target: " " }],
    ["Grant.Invalid", { permission: "" }],
    ["Grant.Invalid", { pattern: "" }],
    ["Grant.Invalid", { lasts: 0 }],
    ["Grant.Invalid", { lasts: Number.NaN }],
    ["Grant.Invalid", { lasts: Number.POSITIVE_INFINITY }],
    ["Grant.Invalid", { lasts: 1000, once: true }],
    ["Grant.Invalid", { permission: "bash_delete" }],
    ["Grant.Invalid", { rule: "isolated-git/merge", permission: "bash" }],
    ["Grant.Invalid", { rule: "isolated-git/merge", target: "all" }],
    ["Grant.UnknownRule", { rule: "isolated-git/nonsense" }],
    ["Grant.UnknownRule", { rule: "merge" }],
    ["Grant.NotLiftable", { rule: "self/grant" }],
  ]
  for (const [tag, input] of wrong)
    test(
      `${JSON.stringify(input)} fails: ${tag}`,
      family(async ({ process, child }) => {
        expect(await tagOf(process.give({ target: child, ...input }))).toBe(tag)
        expect(await process.grants({ ended: true })).toEqual([])
      }),
    )

  test(
    "is not a child's, nor a stranger's",
    family(async ({ world, process, root, child, stranger }) => {
      const give = (by: Parameters<Instance["give"]>[0]["by"], target = child) => tagOf(process.give({ target, by }))
      expect(await give({ kind: "child", directory: world.work })).toBe("Permission.NotYours")
      expect(await give({ kind: "child", directory: world.work }, "all")).toBe("Permission.NotYours")
      expect(await give(await process.callerAs(stranger))).toBe("Permission.NotYours")
      expect(await give(await process.callerAs(child))).toBe("Permission.NotYours")
      expect(await process.grants({ ended: true })).toEqual([])
      expect(await give(await process.callerAs(root))).toBe("succeeded")
      expect(await process.grants()).toMatchObject([{ createdBy: root }])
    }),
  )
})

describe("taking back", () => {
  test(
    "takes one, all of a session, or all to all, and tells which",
    family(async ({ process, root, child }) => {
      const [one, two, three] = [
        await process.give({ target: child }),
        await process.give({ target: child, permission: "edit" }),
        await process.give({ target: child, permission: "bash" }),
      ]
      const all = await process.give({ target: "all" })
      expect(await process.revoke(one.id)).toMatchObject([{ id: one.id }])
      expect((await process.revoke(child)).map(({ id }) => id)).toEqual([two.id, three.id])
      expect(await process.grants()).toEqual([all])
      expect(await tagOf(process.revoke("all", await process.callerAs(root)))).toBe("Permission.NotYours")
      expect(await process.revoke("all")).toMatchObject([{ id: all.id }])
      expect(await process.grants()).toEqual([])
    }),
  )

  test(
    "fails with what is wrong",
    family(async ({ world, process, child }) => {
      expect(await tagOf(process.revoke("grt_none"))).toBe("Grant.Unknown")
      const { id } = await process.give({ target: child })
      expect(await tagOf(process.revoke(id, { kind: "child", directory: world.work }))).toBe("Permission.NotYours")
      await process.revoke(id)
      expect(await tagOf(process.revoke(id))).toBe("Grant.Over")
      const brief = await process.give({ target: child, lasts: 1 })
      while (Date.now() <= brief.expires!) await Bun.sleep(1)
      expect(await process.revoke(brief.id).catch((error: unknown) => error)).toMatchObject({
        _tag: "Grant.Over",
        state: "expired",
        message: expect.stringContaining("has ended by itself"),
      })
    }),
  )
})

describe("lifts", () => {
  test("can be had for every rule of the guard but the one that keeps a child from granting", () => {
    expect(liftableCodes).toContain("isolated-git/rebase")
    expect(liftableCodes).toContain("self/guard-settings")
    expect(liftableCodes).not.toContain("self/grant")
  })

  test(
    "are for one session, and for one time unless they last",
    family(async ({ process, child, stranger }) => {
      expect(await process.give({ target: child, rule: "isolated-git/merge" })).toMatchObject({ once: true })
      expect(await process.give({ target: child, rule: "isolated-git/rebase", lasts: 60_000 })).toMatchObject({
        once: false,
      })
      expect([...(await process.lifts(child))].sort()).toEqual(["isolated-git/merge", "isolated-git/rebase"])
      expect(await process.lifts(stranger)).toEqual([])
      expect(await process.useOnce(child, ["isolated-git/merge", "isolated-git/rebase"])).toBe(true)
      expect(await process.lifts(child)).toEqual(["isolated-git/rebase"])
      expect(await process.useOnce(child, ["isolated-git/rebase", "isolated-git/merge"])).toBe(false)
      expect(await process.useOnce(child, ["isolated-git/rebase"])).toBe(true)
    }),
  )

  test(
    "that last are used before those that are used up",
    family(async ({ process, child }) => {
      const once = await process.give({ target: child, rule: "isolated-git/merge", once: true })
      await process.give({ target: child, rule: "isolated-git/merge", lasts: 60_000 })
      expect(await process.useOnce(child, ["isolated-git/merge"])).toBe(true)
      expect((await process.grants()).map(({ id }) => id)).toContain(once.id)
    }),
  )

  test(
    "all or none are used, and not what was taken back",
    family(async ({ process, child }) => {
      await process.give({ target: child, rule: "isolated-git/merge", once: true })
      const rebase = await process.give({ target: child, rule: "isolated-git/rebase", once: true })
      await process.revoke(rebase.id)
      expect(await process.useOnce(child, ["isolated-git/merge", "isolated-git/rebase"])).toBe(false)
      expect(await process.useOnce(child, ["isolated-git/merge"])).toBe(true)
    }),
  )

  test(
    "for one time are used up once, by however many processes at once",
    family(async ({ world, process, child }) => {
      await process.give({ target: child, rule: "isolated-git/merge", once: true })
      const use = { session: child, codes: ["isolated-git/merge"] }
      const workers = Array.from({ length: 4 }, () => startWorker(world.env, "use", use))
      const used = await Promise.all(workers.map(async ({ told }) => (await told).value))
      expect(used.filter((value) => value === true)).toHaveLength(1)
      expect(used.filter((value) => value === false)).toHaveLength(3)
    }),
  )
})

test(
  "a grant for one time answers one of many asks at once",
  family(async ({ world, child }) => {
    const [one, other] = [world.instance(), world.instance()]
    await one.give({ target: child, once: true })
    const asks = Array.from({ length: 10 }, (_, at) =>
      (at % 2 === 0 ? one : other).ask({ session: child, permission: "edit", patterns: [`${at}`] }),
    )
    const outcomes = (await Promise.all(asks)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === "allowed")).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === "Permission.Denied")).toHaveLength(9)
  }),
)

test(
  "what cannot be written into the log is not given, used up or taken back either",
  inWorld(async (world) => {
    const process = world.instance()
    const { id } = await process.session(world.work)
    const rule = liftableCodes[0]!
    const kept = [await process.give({ target: id }), await process.give({ target: id, rule, once: true })]
    await process.run(Storage.Service.use((storage) => storage.write((sql) => sql`DROP TABLE audit`)))
    expect(await tagOf(process.give({ target: "all" }))).toStartWith("Storage.")
    expect(await tagOf(process.revoke(id))).toStartWith("Storage.")
    expect(await tagOf(process.useOnce(id, [rule]))).toStartWith("Storage.")
    expect(await process.grants()).toEqual(kept)
  }),
)
