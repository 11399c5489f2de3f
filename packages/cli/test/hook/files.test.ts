/** Calls of file tools: whose file is it that would be written, edited or removed? */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyScene, type Scene } from "@ringfence/guard/fixture"
import { ask, refusal, shapeOf } from "./shapes.ts"

let scene: Scene
beforeAll(() => {
  scene = copyScene()
  mkdirSync(join(scene.own, ".claude"))
  const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "ringfence hook claude" }] }] }
  writeFileSync(join(scene.own, ".claude/settings.json"), JSON.stringify({ hooks, disableAllHooks: false }))
})
afterAll(() => scene.remove())

const codeFor = async (client: string, name: string, input: unknown, cwd?: string): Promise<string | undefined> => {
  const asked = { tool: { name, input }, home: scene.own, ...(cwd ? { cwd } : {}) }
  const reason = await refusal(shapeOf(client), asked, { env: scene.env })
  return reason && /\[([^\]]+)\]/.exec(reason)?.[1]
}

/** The tools of each client that write one file, and what they are called with. */
const WRITERS: readonly (readonly [client: string, tool: string, input: (path: string) => object])[] = [
  ["claude", "Write", (file_path) => ({ file_path, content: "x" })],
  ["claude", "Edit", (file_path) => ({ file_path, old_string: "a", new_string: "b" })],
  ["claude", "MultiEdit", (file_path) => ({ file_path, edits: [{ old_string: "a", new_string: "b" }] })],
  ["claude", "NotebookEdit", (notebook_path) => ({ notebook_path, new_source: "x", cell_id: "1" })],
  [
    "codex",
    "apply_patch",
    (path) => ({ command: `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch` }),
  ],
  ["gemini", "write_file", (file_path) => ({ file_path, content: "x" })],
  ["gemini", "replace", (file_path) => ({ file_path, old_string: "a", new_string: "b" })],
  ["qwen", "write_file", (file_path) => ({ file_path, content: "x" })],
  ["qwen", "edit", (file_path) => ({ file_path, old_string: "a", new_string: "b", replace_all: true })],
  ["qwen", "notebook_edit", (notebook_path) => ({ notebook_path, new_source: "x" })],
  ["copilot", "create", (path) => ({ path, file_text: "x" })],
  ["copilot", "edit", (path) => ({ path, old_str: "a", new_str: "b" })],
  ["copilot", "str_replace_editor", (path) => ({ command: "str_replace", path, old_str: "a", new_str: "b" })],
  ["copilot", "str_replace_editor", (path) => ({ command: "insert", path, insert_line: 1, new_str: "b" })],
  ["pi", "write", (path) => ({ path, content: "x" })],
  ["pi", "edit", (path) => ({ path, edits: [{ oldText: "a", newText: "b" }] })],
  ["opencode", "write", (filePath) => ({ filePath, content: "x" })],
  ["opencode", "edit", (filePath) => ({ filePath, oldString: "a", newString: "b" })],
  ["opencode", "apply_patch", (path) => ({ patchText: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` })],
  ["grok", "search_replace", (file_path) => ({ file_path, old_string: "a", new_string: "b" })],
  ["grok", "write", (path) => ({ path, contents: "x" })],
  ["a client nobody measured", "put", (path) => ({ path, content: "x" })],
]

/** Further tools that run a command. */
const RUNNERS = ["claude Monitor", "qwen monitor", "grok monitor", "codex exec_command"]

test.each(RUNNERS)("a command that another tool runs: %s", async (runner) => {
  const [client = "", tool = ""] = runner.split(" ")
  expect(await codeFor(client, tool, { command: "git rebase main", description: "x" })).toBe("isolated-git/rebase")
  expect(await codeFor(client, tool, { command: "tail -f log", description: "x" })).toBeUndefined()
})

describe("one file", () => {
  for (const [client, tool, input] of WRITERS)
    test(`${client}: ${tool} ${Object.keys(input("")).join(" ")}`, async () => {
      expect(await codeFor(client, tool, input(join(scene.main, "README.md")))).toBe("isolated-git/foreign-worktree")
      expect(await codeFor(client, tool, input("../sib/src/app.txt"))).toBe("isolated-git/foreign-worktree")
      expect(await codeFor(client, tool, input(join(scene.own, ".git")))).toBe("self/guard-settings")
      expect(await codeFor(client, tool, input(join(scene.own, "new/file.txt")))).toBeUndefined()
      expect(await codeFor(client, tool, input("src/app.txt"))).toBeUndefined()
      expect(await codeFor(client, tool, input(join(scene.tmp, "scratch.txt")))).toBeUndefined()
    })

  test("a path is seen from where the call starts", async () => {
    const input = { file_path: "README.md", content: "x" }
    expect(await codeFor("claude", "Write", input, join(scene.own, "src"))).toBeUndefined()
    expect(await codeFor("claude", "Write", input, scene.main)).toBe("isolated-git/foreign-worktree")
  })

  test("what is only read is not asked about", async () => {
    const path = join(scene.main, "README.md")
    expect(await codeFor("claude", "Read", { file_path: path })).toBeUndefined()
    expect(await codeFor("copilot", "view", { path })).toBeUndefined()
    expect(await codeFor("copilot", "str_replace_editor", { command: "view", path })).toBeUndefined()
    expect(await codeFor("grok", "read_file", { target_file: path, limit: 10 })).toBeUndefined()
    expect(await codeFor("gemini", "read_file", { absolute_path: path })).toBeUndefined()
  })
})

describe("a patch of several files", () => {
  const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")
  const harmless = ["*** Update File: src/app.txt", "@@", "-a", "+git merge main", "*** Add File: docs/new.md", "+x"]
  const cases: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ["all own", harmless, undefined],
    ["the last is foreign", [...harmless, "*** Delete File: ../main/docs/old.md"], "isolated-git/foreign-worktree"],
    [
      "one is moved away",
      ["*** Update File: src/app.txt", "*** Move to: ../sib/app.txt"],
      "isolated-git/foreign-worktree",
    ],
    ["it removes a hook of ours", [...harmless, "*** Delete File: .claude/settings.json"], "self/guard-settings"],
  ]
  for (const [about, lines, code] of cases)
    test(about, async () => {
      expect(await codeFor("codex", "apply_patch", { command: patch(...lines) })).toBe(code)
      expect(await codeFor("copilot", "apply_patch", patch(...lines))).toBe(code)
      expect(await codeFor("opencode", "apply_patch", { patchText: patch(...lines) })).toBe(code)
      expect(await codeFor("grok", "patch", { input: patch(...lines) })).toBe(code)
    })
})

describe("the client's own settings", () => {
  const settings = ".claude/settings.json"
  const edit = (before: string, after: string) =>
    codeFor("claude", "Edit", { file_path: join(scene.own, settings), old_string: before, new_string: after })

  test("are not switched off, and our hook stays in", async () => {
    expect(await edit('"disableAllHooks":false', '"disableAllHooks":true')).toBe("self/guard-settings")
    expect(await edit("ringfence hook claude", "true")).toBe("self/guard-settings")
    expect(await codeFor("claude", "Write", { file_path: settings, content: "{}" })).toBe("self/guard-settings")
    const all = { path: settings, content: '{"disableAllHooks": true, "x": "ringfence"}' }
    expect(await codeFor("pi", "write", all)).toBe("self/guard-settings")
  })

  test("may be edited otherwise", async () => {
    expect(await edit('"matcher":"Bash"', '"matcher":"Bash|Write"')).toBeUndefined()
    expect(await edit("not in it", "x")).toBeUndefined()
  })
})

describe("shell calls in other shapes", () => {
  test("words instead of a text", async () => {
    const command = ["bash", "-lc", "git merge main"]
    expect(await codeFor("codex", "Bash", { command })).toBe("isolated-git/merge")
    expect(await codeFor("codex", "shell", { command: ["git", "merge", "main"] })).toBe("isolated-git/merge")
    expect(await codeFor("codex", "shell", { command: ["git", "commit", "-m", "a; git merge main"] })).toBeUndefined()
  })

  test("the input as JSON in a text", async () => {
    expect(await codeFor("copilot", "bash", JSON.stringify({ command: "git merge main" }))).toBe("isolated-git/merge")
  })

  test("a tool that was not measured is none of ours, where the client's are known", async () => {
    expect(await codeFor("claude", "Agent", { command: "git merge main", prompt: "x" })).toBeUndefined()
  })

  test("a tool that does not say what it does is not guessed at", async () => {
    const calls: readonly (readonly [string, string, unknown])[] = [
      ["claude", "Bash", { text: "ls" }],
      ["claude", "Write", { content: "x" }],
      ["codex", "apply_patch", {}],
      ["claude", "Bash", { command: 7 }],
      ["claude", "Bash", { command: ["ls", 7] }],
    ]
    for (const [client, name, input] of calls)
      await expect(
        ask(shapeOf(client), { tool: { name, input }, home: scene.own }, { env: scene.env }),
      ).rejects.toThrow("was called without")
  })
})
