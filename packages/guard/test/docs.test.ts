/** Every console block of the guides in docs/, typed in the standard scene. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { copyScene, run, type In, type Scene } from "./fixture/index.ts"

const ROOT = resolve(import.meta.dir, "../../..")

interface Session {
  readonly command: string
  /** Each must stand somewhere in what is printed. */
  readonly printed: readonly string[]
  readonly exit: number
}

/** `$ command`, lines it prints, and `# exit N`. */
function sessions(markdown: string): readonly Session[] {
  const blocks = [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map((match) => match[1]!)
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command, ...rest] = part.trimEnd().split("\n")
        const exit = /^# exit (\d+)$/.exec(rest.at(-1) ?? "")?.[1]
        if (exit === undefined) throw new Error(`no exit code is given for: ${command}`)
        return { command: command!, printed: rest.slice(0, -1), exit: Number(exit) }
      }),
  )
}

/** Pages that a program writes, with nothing in them to type. */
const WRITTEN = ["live-validation.md"]

/** Where the reader of a page sits. */
const PAGES: Readonly<Record<string, In>> = {
  "clone-tier.md": "main",
  "inventory.md": "main",
  "fence.md": "main",
  "guard.md": "own",
  "hooks.md": "own",
  "opencode.md": "main",
  "permissions.md": "main",
  "persistent-cd.md": "main",
  "sessions.md": "main",
  "shim.md": "main",
}

test("every guide has its place", () => {
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md") && !WRITTEN.includes(name))
  expect(pages.toSorted()).toEqual(Object.keys(PAGES).toSorted())
})

for (const [page, where] of Object.entries(PAGES)) {
  const found = sessions(await Bun.file(join(ROOT, "docs", page)).text())

  describe(page, () => {
    let scene: Scene
    let bin: string
    beforeAll(() => {
      scene = copyScene()
      bin = join(scene.tmp, "bin")
      mkdirSync(bin)
      symlinkSync(join(ROOT, "ringfence"), join(bin, "ringfence"))
    }, 120_000)
    afterAll(() => scene.remove())

    test("the guide shows something", () => {
      expect(found.length).toBeGreaterThan(5)
    })

    for (const { command, printed, exit } of found) {
      test(
        command,
        async () => {
          const env = { PATH: `${bin}:${scene.env["PATH"]}`, NO_COLOR: "1" }
          const ran = await run(scene, command, { env, in: where, timeout: 60_000 })
          for (const line of printed) expect(ran.out + ran.err).toContain(line)
          expect(ran.exit).toBe(exit)
        },
        120_000,
      )
    }
  })
}
