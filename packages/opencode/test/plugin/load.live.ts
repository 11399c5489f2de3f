/** The ways in which opencode.json may name the plugin, and what happens where it does not work. */
import { describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bash } from "./model-server.ts"
import { Home, PACKAGE, type Options } from "./opencode.ts"

const FILE = join(PACKAGE, "src/plugin/server.ts")

/** What a forbidden command gives in a worktree. */
async function rebase(options: Options): Promise<{ readonly result: string | undefined; readonly out: string }> {
  const home = new Home(options)
  try {
    const message = home.model.script(bash("git rebase main; echo $?"))
    const { out } = await home.run(["run", message], home.worktree("child"))
    return { result: home.model.results(message)[0], out }
  } finally {
    await home.remove()
  }
}

describe("the guard is in force where opencode.json names", () => {
  const forms = {
    "the package's folder": PACKAGE,
    "the package as file://": pathToFileURL(PACKAGE).href,
    "the file": FILE,
    "the file as file://": pathToFileURL(FILE).href,
  }
  for (const [what, spec] of Object.entries(forms))
    test(what, async () => {
      const { result, out } = await rebase({ plugins: [spec] })
      expect(result, out).toContain("[isolated-git/rebase]")
    })
})

test("a shell goes on where the data folder cannot be used, and the guard holds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ringfence-load-"))
  try {
    const file = join(folder, "file")
    writeFileSync(file, "")
    const { result, out } = await rebase({ env: { RINGFENCE_DATA: join(file, "data") } })
    expect(result, out).toContain("[isolated-git/rebase]")
    const home = new Home({ env: { RINGFENCE_DATA: join(file, "data") } })
    try {
      const message = home.model.script(bash("echo on"))
      await home.run(["run", message], home.worktree("child"))
      expect(home.model.results(message)).toEqual(["on\n"])
    } finally {
      await home.remove()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
