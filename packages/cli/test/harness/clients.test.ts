/** What installing does to the files of clients with hooks, what is left of it, and whether it then holds. */
import { describe, expect, test } from "bun:test"
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import type { Scope } from "../../src/harness/client.ts"
import { dialectOf } from "../../src/harness/dialects.ts"
import { clientsNamed } from "../../src/harness/index.ts"
import { ROOT, run } from "../support/process.ts"
import { useHome } from "./place.ts"

const home = useHome()
const LAUNCHER = join(ROOT, "ringfence")

/** The client's file of the user and of the project, and where in it our first hook stands. */
const FILES: Readonly<Record<string, readonly [user: string, project: string, event: string]>> = {
  claude: [".claude/settings.json", ".claude/settings.json", "PreToolUse"],
  codex: [".codex/hooks.json", ".codex/hooks.json", "PreToolUse"],
  gemini: [".gemini/settings.json", ".gemini/settings.json", "BeforeTool"],
  qwen: [".qwen/settings.json", ".qwen/settings.json", "PreToolUse"],
  copilot: [".copilot/hooks/ringfence.json", ".github/hooks/ringfence.json", "preToolUse"],
  grok: [".grok/hooks/ringfence.json", ".grok/hooks/ringfence.json", "PreToolUse"],
  pi: [".pi/agent/extensions/ringfence.ts", ".pi/extensions/ringfence.ts", ""],
}
const NAMES = Object.keys(FILES)
const IN_JSON = NAMES.filter((name) => name !== "pi")
const GROUPED = IN_JSON.filter((name) => name !== "copilot")

const client = (name: string) => clientsNamed([name])[0]!
const fileOf = (name: string, scope: Scope = "user"): string =>
  scope === "user" ? join(home.folder, "home", FILES[name]![0]) : join(home.project, FILES[name]![1])
const install = (name: string, scope: Scope = "user", persistentCd = false) =>
  client(name).install(home.context, scope, { persistentCd })
const uninstall = (name: string, scope: "everywhere" | "project" = "everywhere") =>
  client(name).uninstall(home.context, scope)
const diagnose = (name: string) => client(name).diagnose(home.context, false)

/** What is there, but for the folder of data that every program of ours may make. */
const left = (): Readonly<Record<string, string>> => {
  const { "home/.local/": _local, "home/.local/share/": _share, ...rest } = home.tree()
  return rest
}

for (const name of NAMES) {
  describe(name, () => {
    test("installed it is enforced, and uninstalled nothing is left", async () => {
      const before = left()
      expect(await diagnose(name)).toEqual({ verdict: "not installed", checks: [] })
      expect(install(name)[0]).toEqual({ file: fileOf(name), did: "added" })
      expect(client(name).status(home.context)).toMatchObject({
        entries: [{ file: fileOf(name), scope: "user", part: "hook", path: LAUNCHER, exists: true }],
        faults: [],
      })
      const { verdict, checks } = await diagnose(name)
      expect(checks.filter(({ result }) => result === "bad")).toEqual([])
      expect(checks.map(({ about }) => about)).toEqual(
        expect.arrayContaining([
          `named in ${fileOf(name)}`,
          "`git rebase main` in an isolated worktree: refused (isolated-git/rebase)",
          "`git status` there: let through",
          "a file tool that writes into the main checkout: refused (isolated-git/foreign-worktree)",
        ]),
      )
      expect(verdict).toBe("enforced")
      home.write(join(home.folder, "home/.local/share/ringfence/hook-sessions/1.json"), "{}")
      home.write(join(home.folder, "home/.local/share/ringfence/hook-failures"), "")
      expect((await uninstall(name)).every(({ did }) => did === "deleted")).toBe(true)
      expect(left()).toEqual(before)
      expect(await uninstall(name)).toEqual([])
    })

    test("a second time nothing is written", () => {
      install(name)
      const before = home.tree()
      expect(new Set(install(name).map(({ did }) => did))).toEqual(new Set(["kept"]))
      expect(home.tree()).toEqual(before)
    })

    test("persistent-cd is asked for, shown, trusted, and taken back by an installation without it", async () => {
      const asked = () =>
        client(name)
          .status(home.context)
          .entries.map(({ persistentCd }) => persistentCd)
      install(name, "user", true)
      expect(home.read(fileOf(name))).toContain("--persistent-cd")
      expect(asked()).toEqual([true])
      expect(client(name).unreached(home.context, home.project)).toBeUndefined()
      expect(new Set(install(name, "user", true).map(({ did }) => did))).toEqual(new Set(["kept"]))
      expect(install(name)[0]!.did).toBe("replaced")
      expect(asked()).toEqual([false])
      expect(home.read(fileOf(name))).not.toContain("persistent-cd")
      await uninstall(name)
    })

    test("in the project, and only there taken out again", async () => {
      await run(["git", "init", "-q", home.project], { env: home.env })
      const inside = join(home.project, "deep")
      mkdirSync(inside)
      install(name)
      const before = left()
      const context = { ...home.context, cwd: inside }
      expect(client(name).install(context, "project")[0]).toEqual({ file: fileOf(name, "project"), did: "added" })
      expect(
        client(name)
          .status(context)
          .entries.map(({ scope }) => scope),
      ).toEqual(["user", "project"])
      await client(name).uninstall(context, "project")
      const { "home/.local/share/ringfence/installed.json": _before, ...user } = before
      const { "home/.local/share/ringfence/installed.json": _after, ...now } = left()
      expect(now).toEqual(user)
      client(name).install(context, "project")
      await client(name).uninstall({ ...home.context, cwd: home.folder }, "everywhere")
      expect(
        Object.keys(left()).filter(
          (path) =>
            /ringfence|hooks|settings|config\.toml/.test(path.replace("project/.git/", "")) &&
            !path.startsWith("project/.git/"),
        ),
      ).toEqual([])
    })

    test("the line of a checkout that is gone is renewed", async () => {
      const old = { ...home.context, checkout: join(home.folder, "old checkout") }
      client(name).install(old, "user")
      expect(client(name).status(home.context).entries).toMatchObject([{ exists: false }])
      const { verdict, checks } = await diagnose(name)
      expect(verdict).toBe("not enforced")
      expect(checks).toContainEqual(expect.objectContaining({ about: `${old.checkout}/ringfence is not there` }))
      expect(install(name)[0]!.did).toBe("replaced")
      expect(home.read(fileOf(name))).not.toContain("old checkout")
      rmSync(join(home.folder, "home/.local/share/ringfence/installed.json"))
      await uninstall(name)
      expect(Object.values(left()).join()).not.toContain("ringfence hook")
    })
  })
}

describe("beside others", () => {
  const others = (event: string): string => `// mine
{
  "theme": "dark", // keep
  "hooks": {
    "${event}": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "theirs" }] } // theirs
    ],
    "Stop": []
  }
}
`
  for (const name of GROUPED)
    test(`${name}: comments, order and other hooks are kept, and the file is put back byte for byte`, async () => {
      const text = others(FILES[name]![2])
      const file = home.write(fileOf(name), text)
      chmodSync(file, 0o640)
      expect(install(name)[0]).toEqual({ file, did: "added", backup: `${file}.ringfence-backup` })
      const now = home.read(file)
      for (const line of text.trim().split("\n")) expect(now).toContain(line.replace(" // theirs", ""))
      expect(lstatSync(file).mode & 0o777).toBe(0o640)
      expect(client(name).unreached(home.context, home.project)).toBeUndefined()
      expect(await uninstall(name)).toContainEqual({ file, did: "restored" })
      expect(home.read(file)).toBe(text)
      expect(existsSync(`${file}.ringfence-backup`)).toBe(false)
    })

  test("what others wrote since stays, in a group with ours too", async () => {
    const file = home.write(fileOf("claude"), '{\n  "model": "m"\n}\n')
    install("claude")
    const theirs = '{"type":"command","command":"theirs"}'
    home.write(file, home.read(file).replace('"hooks":[{"type"', `"hooks":[${theirs},{"type"`).replace('"m"', '"n"'))
    expect(await uninstall("claude")).toEqual([{ file, did: "removed" }])
    const { model, hooks } = JSON.parse(home.read(file))
    expect(model).toBe("n")
    expect(hooks).toEqual({ PreToolUse: [{ matcher: expect.any(String), hooks: [JSON.parse(theirs)] }] })
  })

  test("what was made for ours goes with it", async () => {
    const file = home.write(fileOf("gemini"), '{\n  "model": "m"\n}\n')
    install("gemini")
    home.write(file, home.read(file).replace('"m"', '"n"'))
    await uninstall("gemini")
    expect(JSON.parse(home.read(file))).toEqual({ model: "n" })
  })

  test("a link stays a link", () => {
    const kept = home.write(join(home.folder, "dotfiles/settings.json"), "{}\n")
    mkdirSync(join(home.folder, "home/.claude"))
    symlinkSync(kept, fileOf("claude"))
    install("claude")
    expect(lstatSync(fileOf("claude")).isSymbolicLink()).toBe(true)
    expect(home.read(kept)).toContain("hook claude")
  })

  test("an extension of that name that is not ours is refused", async () => {
    const file = home.write(fileOf("pi"), "export default () => {}\n")
    expect(() => install("pi")).toThrow(`${file} is none of Ringfence's. Move it away and try again.`)
    expect(await uninstall("pi")).toEqual([])
    expect(home.read(file)).toBe("export default () => {}\n")
  })
})

test("pi-signed is pi under another name: it loads the same extensions", async () => {
  expect(clientsNamed(["pi-signed", "pi"]).map(({ name }) => name)).toEqual(["pi"])
  const program = home.write(join(home.folder, "bin/pi-signed"), "#!/bin/sh\n")
  chmodSync(program, 0o755)
  const context = { ...home.context, env: { ...home.env, PATH: join(home.folder, "bin") } }
  expect(client("pi-signed").status(context).program).toBe(program)
  expect(install("pi-signed")).toEqual([{ file: fileOf("pi"), did: "added" }])
})

describe("what is installed", () => {
  for (const name of IN_JSON)
    test(`${name}: the tools of its dialect, 30 seconds, one line`, async () => {
      install(name)
      const { hooks } = JSON.parse(home.read(fileOf(name)))
      const element = hooks[FILES[name]![2]][0]
      const hook = element.hooks?.[0] ?? element
      expect(hook.timeout ?? hook.timeoutSec).toBe(name === "gemini" || name === "qwen" ? 30_000 : 30)
      expect(hook.command ?? hook.bash).toContain(`${LAUNCHER} hook ${name}`)
      const { tools } = await dialectOf(name)
      const named = name === "copilot" || typeof tools === "function" ? undefined : Object.keys(tools).join("|")
      expect(element.matcher).toBe(named)
    })

  test("where a checkout is gone, no client takes that for a no", async () => {
    for (const name of ["gemini", "copilot"]) {
      client(name).install({ ...home.context, checkout: join(home.folder, "it's gone") }, "user")
      const { hooks } = JSON.parse(home.read(fileOf(name)))
      const element = hooks[FILES[name]![2]][0]
      const line: string = element.hooks?.[0].command ?? element.bash
      expect(await run(["sh", "-c", line], { cwd: home.project, env: home.env })).toEqual({
        code: 0,
        stdout: "",
        stderr: "",
      })
      expect(client(name).status(home.context).entries).toMatchObject([{ exists: false }])
    }
  })

  test("claude's hook runs after worktrees are entered and left, too", () => {
    install("claude")
    const { hooks } = JSON.parse(home.read(fileOf("claude")))
    expect(hooks.PostToolUse).toMatchObject([{ matcher: "EnterWorktree|ExitWorktree" }])
  })

  test("which calls no hook sees is said", () => {
    for (const name of NAMES) expect(client(name).notes.user.join()).toMatch(/[Nn]o hook sees/)
  })
})

describe("refused, and nothing is written", () => {
  for (const name of IN_JSON)
    test(name, () => {
      home.write(fileOf(name), '{\n  "hooks": {,}\n}')
      const before = home.tree()
      expect(() => install(name)).toThrow(/does not parse: line 2, column 13: \w/)
      expect(home.tree()).toEqual(before)
      home.write(fileOf(name), '{\n  "hooks": []\n}')
      expect(() => install(name)).toThrow(/does not hold an object in "hooks": line 2, column 12\./)
      home.write(fileOf(name), `{"hooks": {"${FILES[name]![2]}": {}}}`)
      expect(() => install(name)).toThrow(/does not hold a list in /)
      home.write(fileOf(name), "{}")
      chmodSync(fileOf(name), 0o444)
      expect(() => install(name)).toThrow(/is read-only\. Make it writable/)
      expect(home.read(fileOf(name))).toBe("{}")
    })
})
