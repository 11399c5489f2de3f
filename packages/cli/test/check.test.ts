/** `ringfence check` as a process, through the launcher. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { copyScene, createScene, removeScene, type Scene } from "../src/command/demo/scene.ts"
import { ringfence, run, type Call, type Finished } from "./support/process.ts"

let scene: Scene

beforeAll(async () => {
  scene = await createScene()
})

afterAll(() => removeScene(scene))

const check = (argv: readonly string[], call: Call = {}): Promise<Finished> =>
  ringfence(["check", ...argv], { cwd: scene.child, ...call, env: { ...scene.env, ...call.env } })

/** A line of a stack trace: `at name (file:line:column)`. */
const STACK = /^\s+at .+:\d+:\d+\)?$/m

const allowed = { code: 0, stdout: "allow\n", stderr: "" }

describe("verdicts", () => {
  test("an allowed command: exit 0, one word", async () => {
    expect(await check(["git commit --amend -m 'git rebase main'"])).toEqual(allowed)
  })

  test("a denied command: exit 2, the code on stdout, the message on stderr", async () => {
    const { code, stdout, stderr } = await check(["git rebase main"])
    expect({ code, stdout }).toEqual({ code: 2, stdout: "deny isolated-git/rebase\n" })
    expect(stderr).toStartWith("Blocked in an isolated child session: git rebase main\nReason: [isolated-git/rebase] ")
    expect(stderr).toContain(`your worktree: ${scene.child}\n`)
    expect(stderr).toContain("your branch:   feat/child-work\n")
    expect(stderr).toContain("Do this instead:\n")
  })

  test("--json: the whole verdict on stdout, the message on stderr all the same", async () => {
    const { code, stdout, stderr } = await check(["--json", "cd src && git branch -D release"])
    expect(code).toBe(2)
    const verdict = JSON.parse(stdout)
    expect(verdict).toMatchObject({
      verdict: "deny",
      policy: "isolated-git",
      code: "isolated-git/foreign-branch",
      command: "git branch -D release",
    })
    expect(`${verdict.reason}\n`).toBe(stderr)
    expect(verdict.remedy.length).toBeGreaterThan(0)
    expect(verdict.effects.length).toBeGreaterThan(0)
  })

  test("--json: an allowed command says what it would create", async () => {
    const { code, stdout, stderr } = await check(["git switch -c feat/new", "--json"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "allow", creates: ["refs/heads/feat/new"], remedy: [] })
  })
})

describe("places", () => {
  test("--directory is the session, wherever the command line is", async () => {
    expect((await check(["--directory", scene.child, "git rebase main"], { cwd: "/" })).code).toBe(2)
  })

  test("a relative --directory starts from the current one", async () => {
    expect((await check(["--directory", "child", "git rebase main"], { cwd: join(scene.child, "..") })).code).toBe(2)
  })

  test("--cwd is where the command runs", async () => {
    expect(await check(["git reset --hard"])).toEqual(allowed)
    const { code, stdout } = await check(["--cwd", scene.main, "git reset --hard"])
    expect({ code, stdout }).toEqual({ code: 2, stdout: "deny isolated-git/foreign-worktree\n" })
  })

  test("the directory may be reached through a symbolic link", async () => {
    const link = join(scene.folder, "link")
    await symlink(scene.child, link)
    expect((await check(["--directory", link, "git rebase main"], { cwd: "/" })).code).toBe(2)
  })

  test("a directory that is not isolated allows, and says so on stderr", async () => {
    const { code, stdout, stderr } = await check(["git rebase main"], { cwd: scene.main })
    expect({ code, stdout }).toEqual({ code: 0, stdout: "allow\n" })
    expect(stderr).toBe(
      `ringfence: ${scene.main} is not an isolated worktree, so isolated-git and self allow everything there\n`,
    )
  })
})

describe("the text", () => {
  test("- is read from stdin", async () => {
    expect((await check(["-"], { stdin: "# a script\nset -e\ngit merge main\n" })).stdout).toBe(
      "deny isolated-git/merge\n",
    )
  })

  test("-- ends the options", async () => {
    expect(await check(["--", "--json"])).toEqual(allowed)
  })
})

describe("--policy narrows", () => {
  test("to what is named", async () => {
    expect((await check(["--policy", "isolated-git", "git rebase main"])).code).toBe(2)
    expect((await check(["--policy", "self", "git rebase main"])).code).toBe(0)
    expect((await check(["--policy", "self", "--policy", "isolated-git", "git rebase main"])).code).toBe(2)
  })
})

describe("wrong uses: one clear line on stderr, nothing on stdout, exit 1", () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ["no text", [], "ringfence: the command text is missing (- reads it from stdin)"],
    ["two texts", ["git", "status"], 'ringfence: Unexpected positional argument: "status"'],
    ["an unknown option", ["--nope", "x"], "ringfence: Unrecognized flag: --nope in command ringfence check"],
    ["an unknown policy", ["--policy", "nope", "x"], 'ringfence: Invalid value for flag --policy: "nope"'],
    ["an option without its value", ["--directory"], "ringfence: Missing value for flag --directory"],
    ["no such directory", ["--directory", "/no/such", "x"], "ringfence: no such directory: /no/such"],
    ["no such cwd", ["--cwd", "no\nsuch", "x"], "ringfence: no such directory: no\\nsuch"],
    ["a directory that is a file", ["--directory", "README.md", "x"], "ringfence: not a directory: "],
    ["--batch with a text", ["--batch", "x"], "ringfence: --batch takes the command texts from stdin"],
    ["--batch with a directory", ["--batch", "--cwd", "."], "ringfence: --batch takes the directories from each line"],
  ]
  for (const [name, argv, line] of cases) {
    test(name, async () => {
      const { code, stdout, stderr } = await check(argv)
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toStartWith(line)
      expect(stderr).not.toMatch(STACK)
    })
  }
})

describe("bad input gets a verdict, never a stack trace, never a hang", () => {
  const megabyte = 1024 * 1024
  const texts: readonly (readonly [string, string | Uint8Array, number])[] = [
    ["empty", "", 0],
    ["blank", " \n\t\n", 0],
    ["CRLF", "git status\r\ngit rebase main\r\n", 2],
    ["invalid UTF-8", Buffer.from("echo \xff\xfe\x80; git rebase main", "latin1"), 2],
    ["a UTF-8 sequence cut in two", Buffer.from("git rebase main # \xe2\x82", "latin1"), 2],
    ["a byte order mark", "\ufeffgit status", 0],
    ["unbalanced quotes and operators", "git status '\"$(( <<< && ;; |", 0],
    ["1 MiB of a comment, then git", `# ${"x".repeat(megabyte)}\ngit rebase main`, 2],
    ["1 MiB of words", "echo ".repeat(megabyte / 5), 0],
    ["1 MiB of words that name git", "git ".repeat(megabyte / 4), 2],
    ["1 MiB of opening parentheses", "(".repeat(megabyte), 0],
  ]
  for (const [name, stdin, expected] of texts) {
    test(name, async () => {
      const { code, stdout, stderr } = await check(["-"], { stdin })
      expect({ code, internal: stderr.includes("internal error"), trace: STACK.test(stderr) }).toEqual({
        code: expected,
        internal: false,
        trace: false,
      })
      expect(stdout).toMatch(/^(allow|deny isolated-git\/[a-z-]+)\n$/)
    })
  }

  test("NUL bytes", async () => {
    const { code, stderr } = await check(["-"], { stdin: "echo a\0b" })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect([0, 2]).toContain((await check(["-"], { stdin: "git rebase main\0" })).code)
  })

  test("no repository at all", async () => {
    const bare = join(scene.env["RINGFENCE_DATA"]!, "worktree", "none")
    await mkdir(bare, { recursive: true })
    const { code, stdout, stderr } = await check(["git rebase main"], { cwd: bare })
    expect({ code, stdout }).toEqual({ code: 0, stdout: "allow\n" })
    expect(stderr).toContain("is not an isolated worktree")
  })

  test("a .git file that says nothing: the branch is unknown", async () => {
    const folder = join(scene.env["RINGFENCE_DATA"]!, "worktree", "garbage")
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, ".git"), Buffer.from([0, 255, 10, 1]))
    const { code, stderr } = await check(["git rebase main"], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toContain("unknown (detached HEAD)")
    expect((await check(["git status"], { cwd: folder })).code).toBe(0)
  })

  for (const [name, spoil] of [
    ["deleted", (copy: Scene) => rm(copy.main, { recursive: true })],
    ["moved", (copy: Scene) => rename(copy.main, `${copy.main}-moved`)],
  ] as const) {
    test(`a worktree whose main checkout was ${name}`, async () => {
      const copy = await copyScene(scene)
      try {
        await spoil(copy)
        const at = { cwd: copy.child, env: copy.env }
        const denied = await ringfence(["check", "git rebase main"], at)
        expect({ code: denied.code, stdout: denied.stdout }).toEqual({
          code: 2,
          stdout: "deny isolated-git/rebase\n",
        })
        expect(await ringfence(["check", "ls && git status"], at)).toEqual(allowed)
      } finally {
        await removeScene(copy)
      }
    })
  }

  test("a broken configuration file is named, and counts as absent", async () => {
    for (const [content, key] of [
      ["{ not json", undefined],
      ['{"integration": "whatever"}', "integration"],
    ] as const) {
      const file = join(scene.folder, "config.json")
      await writeFile(file, content)
      const { code, stdout, stderr } = await check(["git rebase main"], { env: { RINGFENCE_CONFIG: file } })
      expect({ code, stdout }).toEqual({ code: 2, stdout: "deny isolated-git/rebase\n" })
      expect(stderr).toStartWith(`ringfence: ${file}: ${key ?? ""}`)
      expect(stderr.split("\n")[0]).toEndWith("(the file counts as absent)")
    }
  })

  test("a current directory that is gone", async () => {
    const gone = join(scene.folder, "gone")
    const command = `mkdir '${gone}' && cd '${gone}' && rmdir '${gone}' && exec '${join(import.meta.dir, "../../../ringfence")}' check ls`
    const { code, stdout, stderr } = await run(["sh", "-c", command], { env: scene.env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toEndWith("ringfence: the current directory no longer exists\n")
  })
})
