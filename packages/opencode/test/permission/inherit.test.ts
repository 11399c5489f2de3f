/** What a subagent may do: what was granted to it, what its parent may do, and nothing else; and that at once. */
import { describe, expect, test } from "bun:test"
import { inWorld, type Instance, type World } from "./world.ts"
import { startWorker } from "./worker.ts"

const OUTSIDE = { permission: "external_directory", patterns: ["/other/*"] }

/** Far below the time that an ask would wait for somebody. */
const AT_ONCE = 5_000

interface Family {
  readonly root: string
  readonly child: string
  readonly sibling: string
  readonly grandchild: string
}

const subagents = (test: (process: Instance, family: Family, world: World) => Promise<void>) =>
  inWorld(async (world) => {
    const process = world.instance()
    const root = await process.session(world.work)
    const child = await process.session(world.work, { parentID: root.id, kind: "subagent" })
    const sibling = await process.session(world.work, { parentID: root.id, kind: "subagent" })
    const grandchild = await process.session(world.work, { parentID: child.id, kind: "subagent" })
    await test(process, { root: root.id, child: child.id, sibling: sibling.id, grandchild: grandchild.id }, world)
  })

describe("a grant", () => {
  test(
    "for a subagent is honoured",
    subagents(async (process, { child }) => {
      await process.give({ target: child })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "that is missing means a denial at once, which says what would help",
    subagents(async (process, { child }) => {
      const { outcome, message, took } = await process.ask({ session: child, ...OUTSIDE })
      expect(outcome).toBe("Permission.Denied")
      expect(took).toBeLessThan(AT_ONCE)
      expect(message).toContain(
        `\`ringfence session grant-approval ${child} --permission external_directory --pattern '/other/*'\``,
      )
      expect(await process.list()).toEqual([])
    }),
  )

  test(
    "that a denial named is the one that helps",
    subagents(async (process, { child }) => {
      const { message } = await process.ask({ session: child, permission: "edit", patterns: ["it's here.txt"] })
      const [, permission, pattern] = /--permission (\S+) --pattern '(.*)'`/.exec(message)!
      await process.give({ target: child, permission, pattern: pattern!.replaceAll(String.raw`'\''`, "'") })
      expect(await process.ask({ session: child, permission: "edit", patterns: ["it's here.txt"] })).toMatchObject({
        outcome: "allowed",
      })
    }),
  )

  test(
    "is named for each of a few patterns, and none wider than they are",
    subagents(async (process, { child }) => {
      const { message } = await process.ask({ session: child, permission: "edit", patterns: ["a.txt", "b.txt"] })
      expect(message).toContain(
        `\`ringfence session grant-approval ${child} --permission edit --pattern a.txt\` and ` +
          `\`ringfence session grant-approval ${child} --permission edit --pattern b.txt\``,
      )
    }),
  )

  test(
    "for another child does not leak",
    subagents(async (process, { child, sibling }) => {
      await process.give({ target: sibling })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
      expect(await process.ask({ session: sibling, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "for another permission or pattern does not help",
    subagents(async (process, { child }) => {
      await process.give({ target: child, permission: "edit" })
      await process.give({ target: child, permission: "external_directory", pattern: "/elsewhere/*" })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
    }),
  )

  test(
    "for one of two paths is not enough",
    subagents(async (process, { child }) => {
      await process.give({ target: child, pattern: "/other/*" })
      const both = { permission: "external_directory", patterns: ["/other/*", "/third/*"] }
      expect(await process.ask({ session: child, ...both })).toMatchObject({ outcome: "Permission.Denied" })
      await process.give({ target: child, pattern: "/third/*" })
      expect(await process.ask({ session: child, ...both })).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "answers no ask that is forced",
    subagents(async (process, { child }, world) => {
      await process.give({ target: child })
      await process.give({ target: "all" })
      world.configure({ permission: { "*": "allow", bash_delete: "allow" } })
      const denied = await process.ask({ session: child, permission: "bash_delete", patterns: ["rm -rf /other"] })
      expect(denied).toMatchObject({ outcome: "Permission.Denied" })
      expect(denied.message).not.toContain("grant-approval")
      const forced = { permission: "bash", patterns: ["ls"], forced: true }
      expect(await process.ask({ session: child, ...forced })).toMatchObject({ outcome: "Permission.Denied" })
    }),
  )

  test(
    "overrules no deny: the child's, the parent's, or the user's",
    inWorld(async (world) => {
      const process = world.instance()
      const deny = (pattern: string) => [{ permission: "edit", pattern, action: "deny" } as const]
      const root = await process.session(world.work, { rules: deny("parent") })
      const child = await process.session(world.work, { parentID: root.id, kind: "subagent", rules: deny("child") })
      world.configure({ permission: { edit: { user: "deny" } } })
      await process.give({ target: child.id })
      await process.give({ target: "all" })
      const askFor = (pattern: string) => process.ask({ session: child.id, permission: "edit", patterns: [pattern] })
      expect(await askFor("child")).toMatchObject({
        outcome: "Permission.Denied",
        message: expect.stringContaining(`A rule of session ${child.id} says deny edit "child"`),
      })
      expect(await askFor("parent")).toMatchObject({
        outcome: "Permission.Denied",
        message: expect.stringContaining(`A rule of session ${root.id} says deny edit "parent"`),
      })
      expect(await askFor("user")).toMatchObject({
        outcome: "Permission.Denied",
        message: expect.stringContaining(`A rule of your configuration ${world.env["RINGFENCE_CONFIG"]} says`),
      })
      expect(await askFor("another")).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "survives a restart",
    subagents(async (process, { child }, world) => {
      await process.give({ target: child })
      await process.close()
      expect(await world.instance().ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "that another process gave is seen, and its revocation too",
    subagents(async (process, { child }, world) => {
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
      const given = startWorker(world.env, "give", { target: child, permission: "external_directory" })
      const { value } = await given.told
      expect(given.pid).not.toBe(globalThis.process.pid)
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
      await startWorker(world.env, "revoke", { target: (value as { id: string }).id }).told
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
    }),
  )

  test(
    "is honoured in another process",
    subagents(async (process, { child }, world) => {
      await process.give({ target: child })
      const { value } = await startWorker(world.env, "ask", { session: child, ...OUTSIDE }).told
      expect(value).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "ends by itself",
    subagents(async (process, { child }) => {
      const { expires } = await process.give({ target: child, lasts: 300 })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
      while (Date.now() < expires!) await Bun.sleep(10)
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
    }),
  )

  test(
    "can be taken back",
    subagents(async (process, { child }) => {
      const { id } = await process.give({ target: child })
      await process.revoke(id)
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
    }),
  )

  test(
    "for one time is good for one time, and not used up by what it does not settle",
    subagents(async (process, { child }) => {
      await process.give({ target: child, pattern: "/other/*", once: true })
      const both = { permission: "external_directory", patterns: ["/other/*", "/third/*"] }
      expect(await process.ask({ session: child, ...both })).toMatchObject({ outcome: "Permission.Denied" })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
    }),
  )
})

describe("at depth 2", () => {
  test(
    "a grant for the grandchild is honoured, one for the child is the child's alone",
    subagents(async (process, { child, grandchild }) => {
      await process.give({ target: child })
      expect(await process.ask({ session: grandchild, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
      await process.give({ target: grandchild })
      expect(await process.ask({ session: grandchild, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "a root's grant for all reaches all below it, and no other root's",
    subagents(async (process, { root, child, grandchild }, world) => {
      const stranger = await process.session(world.work)
      const niece = await process.session(world.work, { parentID: stranger.id, kind: "subagent" })
      await process.give({ target: "all", by: await process.callerAs(root) })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
      expect(await process.ask({ session: grandchild, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
      expect(await process.ask({ session: niece.id, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
      expect(await process.ask({ session: root, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
    }),
  )

  test(
    "what the root was allowed is inherited through the child",
    subagents(async (process, { root, grandchild }) => {
      const asked = process.ask({ session: root, ...OUTSIDE, always: ["/other/*"] }, {})
      const [question] = await process.waiting()
      await process.reply(question!.id, "always")
      expect(await asked).toMatchObject({ outcome: "allowed" })
      expect(await process.ask({ session: grandchild, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )
})

describe("the parent's snapshot", () => {
  /** A parent in one folder and its subagent in another: they share no approvals but by the snapshot. */
  const apart = (test: (scene: { world: World; process: Instance; parent: string; child: string }) => Promise<void>) =>
    inWorld(async (world) => {
      const process = world.instance()
      const parent = await process.session(world.work)
      const child = await process.session(world.work, { parentID: parent.id, kind: "subagent" })
      await process.move(child.id, world.folder("elsewhere"))
      await test({ world, process, parent: parent.id, child: child.id })
    })

  const approve = async (process: Instance, session: string): Promise<void> => {
    const asked = process.ask({ session, ...OUTSIDE, always: ["/other/*"] }, {})
    const [question] = await process.waiting()
    await process.reply(question!.id, "always")
    expect(await asked).toMatchObject({ outcome: "allowed" })
  }

  test(
    "is inherited after a restart",
    apart(async ({ world, process, parent, child }) => {
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "Permission.Denied" })
      await approve(process, parent)
      await process.close()
      expect(await world.instance().ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "holds the rules that the parent went by",
    apart(async ({ world, parent, child }) => {
      const config = `${world.top}/parent.json`
      await Bun.write(config, JSON.stringify({ permission: { external_directory: "allow" } }))
      const asked = await world.instance({ RINGFENCE_CONFIG: config }).ask({ session: parent, ...OUTSIDE })
      expect(asked).toMatchObject({ outcome: "allowed" })
      expect(await world.instance().ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )

  test(
    "keeps its two phases: an approval does not overrule a deny that came later",
    apart(async ({ world, process, parent, child }) => {
      await approve(process, parent)
      const config = `${world.top}/parent.json`
      await Bun.write(config, JSON.stringify({ permission: { external_directory: { "/other/*": "deny" } } }))
      const asked = await world.instance({ RINGFENCE_CONFIG: config }).ask({ session: parent, ...OUTSIDE })
      expect(asked).toMatchObject({ outcome: "Permission.Denied" })
      const denied = await world.instance().ask({ session: child, ...OUTSIDE })
      expect(denied).toMatchObject({ outcome: "Permission.Denied", message: expect.stringContaining(config) })
    }),
  )

  test(
    "allows nothing that could not be read",
    apart(async ({ process, parent, child }) => {
      await process.ask({ session: parent, permission: "bash", patterns: ["ls"] })
      expect(await process.ask({ session: child, permission: "bash", patterns: ["ls"] })).toMatchObject({
        outcome: "allowed",
      })
      expect(await process.ask({ session: child, permission: "bash", patterns: [] })).toMatchObject({
        outcome: "Permission.Denied",
      })
    }),
  )
})
