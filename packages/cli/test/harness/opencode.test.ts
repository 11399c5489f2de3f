/** What installing does to opencode's files, and what is left of it afterwards. */
import { describe, expect, test } from "bun:test"
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { opencode } from "../../src/harness/opencode.ts"
import { ROOT, run } from "../support/process.ts"
import { useHome } from "./place.ts"

const PACKAGE = join(ROOT, "packages", "opencode")
const home = useHome()

const install = (scope: "user" | "project" = "user") => opencode.install(home.context, scope)
const uninstall = (scope: "everywhere" | "project" = "everywhere") => opencode.uninstall(home.context, scope)
const didOf = (changes: ReturnType<typeof install>) => changes.map(({ did }) => did)
const config = (name: string): string => join(home.config, name)

test("where there is nothing yet, both files are made, and removed again with their folders", async () => {
  const before = home.tree()
  expect(install()).toEqual([
    { file: config("opencode.json"), did: "added" },
    { file: config("tui.json"), did: "added" },
  ])
  for (const name of ["opencode.json", "tui.json"])
    expect(JSON.parse(home.read(config(name)))).toEqual({
      $schema: expect.stringMatching(/^https:\/\/opencode\.ai\/(config|tui)\.json$/),
      plugin: [PACKAGE],
    })
  expect(didOf(await uninstall())).toEqual(["deleted", "deleted"])
  const { "home/.local/": _local, "home/.local/share/": _share, ...left } = home.tree()
  expect(left).toEqual(before)
})

const KEPT = `// my settings
{
  "$schema": "https://opencode.ai/config.json", // the schema
  "model": "provider/model",
  /* plugins, in this order */
  "plugin": [
    "opencode-helicone-session", // first
    ["./local.ts", { "level": 3 }] // signs in
  ],
  "theme": "system",
}
`

test("comments, order, other plugins and the end of the file are kept", () => {
  const file = home.write(config("opencode.jsonc"), KEPT)
  chmodSync(file, 0o640)
  const [change] = install()
  expect(change).toEqual({ file, did: "added", backup: `${file}.ringfence-backup` })
  expect(home.read(file)).toBe(
    KEPT.replace('{ "level": 3 }] // signs in\n', `{ "level": 3 }], // signs in\n    "${PACKAGE}"\n`),
  )
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(home.read(`${file}.ringfence-backup`)).toBe(KEPT)
  expect(statSync(`${file}.ringfence-backup`).mode & 0o777).toBe(0o640)
})

test("persistent-cd is asked for in the guard's entry, shown, and taken back by an installation without it", async () => {
  const before = home.tree()
  const ask = () => opencode.install(home.context, "user", { persistentCd: true })
  expect(didOf(ask())).toEqual(["added", "added"])
  expect(JSON.parse(home.read(config("opencode.json"))).plugin).toEqual([[PACKAGE, { "persistent-cd": true }]])
  expect(JSON.parse(home.read(config("tui.json"))).plugin).toEqual([PACKAGE])
  const asked = () => opencode.status(home.context).entries.map(({ part, persistentCd }) => [part, persistentCd])
  expect(asked()).toEqual([
    ["guard", true],
    ["tui", false],
  ])
  expect(opencode.unreached(home.context, home.project)).toBeUndefined()
  expect(didOf(ask())).toEqual(["kept", "kept"])
  expect(didOf(install())).toEqual(["replaced", "kept"])
  expect(asked().map(([, wish]) => wish)).toEqual([false, false])
  expect(didOf(ask())).toEqual(["replaced", "kept"])
  await uninstall()
  const { "home/.local/": _local, "home/.local/share/": _share, ...left } = home.tree()
  expect(left).toEqual(before)
})

test("a second time nothing is written, and the backup is that of the first", () => {
  const file = home.write(config("opencode.jsonc"), KEPT)
  install()
  const old = new Date(1_000_000_000_000)
  for (const name of ["opencode.jsonc", "tui.json"]) utimesSync(config(name), old, old)
  const before = home.tree()
  expect(install()).toEqual([
    { file, did: "kept" },
    { file: config("tui.json"), did: "kept" },
  ])
  expect(home.tree()).toEqual(before)
  for (const name of ["opencode.jsonc", "tui.json"]) expect(statSync(config(name)).mtimeMs).toBe(old.getTime())
})

test("taken out of a file that was not touched since, it is what it was, byte for byte", async () => {
  for (const text of [KEPT, "{}", "{ }\r\n", '{"plugin":[]}', "\uFEFF{\n}\n", "", '{\n\t"plugin": ["a"] // x\n}']) {
    const file = home.write(config("opencode.jsonc"), text)
    expect(didOf(install())).toEqual(["added", "added"])
    expect(home.read(file)).toContain(JSON.stringify(PACKAGE))
    expect(didOf(await uninstall())).toEqual(["deleted", "restored"])
    expect(home.read(file)).toBe(text)
    expect(existsSync(`${file}.ringfence-backup`)).toBe(false)
  }
})

test("taken out of a file that somebody went on with, what they wrote stays", async () => {
  const file = home.write(config("opencode.jsonc"), '{\n  "model": "m"\n}\n')
  install()
  home.write(file, home.read(file).replace('"m"', '"n"').replace(`"${PACKAGE}"`, `"${PACKAGE}", "other"`))
  expect(didOf(await uninstall())).toContain("removed")
  expect(home.read(file)).toBe('{\n  "model": "n",\n  "plugin": ["other"]\n}\n')
  expect(existsSync(`${file}.ringfence-backup`)).toBe(false)
})

test("a list that was made for it goes with it, a list that was there stays", async () => {
  const made = home.write(config("opencode.json"), '{\n  "model": "m"\n}\n')
  const there = home.write(config("tui.json"), '{\n  "theme": "t",\n  "plugin": []\n}\n')
  install()
  for (const file of [made, there]) home.write(file, `${home.read(file)}\n`)
  await uninstall()
  expect(home.read(made)).toBe('{\n  "model": "m"\n}\n\n')
  expect(home.read(there)).toBe('{\n  "theme": "t",\n  "plugin": []\n}\n\n')
})

test("a file that was made for it stays where somebody has put something into it", async () => {
  install()
  home.write(config("tui.json"), home.read(config("tui.json")).replace("{\n", '{\n  // mine\n  "theme": "t",\n'))
  expect(didOf(await uninstall())).toEqual(["removed", "deleted"])
  expect(home.read(config("tui.json"))).toBe(
    '{\n  // mine\n  "theme": "t",\n  "$schema": "https://opencode.ai/tui.json"\n}\n',
  )
})

test("of the user's files the last one with a list gets the line, for only that one counts", () => {
  home.write(config("config.json"), '{"plugin": ["a"]}')
  home.write(config("opencode.json"), '{"plugin": ["b"]}')
  home.write(config("opencode.jsonc"), '{"model": "m"}')
  expect(install()[0]!.file).toBe(config("opencode.json"))
})

test("the line of another checkout is renewed in its place, whether that is still there or not", async () => {
  const other = join(home.folder, "old", "packages", "opencode")
  home.write(join(other, "package.json"), '{"name": "@ringfence/opencode"}')
  const file = home.write(config("opencode.json"), `{"plugin": ["a", "file://${other}", "b"]}`)
  expect(didOf(install())).toEqual(["replaced", "added"])
  expect(JSON.parse(home.read(file)).plugin).toEqual(["a", PACKAGE, "b"])
  await uninstall()
  expect(JSON.parse(home.read(file)).plugin).toEqual(["a", `file://${other}`, "b"])
  rmSync(file)
  expect(didOf(opencode.install({ ...home.context, checkout: join(home.folder, "old") }, "user"))).toEqual([
    "added",
    "added",
  ])
  rmSync(join(home.folder, "old"), { recursive: true })
  expect(opencode.status(home.context).entries.map(({ exists }) => exists)).toEqual([false, false])
  expect(didOf(install())).toEqual(["replaced", "replaced"])
  expect(JSON.parse(home.read(file)).plugin).toEqual([PACKAGE])
})

test("a folder of the same name that is not ours is left alone", async () => {
  const other = join(home.folder, "theirs", "packages", "opencode")
  home.write(join(other, "package.json"), '{"name": "theirs"}')
  const text = `{"plugin": ["${other}", "./packages/opencode", "@ringfence/other"]}`
  const file = home.write(config("opencode.json"), text)
  install()
  expect(JSON.parse(home.read(file)).plugin).toHaveLength(4)
  await uninstall()
  expect(home.read(file)).toBe(text)
})

test("a link to a file that is kept elsewhere stays a link, and the file there is changed", async () => {
  const kept = home.write(join(home.folder, "dotfiles", "opencode.json"), '{\n  "model": "m"\n}\n')
  mkdirSync(home.config, { recursive: true })
  symlinkSync(kept, config("opencode.json"))
  install()
  expect(lstatSync(config("opencode.json")).isSymbolicLink()).toBe(true)
  expect(home.read(kept)).toContain(PACKAGE)
  await uninstall()
  expect(lstatSync(config("opencode.json")).isSymbolicLink()).toBe(true)
  expect(home.read(kept)).toBe('{\n  "model": "m"\n}\n')
  expect(Object.keys(home.tree()).filter((path) => path.includes("backup"))).toEqual([])
})

describe("refused, and nothing is written", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      "a file that does not parse",
      '{\n  "plugin": [\n    "a"\n',
      /opencode\.json does not parse: line \d, column \d: \w/,
    ],
    ["a comma too many", '{\n  "a": 1,,\n}', /does not parse: line 2, column 10: /],
    ["another value than a list", '{\n  "plugin": "a"\n}', /does not hold a list in "plugin": line 2, column 13\./],
    ["another value than an object", "[]", /does not hold an object: line 1, column 1\./],
  ]
  for (const [name, text, message] of cases) {
    test(name, () => {
      home.write(config("opencode.json"), text)
      const before = home.tree()
      expect(() => install()).toThrow(message)
      expect(home.tree()).toEqual(before)
    })
    test(`${name}, in the second file`, () => {
      home.write(config("tui.json"), text)
      const before = home.tree()
      expect(() => install()).toThrow(/tui\.json does not /)
      expect(home.tree()).toEqual(before)
    })
  }

  test("a file that is no UTF-8", () => {
    mkdirSync(home.config, { recursive: true })
    require("node:fs").writeFileSync(config("opencode.json"), Buffer.from([0x7b, 0xff, 0x7d]))
    expect(() => install()).toThrow(/is not in UTF-8\. Save it/)
  })

  test("a read-only file, with what to do, even for one who could replace it", () => {
    const file = home.write(config("opencode.json"), '{"model": "m"}')
    chmodSync(file, 0o444)
    expect(() => install()).toThrow(
      `${file} is read-only. Make it writable (chmod u+w ${file}) and try again, or add "${PACKAGE}" to "plugin" in it by hand.`,
    )
    expect(home.read(file)).toBe('{"model": "m"}')
    expect(existsSync(`${file}.ringfence-backup`)).toBe(false)
  })

  test("a folder in the place of a file, and a link to nothing", () => {
    mkdirSync(config("opencode.json"), { recursive: true })
    expect(() => install()).toThrow(/is no file\. Move it away/)
    rmSync(config("opencode.json"), { recursive: true })
    symlinkSync(join(home.folder, "nowhere"), config("opencode.json"))
    expect(() => opencode.install(home.context, "user")).toThrow(/is a link to something that is not there/)
  })

  test("a place in which a file stands where a folder should be", () => {
    home.write(join(home.folder, "home", ".config"), "no folder\n")
    expect(() => install()).toThrow(/cannot be/)
  })
})

describe("--project", () => {
  test("the project's own folder, at the top of its worktree", async () => {
    await run(["git", "init", "-q", home.project], { env: home.env })
    const inside = join(home.project, "deep", "inside")
    mkdirSync(inside, { recursive: true })
    const context = { ...home.context, cwd: inside }
    const before = home.tree()
    expect(opencode.install(context, "project").map(({ file }) => file)).toEqual([
      join(home.project, ".opencode", "opencode.json"),
      join(home.project, ".opencode", "tui.json"),
    ])
    expect(opencode.status(context).entries.map(({ scope, exists }) => [scope, exists])).toEqual([
      ["project", true],
      ["project", true],
    ])
    expect(didOf(await opencode.uninstall(context, "project"))).toEqual(["deleted", "deleted"])
    const { "home/.local/": _local, "home/.local/share/": _share, ...left } = home.tree()
    expect(left).toEqual(before)
  })

  test("everywhere means every project on record, from wherever it is typed", async () => {
    install()
    install("project")
    const elsewhere = { ...home.context, cwd: home.folder }
    expect(didOf(await opencode.uninstall(elsewhere, "everywhere"))).toHaveLength(4)
    expect(existsSync(join(home.project, ".opencode"))).toBe(false)
    expect(existsSync(home.config)).toBe(false)
  })

  test("only the project's is taken out where that is asked for", async () => {
    install()
    install("project")
    expect(didOf(await uninstall("project"))).toEqual(["deleted", "deleted"])
    expect(opencode.status(home.context).entries.map(({ scope }) => scope)).toEqual(["user", "user"])
  })
})

test("without a record it is taken out all the same", async () => {
  const file = home.write(config("opencode.json"), '{"plugin": ["a"]}')
  install()
  rmSync(join(home.folder, "home", ".local"), { recursive: true })
  expect(didOf(await uninstall())).toEqual(["removed", "removed"])
  expect(home.read(file)).toBe('{"plugin": ["a"]}')
  expect(await uninstall()).toEqual([])
})

test("what the plugin failed at once is forgotten", async () => {
  install()
  home.write(join(home.folder, "home/.local/share/ringfence/opencode-problem.json"), "{}")
  await uninstall()
  expect(existsSync(join(home.folder, "home/.local/share/ringfence"))).toBe(false)
})

test("a file that went away meanwhile is no obstacle", async () => {
  install()
  rmSync(home.config, { recursive: true })
  expect(await uninstall()).toEqual([])
  expect(Object.keys(home.tree()).filter((path) => path.includes("ringfence"))).toEqual([])
})
