/** What is wrong is said in one clear line, and refusals are told apart from failures. */
import { beforeAll, describe, expect, test } from "bun:test"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Database } from "bun:sqlite"
import { ROOT, run } from "./support/process.ts"
import { usePlace, type Created } from "./support/session.ts"
import { openTerminal } from "./support/terminal.ts"

const place = usePlace()
let child: Created
let sibling: Created

beforeAll(async () => {
  child = await place.create("--isolate", "--branch", "work/child", "Child")
  sibling = await place.create("--isolate", "--branch", "work/sibling", "Sibling")
}, 100_000)

const STACK = /^\s+at .+:\d+:\d+\)?$/m

async function fails(argv: readonly string[], call?: Parameters<typeof place.call>[1]): Promise<string> {
  const { code, stdout, stderr } = await place.call(argv, call)
  expect({ code, stdout, trace: STACK.test(stderr) }).toEqual({ code: 1, stdout: "", trace: false })
  expect(stderr).not.toContain("internal error")
  return stderr
}

describe("wrong uses exit 1", () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["no verb", ["session"], /SUBCOMMANDS/],
    ["an unknown verb", ["session", "creat"], /^ringfence: Unknown subcommand "creat" for "ringfence session"/],
    ["no title", ["session", "create"], /^ringfence: Missing required argument: title\n/],
    ["an empty title", ["session", "create", " "], /^ringfence: .*title/],
    ["a branch that is taken", ["session", "create", "--isolate", "--branch", "release", "x"], /^ringfence: .*release/],
    ["no branch name", ["session", "create", "--isolate", "--branch", "a..b", "x"], /^ringfence: "a\.\.b" is no name/],
    [
      "no commit",
      ["session", "create", "--isolate", "--from", "nowhere", "x"],
      /^ringfence: "nowhere" names no commit/,
    ],
    [
      "an unknown parent",
      ["session", "create", "--parent", "ses_nope", "x"],
      /^ringfence: There is no session ses_nope/,
    ],
    ["an unknown session", ["session", "status", "ses_nope"], /^ringfence: There is no session ses_nope/],
    ["a handle that fits several", ["session", "status", "ses_"], /^ringfence: ses_ fits several: ses_/],
    ["no command", ["session", "run", "work/child"], /^ringfence: Missing required argument: command\n/],
    ["an empty command", ["session", "run", "work/child", "--", ""], /^ringfence: .*command/],
    [
      "no duration",
      ["session", "run", "work/child", "--timeout", "5", "--", "ls"],
      /^ringfence: --timeout is "5": give /,
    ],
    ["no such folder", ["session", "run", "work/child", "--workdir", "nope", "--", "ls"], /^ringfence: .*nope/],
    [
      "an unknown rule",
      ["session", "grant-approval", "work/child", "--rule", "nope"],
      /^ringfence: .*"nope".*isolated-git\/rebase/,
    ],
    [
      "a rule for all",
      ["session", "grant-approval", "all", "--rule", "isolated-git/rebase"],
      /^ringfence: target is "all"/,
    ],
    [
      "a grant for what is always asked",
      ["session", "grant-approval", "all", "--permission", "bash_delete"],
      /^ringfence: permission is "bash_delete"/,
    ],
    [
      "options that exclude each other",
      ["session", "grant-approval", "all", "--once", "--for", "2h"],
      /^ringfence: --once and --for exclude each other\n/,
    ],
    ["no span", ["session", "grant-approval", "all", "--for", "soon"], /^ringfence: --for is "soon": give /],
    [
      "nothing to take back",
      ["session", "revoke", "work/child"],
      /^ringfence: Nothing that is granted to ses_\w+ is in force/,
    ],
    ["an unknown grant", ["session", "revoke", "grt_nope"], /^ringfence: There is no grant grt_nope/],
    ["an unknown question", ["session", "approve", "ask_nope"], /^ringfence: There is no question ask_nope/],
    ["the log of nobody", ["log", "--session", "nobody"], /^ringfence: There is no session nobody/],
    ["no number", ["log", "--last", "none"], /^ringfence: --last is "none"/],
  ]
  for (const [name, argv, said] of cases) test(name, async () => expect(await fails(argv)).toMatch(said))

  test("a grant that has ended", async () => {
    const grant = (await place.session("grant-approval", child.id, "--for", "1ms")).trim()
    expect(await fails(["session", "revoke", grant])).toContain(grant)
  })

  test("rules that cannot be read: which key, which value", async () => {
    const file = join(place.scene.folder, "config.json")
    await writeFile(file, '{"permission": {"bash": {"git push *": "never"}}}')
    const argv = ["session", "run", child.id, "--", "ls"]
    const said = await fails(argv, { env: { RINGFENCE_CONFIG: file } })
    expect(said).toContain(file)
    expect(said).toContain('permission.bash."git push *" is "never"')
  })
})

describe("a child can give nothing", () => {
  const gives: readonly (readonly string[])[] = [
    ["grant-approval", "all"],
    ["grant-approval", "nobody"],
    ["revoke", "all"],
    ["approve", "ask_1"],
    ["deny", "ask_1"],
  ]
  for (const argv of gives) {
    test(argv.join(" "), async () => {
      const inside = await place.call(["session", ...argv], { cwd: child.directory })
      expect({ code: inside.code, stdout: inside.stdout }).toEqual({ code: 2, stdout: "" })
      expect(inside.stderr).toContain("A child session cannot answer, grant or take back")
      const named = await place.call(["session", ...argv], { env: { RINGFENCE_SESSION: child.id } })
      expect(named).toEqual(inside)
    })
  }

  test("nor deal with a session of somebody else", async () => {
    for (const argv of [
      ["remove", sibling.id, "--force"],
      ["run", sibling.id, "--", "touch sentinel"],
      ["status", sibling.id],
    ]) {
      const { code, stdout, stderr } = await place.call(["session", ...argv], { cwd: child.directory })
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(stderr).toContain(`The session ${sibling.id} (Sibling) is not one of yours`)
    }
    expect(await readdir(sibling.directory)).not.toContain("sentinel")
    expect((await place.call(["session", "status", child.id], { cwd: child.directory })).code).toBe(0)
  })

  test("nor start a session beside itself", async () => {
    const create = (...argv: readonly string[]) =>
      place.call(["session", "create", "--json", ...argv, "Helper"], { cwd: child.directory })
    const made = await create()
    expect(JSON.parse(made.stdout)).toMatchObject({ parent: child.id, directory: child.directory })
    expect((await create("--parent", sibling.id)).code).toBe(2)
    await place.session("remove", JSON.parse(made.stdout).id)
  })

  test("nor answer its own question at a terminal", async () => {
    const terminal = openTerminal(
      [join(ROOT, "ringfence"), "session", "run", child.id, "--", `cat ${place.outside}/notes.txt`],
      { cwd: child.directory, env: place.env },
    )
    expect(await terminal.exited).toBe(2)
    expect(terminal.screen()).toStartWith("Denied: external_directory")
  })
})

describe("the database", () => {
  const at = (name: string): { readonly env: { readonly RINGFENCE_DATA: string } } => ({
    env: { RINGFENCE_DATA: join(place.scene.folder, name) },
  })
  const prepare = async (name: string): Promise<string> => {
    await place.call(["session", "create", "x"], at(name))
    return join(place.scene.folder, name, "ringfence.db")
  }

  test("locked by somebody who does not let go", async () => {
    const file = await prepare("locked")
    const other = new Database(file)
    other.run("BEGIN IMMEDIATE")
    expect(await fails(["session", "create", "y"], at("locked"))).toMatch(/^ringfence: The database .* is locked/)
    other.run("ROLLBACK")
    other.close()
  }, 60_000)

  test("of a newer version", async () => {
    const other = new Database(await prepare("newer"))
    other.run("PRAGMA user_version = 9999")
    other.close()
    expect(await fails(["session", "list"], at("newer"))).toMatch(/^ringfence: The database .* newer/)
  })

  test("damaged: set aside, and said", async () => {
    const folder = join(place.scene.folder, "damaged")
    await mkdir(folder)
    await writeFile(join(folder, "ringfence.db"), "x".repeat(8192))
    const { code, stderr } = await place.call(["session", "list", "--all"], at("damaged"))
    expect(code).toBe(0)
    expect(stderr).toMatch(/^ringfence: .*ringfence\.db\.corrupt-/)
    expect((await readdir(folder)).some((name) => name.startsWith("ringfence.db.corrupt-"))).toBe(true)
  })

  test("that cannot be written", async () => {
    const folder = join(place.scene.folder, "unwritable")
    await writeFile(folder, "a file where the folder should be")
    expect(await fails(["session", "create", "x"], at("unwritable"))).toMatch(/^ringfence: .*unwritable/)
  })

  test("on a full disk", async () => {
    // A size limit of the process stands for a full disk: what is written past it fails.
    await prepare("full")
    const command = `ulimit -f 1; exec "$0" session create --json y`
    const ringfence = join(import.meta.dir, "../../../ringfence")
    const { code, stdout, stderr } = await run(["bash", "-c", `trap '' XFSZ; ${command}`, ringfence], {
      cwd: place.main,
      env: { ...place.env, ...at("full").env },
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^ringfence: .*database/)
  })
})
