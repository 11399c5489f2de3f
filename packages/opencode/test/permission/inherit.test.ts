import { describe, expect, test } from "bun:test"
import { inWorld, type Instance, type World } from "./world.ts"

const OUTSIDE = { permission: "external_directory", patterns: ["/other/*"] }

/** A root, its subagent, and a subagent of that one. */
async function family(world: World, instance: Instance) {
  const root = await instance.session(world.work)
  const child = await instance.session(world.work, { parentID: root.id, kind: "subagent" })
  const grandchild = await instance.session(world.work, { parentID: child.id, kind: "subagent" })
  return { root: root.id, child: child.id, grandchild: grandchild.id }
}

describe("a subagent's ask", () => {
  test(
    "is allowed by a grant for it",
    inWorld(async (world) => {
      const process = world.instance()
      const { child } = await family(world, process)
      await process.give({ target: child })
      expect(await process.ask({ session: child, ...OUTSIDE })).toMatchObject({ outcome: "allowed" })
    }),
  )
})
