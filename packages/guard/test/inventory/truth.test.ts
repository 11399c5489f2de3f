/** Every case: what the inventory says, and what real git makes of it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { rmSync } from "node:fs"
import { admit } from "../../src/inventory.ts"
import { leading, paths, programs, settings, subcommands, transports, type Case } from "./cases.ts"
import { copyWorkspace, runGit, type Reached, type Workspace } from "./workspace.ts"

const GROUPS = { subcommands, leading, programs, transports, paths, settings }

/** What git reached, as a case calls it. */
function shown(reached: Reached): readonly Case["truth"][] {
  return [
    ...(reached.ran ? (["runs"] as const) : []),
    ...(reached.changed ? (["leaves"] as const) : []),
    ...(reached.read ? (["reads"] as const) : []),
  ]
}

for (const [group, cases] of Object.entries(GROUPS)) {
  describe(group, () => {
    let workspace: Workspace
    beforeAll(() => void (workspace = copyWorkspace()))
    afterAll(() => rmSync(workspace.top, { recursive: true, force: true }))

    for (const each of cases) {
      const { argv, verdict, code, truth, because, readable, cwd = "." } = each
      test(`${cwd === "." ? "" : `in ${cwd}: `}git ${argv.join(" ")}: ${because}`, () => {
        const reached = runGit(argv, each)
        if (truth === "harmless") expect({ exit: reached.exit, text: reached.text }).toMatchObject({ exit: 0 })
        if (truth === "harmless" || truth === "nothing")
          expect(shown(reached).filter((what) => !readable || what !== "reads")).toEqual([])
        else
          expect({ reached: shown(reached), text: reached.text }).toMatchObject({
            reached: expect.arrayContaining([truth]),
          })

        if (each.given !== undefined)
          Bun.spawnSync(["bash", "-c", each.given], { cwd: workspace.root, env: workspace.env })
        const found = admit({
          argv: argv.map((word) => word.replaceAll("@", workspace.top)),
          root: workspace.root,
          cwd: join(workspace.root, cwd),
          ...(readable ? { readable: workspace.outside } : {}),
        })
        expect(found).toMatchObject({ verdict, ...(code ? { code: `git-inventory/${code}` } : {}) })
      })
    }
  })
}
