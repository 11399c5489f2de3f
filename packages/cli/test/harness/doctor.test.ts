/** Whether `doctor` tells the truth: of our plugin, of plugins that do not hold, and of settings that switch it off. */
import { describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { clients } from "../../src/harness/index.ts"
import { opencode } from "../../src/harness/opencode.ts"
import { tryPlugin } from "../../src/harness/opencode/try.ts"
import { ringfence, ROOT, run, type Finished } from "../support/process.ts"
import { pluginOf, useHome } from "./place.ts"

const home = useHome()
const config = (name: string): string => join(home.config, name)
const call = (argv: readonly string[], env: Record<string, string> = {}, cwd = home.project): Promise<Finished> =>
  ringfence(argv, { cwd, env: { ...home.env, ...env } })

/** What `doctor` says, as data. */
async function doctor(env: Record<string, string> = {}, cwd = home.project) {
  const { code, stdout, stderr } = await call(["doctor", "--json"], env, cwd)
  if (stderr !== "") throw new Error(stderr)
  const { clients, worktrees } = JSON.parse(stdout)
  return { code, verdict: clients[0].verdict, checks: clients[0].checks, worktrees }
}

/** Plugins that do what their names say. */
const PLUGINS: Readonly<Record<string, string>> = {
  "refuses what it should": `
    export default { id: "x", server: async () => ({ "tool.execute.before": async ({ tool }, { args }) => {
      if (tool === "write" || args.command?.includes("rebase")) throw new Error("Reason: [isolated-git/rebase] no") } }) }`,
  "refuses nothing": `export default { id: "x", server: async () => ({}) }`,
  "refuses everything": `
    export const Guard = async () => ({ "tool.execute.before": async () => { throw new Error("no") } })`,
  "does not load": `throw new Error("half a file")`,
  "does not start": `export default { id: "x", server: async () => { throw new Error("no grammar") } }`,
  "ends the program": `process.exit(7)`,
  "exports nothing": `export const a = 1`,
  "knows its session": `
    export default { id: "x", server: async ({ client, directory }) => ({ "tool.execute.before": async (call, { args }) => {
      const { data } = await client.session.get({ path: { id: call.sessionID } })
      await client.tui.showToast({ body: {} })
      await client.app.log.anything()
      if (data.directory === directory && !args.command?.includes("status")) throw new Error("known") } }) }`,
}

describe("a plugin that", () => {
  const cases: readonly (readonly [string, readonly (readonly [RegExp, string])[]])[] = [
    [
      "refuses what it should",
      [
        [/^loads from .*server\.ts$/, "good"],
        [/^`git rebase main` in an isolated worktree: refused \(isolated-git\/rebase\)$/, "good"],
        [/^`git status` there: let through$/, "good"],
        [/^a file tool that writes into the main checkout: refused/, "good"],
      ],
    ],
    [
      "refuses nothing",
      [
        [/^loads/, "good"],
        [/rebase main.*: let through$/, "bad"],
        [/git status.*: let through$/, "good"],
        [/file tool.*: let through$/, "bad"],
      ],
    ],
    [
      "refuses everything",
      [
        [/^loads/, "good"],
        [/rebase main.*: refused$/, "good"],
        [/git status.*: refused: no$/, "bad"],
        [/file tool.*: refused$/, "good"],
      ],
    ],
    ["does not load", [[/does not load: half a file/, "bad"]]],
    ["does not start", [[/does not load: no grammar/, "bad"]]],
    ["ends the program", [[/ended the program that loaded it/, "bad"]]],
    ["exports nothing", [[/does not load: it exports no plugin/, "bad"]]],
    [
      "knows its session",
      [
        [/^loads/, "good"],
        [/rebase main.*: refused$/, "good"],
        [/git status.*: let through$/, "good"],
        [/file tool.*: refused$/, "good"],
      ],
    ],
  ]
  for (const [name, expected] of cases) {
    test(name, async () => {
      const checks = await tryPlugin(pluginOf(home, "plugin", PLUGINS[name]!), home.context)
      expect(checks).toMatchObject(expected.map(([about, result]) => ({ about: expect.stringMatching(about), result })))
      for (const { result, fix } of checks) if (result !== "good") expect(fix).toMatch(/\w/)
    })
  }

  test("never answers", async () => {
    const plugin = pluginOf(
      home,
      "plugin",
      "export default { id: 'x', server: () => new Promise(() => setInterval(() => {}, 1000)) }",
    )
    expect(await tryPlugin(plugin, home.context, 2000)).toMatchObject([{ result: "unknown" }])
  })

  test("is a file, or is not there", async () => {
    const file = home.write(join(home.folder, "one.ts"), PLUGINS["refuses what it should"]!)
    expect((await tryPlugin(file, home.context)).map(({ result }) => result)).toEqual(["good", "good", "good", "good"])
    expect(await tryPlugin(join(home.folder, "none"), home.context)).toMatchObject([
      { about: expect.stringContaining("is not there: opencode says nothing and runs unguarded"), result: "bad" },
    ])
  })

  test("cannot be tried, for want of git", async () => {
    const plugin = pluginOf(home, "plugin", PLUGINS["refuses nothing"]!)
    const context = { ...home.context, env: { ...home.env, PATH: home.folder } }
    expect(await tryPlugin(plugin, context)).toMatchObject([{ result: "unknown", fix: expect.stringContaining("git") }])
  })
})

test("our own plugin, once installed, is enforced", async () => {
  expect(await doctor()).toMatchObject({ code: 0, verdict: "not installed", checks: [] })
  await call(["install", "opencode"])
  const { code, verdict, checks } = await doctor()
  expect(checks).toMatchObject([
    { about: `named in ${config("opencode.json")}`, result: "good" },
    { about: `loads from ${join(ROOT, "packages/opencode/src/plugin/server.ts")}`, result: "good" },
    { about: "`git rebase main` in an isolated worktree: refused (isolated-git/rebase)", result: "good" },
    { about: "`git status` there: let through", result: "good" },
    { about: expect.stringMatching(/^a file tool .*: refused \(isolated-git\/foreign-worktree\)$/), result: "good" },
    { about: `dialogs named in ${config("tui.json")}`, result: "good" },
  ])
  expect({ code, verdict }).toEqual({ code: 0, verdict: "enforced" })
  expect(Object.keys(home.tree()).filter((path) => path.endsWith("ringfence.db"))).toEqual([])
  expect(await call(["uninstall", "all"])).toMatchObject({ code: 0 })
  expect(await doctor()).toMatchObject({ code: 0, verdict: "not installed" })
})

describe("not enforced, exit 1, where", () => {
  const holds = (): string => pluginOf(home, "plugin", PLUGINS["refuses what it should"]!)
  const named = (...paths: readonly string[]): string => JSON.stringify({ plugin: paths })

  test("the user has switched the policy off", async () => {
    await call(["install", "opencode"])
    home.write(join(home.folder, "home/.config/ringfence/config.json"), '{"off": ["isolated-git"]}')
    const { code, verdict, checks } = await doctor()
    expect({ code, verdict }).toEqual({ code: 1, verdict: "not enforced" })
    expect(checks.find(({ result }: { result: string }) => result === "bad")).toMatchObject({
      about: expect.stringContaining("let through"),
      fix: expect.stringContaining("`off`"),
    })
  })

  test("what it names is gone", async () => {
    const plugin = holds()
    home.write(config("opencode.json"), named(plugin))
    expect(await doctor()).toMatchObject({ code: 0, verdict: "enforced" })
    // Without the package there is no telling whose the line is, but for the record.
    home.write(
      join(home.folder, "home/.local/share/ringfence/installed.json"),
      JSON.stringify({
        files: [
          {
            client: "opencode",
            scope: "user",
            file: config("opencode.json"),
            entry: plugin,
            created: false,
            folders: [],
            listed: false,
            after: "",
          },
        ],
      }),
    )
    rmSync(plugin, { recursive: true })
    const { code, verdict, checks } = await doctor()
    expect({ code, verdict }).toEqual({ code: 1, verdict: "not enforced" })
    expect(checks[1]).toMatchObject({ result: "bad", fix: "run `ringfence install opencode`" })
  })

  test("another file of the user's has a list that counts instead", async () => {
    home.write(config("opencode.json"), named(holds()))
    home.write(config("opencode.jsonc"), named())
    const { code, verdict, checks } = await doctor()
    expect({ code, verdict }).toEqual({ code: 1, verdict: "not enforced" })
    expect(checks).toMatchObject([{ fix: expect.stringContaining("only the last one counts") }])
  })

  test("OPENCODE_PURE is set", async () => {
    home.write(config("opencode.json"), named(holds()))
    expect(await doctor({ OPENCODE_PURE: "1" })).toMatchObject({
      code: 1,
      verdict: "not enforced",
      checks: [{ about: "OPENCODE_PURE is set: opencode loads no plugins", fix: "unset OPENCODE_PURE" }],
    })
    expect(await doctor({ OPENCODE_PURE: "0" })).toMatchObject({ code: 0 })
  })

  test("only the project names it, and its files are switched off", async () => {
    home.write(join(home.project, ".opencode/opencode.json"), named(holds()))
    expect(await doctor()).toMatchObject({ code: 0, verdict: "enforced" })
    expect(await doctor({ OPENCODE_DISABLE_PROJECT_CONFIG: "true" })).toMatchObject({
      code: 1,
      verdict: "not enforced",
    })
  })
})

describe("what counts besides", () => {
  const named = (): string => JSON.stringify({ plugin: [pluginOf(home, "plugin", PLUGINS["refuses what it should"]!)] })

  test("an empty list of the project takes nothing away", async () => {
    home.write(config("opencode.json"), named())
    home.write(join(home.project, "opencode.json"), '{"plugin": []}')
    expect(await doctor()).toMatchObject({ code: 0, verdict: "enforced" })
  })

  test("a file that opencode would not start with leaves it open", async () => {
    home.write(config("opencode.json"), named())
    home.write(join(home.project, "opencode.json"), '{"plugin": [}')
    expect(await doctor()).toMatchObject({
      code: 0,
      verdict: "cannot tell",
      checks: [
        {
          about: expect.stringMatching(/project\/opencode\.json does not parse: line 1, column 13/),
          fix: "mend the file",
        },
      ],
    })
  })

  test("a problem that the plugin wrote down is shown", async () => {
    home.write(config("opencode.json"), named())
    home.write(
      join(home.folder, "home/.local/share/ringfence/opencode-problem.json"),
      JSON.stringify({ time: 1_800_000_000_000, what: "a call was not judged", message: "out of memory" }),
    )
    const { code, verdict, checks } = await doctor()
    expect({ code, verdict }).toEqual({ code: 0, verdict: "cannot tell" })
    expect(checks.at(-2)).toMatchObject({
      about: expect.stringContaining("a call was not judged: out of memory (2027-01-15T08:00:00.000Z)"),
      result: "unknown",
    })
  })
})

test("every worktree is listed, guarded or not, and why", async () => {
  const main = home.project
  const git = (...argv: readonly string[]): Promise<Finished> =>
    run(["git", "-c", "user.name=T", "-c", "user.email=t@example.com", ...argv], { cwd: main, env: home.env })
  await git("init", "-q", "-b", "main")
  await git("commit", "-q", "--allow-empty", "-m", "one")
  const child = join(main, ".worktrees", "child")
  const apart = join(home.folder, "apart")
  const gone = join(main, ".worktrees", "gone")
  for (const [path, branch] of [
    [child, "child"],
    [apart, "apart"],
    [gone, "gone"],
  ] as const)
    await git("worktree", "add", "-q", "-b", branch, path)
  rmSync(gone, { recursive: true })
  const rows = (guarded: boolean, why: RegExp, hole: boolean) => [
    { path: main, branch: "main", guarded: false, why: expect.stringMatching(/main checkout/), hole: false },
    { path: child, branch: "child", guarded, why: expect.stringMatching(why), hole },
    {
      path: apart,
      branch: "apart",
      guarded: false,
      why: expect.stringContaining(`add ${home.folder} to "roots"`),
      hole: false,
    },
    { path: gone, branch: "gone", guarded: false, why: "its folder is gone", hole: false },
  ]
  const sorted = (found: readonly { readonly path: string }[]) =>
    [main, child, apart, gone].map((path) => found.find((worktree) => worktree.path === path))

  const before = await doctor()
  expect(before.code).toBe(0)
  expect(sorted(before.worktrees)).toEqual(rows(false, /installed in no client/, false))

  // What is only in the project's folder, not committed, is not in its worktrees.
  await call(["install", "--project", "opencode"])
  const half = await doctor()
  expect(sorted(half.worktrees)).toEqual(rows(false, /not in opencode: no configuration .* names Ringfence/, true))
  expect(half.code).toBe(1)

  await call(["install", "opencode"])
  const all = await doctor({}, child)
  expect(sorted(all.worktrees)).toEqual(rows(true, /isolated, in opencode/, false))
  expect(all.code).toBe(0)
  const { stdout } = await call(["doctor"], { NO_COLOR: "1" })
  expect(stdout).toMatch(/^opencode: enforced\n {2}✓ named in /)
  expect(stdout).toMatch(/child +child +guarded +isolated, in opencode/)
})

describe("--live asks the program itself", () => {
  /** A program that prints what opencode prints of its configuration, and logs. */
  const program = (printed: object | string, log = ""): Record<string, string> => {
    const text = typeof printed === "string" ? printed : JSON.stringify(printed)
    const script = home.write(
      join(home.folder, "bin", "opencode"),
      `#!/bin/sh\nprintf '%s' '${text}'\necho '${log}' >&2\n`,
    )
    chmodSync(script, 0o755)
    return { PATH: `${join(home.folder, "bin")}:${process.env["PATH"]}` }
  }
  const live = async (env: Record<string, string>) => {
    const { code, stdout } = await call(["doctor", "--live", "--json"], env)
    return { code, last: JSON.parse(stdout).clients[0].checks.at(-1) }
  }
  const install = (): string => {
    const plugin = pluginOf(home, "plugin", PLUGINS["refuses what it should"]!)
    home.write(config("opencode.json"), JSON.stringify({ plugin: [plugin] }))
    return plugin
  }

  test("which names it", async () => {
    const plugin = install()
    for (const printed of [
      { plugin: ["a", `file://${plugin}`] },
      {
        plugin: [
          ["a", {}],
          [`file://${plugin}`, {}],
        ],
      },
      { plugin: [], plugin_origins: [{ spec: plugin }] },
    ])
      expect(await live(program(printed))).toMatchObject({ code: 0, last: { result: "good" } })
  })

  test("which does not", async () => {
    install()
    const { code, last } = await live(program({ plugin: ["file:///elsewhere"] }))
    expect({ code, last }).toMatchObject({
      code: 1,
      last: { result: "bad", about: expect.stringContaining("does not name it") },
    })
  })

  test("which cannot start it", async () => {
    const plugin = install()
    const log = `level=ERROR message="failed to load plugin" path=file://${plugin} error=no such thing`
    expect(await live(program({ plugin: [plugin] }, log))).toMatchObject({
      code: 1,
      last: { result: "bad", about: expect.stringContaining("cannot start it: no such thing") },
    })
  })

  test("which says nothing of use", async () => {
    install()
    expect(await live(program("no json"))).toMatchObject({ code: 0, last: { result: "unknown" } })
  })
})

describe("typed", () => {
  test("status, before and after", async () => {
    const bin = join(home.folder, "bin")
    mkdirSync(bin)
    const names = clients.map(({ name }) => name)
    expect((await call(["status"], { PATH: "/usr/bin:/bin" })).stdout).toBe(
      names.map((name) => `${name}: no such program in the PATH\n  not installed\n`).join(""),
    )
    const installed = await call(["install", "opencode"])
    expect(installed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`opencode: added to ${config("opencode.json")}\n`),
    })
    expect(installed.stderr).toContain("start opencode anew")
    expect((await call(["install", "all"])).stdout).toContain(`opencode: is already in ${config("tui.json")}\n`)
    const { stdout } = await call(["status"])
    expect(stdout).toContain(`  guard (user): ${config("opencode.json")} → ${join(ROOT, "packages/opencode")}\n`)
    const json = JSON.parse((await call(["status", "--json"])).stdout)
    expect(json[0].entries).toHaveLength(2)
  })

  test("what is no client, and no client at all", async () => {
    expect(await call(["install", "emacs"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'ringfence: there is no client "emacs": give opencode, claude, codex, gemini, qwen, copilot, grok, pi, all\n',
    })
    expect((await call(["install"])).code).toBe(1)
  })

  test("a file that does not parse, with its place", async () => {
    home.write(config("opencode.json"), '{\n  "plugin": [\n')
    expect(await call(["install", "opencode"])).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^ringfence: .*opencode\.json does not parse: line \d, column \d: .*\n$/),
    })
    expect((await call(["status"])).stdout).toContain("does not parse")
  })

  test("an isolated session may not take away what guards it", async () => {
    const main = home.project
    const env = { GIT_AUTHOR_NAME: "T", GIT_AUTHOR_EMAIL: "t@x", GIT_COMMITTER_NAME: "T", GIT_COMMITTER_EMAIL: "t@x" }
    await run(["sh", "-ec", "git init -q; git commit -q --allow-empty -m one; git worktree add -q .worktrees/child"], {
      cwd: main,
      env: { ...home.env, ...env },
    })
    await call(["install", "opencode"])
    const child = join(main, ".worktrees", "child")
    const inside = await call(["uninstall", "all"], {}, child)
    expect(inside).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("may not take away what guards it"),
    })
    const outside = await call(
      ["uninstall", "all"],
      { RINGFENCE_SESSION: "ses_x", RINGFENCE_WORKTREE: child },
      home.folder,
    )
    expect(outside.code).toBe(2)
    expect(opencode.status(home.context).entries).toHaveLength(2)
    expect((await call(["uninstall", "all"])).code).toBe(0)
  })
})
