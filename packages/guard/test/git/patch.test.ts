/** What tools make of files: patches and replacements. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { edited, patchedFiles } from "../../src/git/writer/patch.ts"
import { Guard } from "../../src/index.ts"
import { copyScene, type Scene } from "../fixture/index.ts"

const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")

describe("a patch names", () => {
  test("files that are added, with what they will hold", () => {
    expect(patchedFiles(patch("*** Add File: a/b.txt", "+one", "+*** two", "+"))).toEqual([
      { path: "a/b.txt", deletes: false, content: "one\n*** two\n\n" },
    ])
  })

  test("files that are changed, with what is replaced", () => {
    const update = patch(
      "*** Update File: a",
      "@@ class A",
      " keep",
      "-old",
      "+new",
      "@@",
      "-x",
      "+y",
      "*** End of File",
    )
    expect(patchedFiles(update)).toEqual([
      {
        path: "a",
        deletes: false,
        edits: [
          { before: "keep\nold", after: "keep\nnew" },
          { before: "x", after: "y" },
        ],
      },
    ])
  })

  test("files that go, and where a moved one comes to lie", () => {
    const text = patch("*** Delete File: gone", "*** Update File: from", "*** Move to: to", "@@", "-a", "+b")
    expect(patchedFiles(text)).toEqual([
      { path: "gone", deletes: true },
      { path: "from", deletes: true },
      { path: "to", deletes: false, edits: [{ before: "a", after: "b" }] },
    ])
  })

  test("nothing where it is none", () => expect(patchedFiles("git merge main")).toEqual([]))
})

describe("edits", () => {
  test("replace in their order, `$` being no sign", () => {
    expect(edited("a b a", [{ before: "a", after: "$&" }])).toBe("$& b a")
    expect(edited("a b a", [{ before: "a", after: "c", all: true }])).toBe("c b c")
    expect(
      edited("a", [
        { before: "a", after: "b" },
        { before: "b", after: "c" },
      ]),
    ).toBe("c")
    expect(edited(undefined, [{ before: "", after: "new" }])).toBe("new")
  })

  test("that do not fit come to nothing", () => {
    expect(edited("a", [{ before: "b", after: "c" }])).toBeUndefined()
    expect(edited(undefined, [{ before: "b", after: "c" }])).toBeUndefined()
  })
})

describe("what a file tool may not make of a client's settings", () => {
  let scene: Scene
  let guard: Guard
  const path = ".claude/settings.json"
  beforeAll(() => {
    scene = copyScene()
    guard = Guard.lean()
    mkdirSync(join(scene.own, ".claude"))
    writeFileSync(
      join(scene.own, path),
      '{"hooks":{"PreToolUse":[{"command":"ringfence hook claude"}]},"disableAllHooks":false}\n',
    )
  })
  afterAll(() => scene.remove())
  const judge = (edit: object, command?: string): string | undefined => {
    const request = { directory: scene.own, env: scene.env }
    return command === undefined
      ? guard.checkPath({ ...request, path, ...edit }).code
      : guard.check({ ...request, command }).code
  }

  test("by an edit", () => {
    const edits = [{ before: '"disableAllHooks":false', after: '"disableAllHooks":true' }]
    expect(judge({ edits })).toBe("self/guard-settings")
    expect(judge({ edits: [{ before: "ringfence hook claude", after: "true" }] })).toBe("self/guard-settings")
    expect(judge({ edits: [{ before: "PreToolUse", after: "PostToolUse" }] })).toBeUndefined()
  })

  test("by a patch that is run", async () => {
    const { loadShell } = await import("../../src/index.ts")
    await loadShell()
    const apply = (...lines: readonly string[]): string => `apply_patch <<'EOF'\n${patch(...lines)}\nEOF`
    expect(judge({}, apply(`*** Delete File: ${path}`))).toBe("self/guard-settings")
    expect(judge({}, apply(`*** Update File: ${path}`, "*** Move to: away.json"))).toBe("self/guard-settings")
    expect(judge({}, apply("*** Delete File: docs/old.md"))).toBeUndefined()
  })
})

test("a lean guard says where it needs the grammar, and never for a file", () => {
  const ran = Bun.spawnSync(
    [
      process.execPath,
      "-e",
      `import { Guard, GrammarMissing } from "@ringfence/guard"
       const guard = Guard.lean()
       const said = [guard.check({ command: "git status && ls", directory: "/" }).verdict]
       try { guard.check({ command: "ls > x", directory: "/" }) } catch (error) { said.push(error instanceof GrammarMissing) }
       said.push(guard.checkPath({ path: "x", directory: "/" }).verdict)
       console.log(JSON.stringify(said))`,
    ],
    { cwd: join(import.meta.dir, "../..") },
  )
  expect(ran.stdout.toString()).toBe('["allow",true,"allow"]\n')
})
