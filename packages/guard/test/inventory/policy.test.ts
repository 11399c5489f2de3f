/** The policy as it is asked: requests, texts, messages, and tables with something missing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { Guard } from "../../src/guard.ts"
import { admit, type GitRequest } from "../../src/inventory.ts"
import { INVENTORY, type Inventory } from "../../src/policy/git-inventory/index.ts"
import { leading, paths, programs, settings, subcommands, transports, type Case } from "./cases.ts"
import { reports } from "./reports.ts"
import { copyWorkspace, type Workspace } from "./workspace.ts"

let workspace: Workspace
let guard: Guard
beforeAll(async () => {
  workspace = copyWorkspace()
  guard = await Guard.load()
})
afterAll(() => rmSync(workspace.top, { recursive: true, force: true }))

const ask = (argv: readonly string[], more: Partial<GitRequest> = {}, inventory: Inventory = INVENTORY) =>
  admit(
    {
      argv: argv.map((word) => word.replaceAll("@", workspace.top)),
      root: workspace.root,
      cwd: workspace.root,
      ...more,
    },
    inventory,
  )

/** What the command of a text is told. Nothing of this process's environment is in it. */
const check = (command: string, env: Readonly<Record<string, string>> = {}, cwd = ".") =>
  guard.check({
    command,
    directory: workspace.root,
    cwd: join(workspace.root, cwd),
    env: { HOME: workspace.env["HOME"], PATH: workspace.env["PATH"], ...env },
    policies: ["git-inventory"],
  })

describe("reports of the public", () => {
  for (const [command, code, { cwd, env } = {}] of reports) {
    test(`${command}${cwd ? ` in ${cwd}` : ""}`, () => {
      const expected = code === undefined ? { verdict: "allow" } : { verdict: "deny", code: `git-inventory/${code}` }
      expect(check(command, env, cwd)).toMatchObject(expected)
    })
  }
})

describe("texts", () => {
  const codeOf = (command: string, env?: Record<string, string>) =>
    check(command, env).code?.replace("git-inventory/", "")

  // Not among the cases that are run: as root it would put a file in the place of the machine's own device.
  test("the device that keeps nothing may be read, and is no configuration", () => {
    expect(codeOf("git diff -O/dev/null && git diff --no-index /dev/null x")).toBeUndefined()
    expect(codeOf("git config --file=/dev/null a.b c")).toBe("path")
    expect(codeOf("git config -f /dev/null --unset a.b")).toBe("path")
  })

  test("every git command is judged, others are not", () => {
    expect(codeOf("make && npm test; rm -rf build; curl https://host.invalid | sh")).toBeUndefined()
    expect(codeOf("git status && make; git log -1 | cat")).toBeUndefined()
    expect(codeOf("git status && git gc")).toBe("subcommand")
    expect(codeOf("timeout 5 git gc")).toBe("subcommand")
    expect(codeOf("git ls-remote fd::7")).toBe("argument")
    expect(codeOf('bash -c "git gc"')).toBe("subcommand")
    expect(codeOf("/usr/bin/git gc")).toBe("subcommand")
    expect(codeOf("/usr/lib/git-core/git-gc")).toBe("subcommand")
    expect(codeOf("git-nothing-we-know gc")).toBeUndefined()
    expect(codeOf("for s in status gc; do git $s; done")).toBe("subcommand")
  })

  test("the directory is the one the command runs in", () => {
    expect(codeOf("cd sub && git clone ../src.git dst")).toBeUndefined()
    expect(codeOf("cd sub && git clone ../../src.git dst")).toBe("path")
    expect(codeOf("cd link && git status")).toBe("path")
    expect(codeOf("cd .. && git status")).toBe("path")
    expect(codeOf('cd "$NOWHERE" && git status')).toBe("path")
  })

  test("what cannot be read is not permitted", () => {
    expect(codeOf('git log "$X"')).toBe("argument")
    expect(codeOf("git $X")).toBe("argument")
    expect(codeOf('git fetch --upload-pack=./x "$X"')).toBe("argument")
    expect(codeOf("git log # $X")).toBeUndefined()
    expect(codeOf(`git log ${"$(x) ".repeat(20_000)}`)).toBe("argument")
  })

  test("what the text sets is judged like a request", () => {
    expect(codeOf("GIT_NO_LAZY_FETCH=0 git reset --hard")).toBeUndefined()
    expect(codeOf("LC_ALL=C git status")).toBeUndefined()
    expect(codeOf("GIT_PAGER=./x git log")).toBe("environment")
    expect(codeOf("export PATH=/elsewhere; git log")).toBe("environment")
    expect(codeOf("PATH=/elsewhere make; git log")).toBeUndefined()
  })

  test("of what was there before, only what reaches something", () => {
    expect(codeOf("git status", { GIT_PAGER: "cat", EDITOR: "vi", GIT_CONFIG_NOSYSTEM: "1" })).toBeUndefined()
    expect(codeOf("git status", { GIT_SSH_COMMAND: "./x" })).toBe("environment")
    expect(codeOf("env -i git status", { GIT_SSH_COMMAND: "./x" })).toBeUndefined()
    expect(codeOf("unset GIT_DIR; git status", { GIT_DIR: "/elsewhere" })).toBeUndefined()
    expect(codeOf("git status", { GIT_CONFIG_PARAMETERS: "'core.fsmonitor=./x'" })).toBe("environment")
    expect(
      codeOf("git status", { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "A" }),
    ).toBeUndefined()
  })

  test("only where it is named, and as often as it is asked", () => {
    const request = { command: "git gc", directory: workspace.root }
    expect(guard.check(request).verdict).toBe("allow")
    for (const _ of [1, 2, 3]) expect(guard.check({ ...request, policies: ["git-inventory"] }).verdict).toBe("deny")
    expect(guard.check({ ...request, policies: ["isolated-git"] }).verdict).toBe("allow")
    expect(guard.examine({ ...request, policies: ["git-inventory"] }).verdict.verdict).toBe("deny")
  })

  test("the readable folder", () => {
    const request = {
      command: "git clone ../out/o.git dst",
      directory: workspace.root,
      policies: ["git-inventory"],
    } as const
    expect(guard.check({ ...request, env: {} }).verdict).toBe("deny")
    expect(guard.check({ ...request, env: {}, readable: workspace.outside }).verdict).toBe("allow")
  })
})

describe("requests", () => {
  test("variables outside the list are refused", () => {
    const allowed = { GIT_NO_LAZY_FETCH: "0", GIT_AUTHOR_NAME: "A", LC_ALL: "C", GIT_SSH: undefined }
    expect(ask(["status"], { env: allowed })).toEqual({ verdict: "allow", effects: [], remedy: [] })
    for (const name of [
      "PATH",
      "HOME",
      "GIT_SSH",
      "GIT_EDITOR",
      "GIT_TRACE",
      "LD_PRELOAD",
      "git_no_lazy_fetch",
      "FOO",
    ]) {
      expect(ask(["status"], { env: { [name]: "x" } })).toMatchObject({ code: "git-inventory/environment" })
    }
  })

  test("a relative directory starts at the root", () => {
    expect(ask(["status"], { cwd: "sub" }).verdict).toBe("allow")
    expect(ask(["status"], { cwd: "../out" }).code).toBe("git-inventory/path")
    expect(ask(["status"], { cwd: "not/there/yet" }).verdict).toBe("allow")
  })

  test("a folder that only begins like the root is outside", () => {
    expect(ask(["clone", "./src.git", `${workspace.root}-too/dst`]).code).toBe("git-inventory/path")
  })

  test("a root that is itself reached by a link", () => {
    const root = join(workspace.top, "ws/sub/../../ws")
    expect(ask(["clone", "./src.git", `${workspace.root}/dst`], { root, cwd: workspace.root }).verdict).toBe("allow")
  })

  test("a NUL can be given to no program", () => {
    expect(ask(["status", "a\0b"]).code).toBe("git-inventory/argument")
  })

  test("it says what, why and what instead", () => {
    const { reason, command, policy, remedy } = ask(["checkout", "-b", "x"])
    expect(reason!.split("\n")[0]).toBe("git checkout is not in the permitted inventory")
    expect(reason).toContain("Reason: [git-inventory/subcommand]")
    expect(reason).toContain("git symbolic-ref HEAD refs/heads/<branch>")
    expect({ command, policy }).toEqual({ command: "git checkout -b x", policy: "git-inventory" })
    expect(remedy.length).toBeGreaterThan(0)
    expect(ask(["diff-tree", "HEAD"]).reason).toContain("git diff-tree")
    expect(ask(["-C", "sub", "status"]).reason).toContain("`cwd`")
  })

  test("every refusal has a remedy", () => {
    for (const { argv, verdict } of [...subcommands, ...leading, ...programs, ...transports, ...settings]) {
      if (verdict === "deny") expect(ask(argv).remedy).not.toBeEmpty()
    }
  })

  test("any words get a verdict", () => {
    const pieces = [
      "-",
      "--",
      "=",
      ":",
      "/",
      "..",
      "link",
      "u",
      "c",
      "x",
      "::",
      "ext",
      "~",
      "--upload-pack",
      "HEAD",
      "\u{1f600}",
      "%2e",
      "(",
      ")",
    ]
    let seed = 7
    const next = (below: number): number => (seed = (seed * 48271) % 2147483647) % below
    for (let round = 0; round < 4000; round++) {
      const word = (): string => Array.from({ length: next(4) }, () => pieces[next(pieces.length)]).join("")
      const name = Object.keys(INVENTORY.admitted)[next(19)]!
      const argv = [name, ...Array.from({ length: next(5) }, word)]
      const verdict = ask(argv)
      expect(["allow", "deny"]).toContain(verdict.verdict)
      if (
        argv.some((each, index) => index > 0 && /^--upload-pack(=|$)/.test(each)) &&
        !argv.includes("--") &&
        ["fetch", "pull", "clone", "ls-remote"].includes(name)
      )
        expect({ argv, verdict: verdict.verdict }).toEqual({ argv, verdict: "deny" })
    }
  })
})

describe("tables with something missing", () => {
  const all: readonly Case[] = [...subcommands, ...leading, ...programs, ...transports, ...paths, ...settings]
  /** The cases that another inventory judges otherwise. */
  const noticing = (inventory: Inventory): readonly string[] =>
    all
      .filter(({ readable, given, code }) => !readable && (given === undefined || code === "argument"))
      .filter(
        ({ argv, cwd = ".", verdict }) => ask(argv, { cwd: join(workspace.root, cwd) }, inventory).verdict !== verdict,
      )
      .map(({ argv }) => argv.join(" "))

  test("nothing is missing", () => expect(noticing(INVENTORY)).toEqual([]))

  test("the inventory widened", () => {
    const { status } = INVENTORY.admitted
    const admitted = { ...INVENTORY.admitted, checkout: status!, "for-each-ref": status!, push: status! }
    const found = noticing({ ...INVENTORY, admitted: { ...admitted, checkout: INVENTORY.admitted["branch"]! } })
    expect(found.some((line) => line.startsWith("checkout ") || line.startsWith("push "))).toBe(true)
  })

  test("a subcommand taken out", () => {
    for (const name of Object.keys(INVENTORY.admitted)) {
      const admitted = Object.fromEntries(Object.entries(INVENTORY.admitted).filter(([each]) => each !== name))
      expect({ name, noticed: noticing({ ...INVENTORY, admitted }).length > 0 }).toEqual({ name, noticed: true })
    }
  })

  test("an option that reaches execution no longer refused", () => {
    for (const [name, row] of Object.entries(INVENTORY.admitted)) {
      for (const option of Object.keys(row.refused ?? {})) {
        const { [option]: _, ...refused } = row.refused!
        const admitted = { ...INVENTORY.admitted, [name]: { ...row, refused } }
        const known = name === "rev-list" || (name === "reset" && option === "patch")
        const noticed = noticing({ ...INVENTORY, admitted }).length > 0
        if (!known) expect({ name, option, noticed }).toEqual({ name, option, noticed: true })
      }
    }
  })

  test("a setting that names a program no longer refused", () => {
    for (const section of [
      "core",
      "diff",
      "filter",
      "alias",
      "include",
      "includeif",
      "protocol",
      "remote",
      "url",
      "branch",
    ]) {
      const table = Object.fromEntries(Object.entries(INVENTORY.settings).filter(([each]) => each !== section))
      expect({ section, noticed: noticing({ ...INVENTORY, settings: table }).length > 0 }).toEqual({
        section,
        noticed: true,
      })
    }
  })

  test("a variable let in", () => {
    const inventory = { ...INVENTORY, allowed: new Set([...INVENTORY.allowed, "GIT_SSH"]) }
    expect(ask(["status"], { env: { GIT_SSH: "x" } }, inventory).verdict).toBe("allow")
  })
})
