/** Whether `doctor` reads what counts: settings that switch hooks off, matchers that lack a tool, and trust. */
import { describe, expect, test } from "bun:test"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import { clientsNamed } from "../../src/harness/index.ts"
import { setup } from "../../src/harness/codex.ts"
import { askCodex, checkTrust } from "../../src/harness/install/trust.ts"
import type { HooksFile } from "../../src/harness/install/hooks.ts"
import { ringfence } from "../support/process.ts"
import { useHome } from "./place.ts"

const home = useHome()
const client = (name: string) => clientsNamed([name])[0]!
const user = (path: string): string => join(home.folder, "home", path)
const project = (path: string): string => join(home.project, path)
/** Why sessions in the project would not be guarded: what `doctor` says of it, without a process. */
const why = (name: string): string | undefined => client(name).unreached(home.context, home.project)

const TRUSTED = (): string => `[projects.${JSON.stringify(home.project)}]\ntrust_level = "trusted"\n`

describe("hooks are off where", () => {
  type Row = readonly [client: string, about: string, write: () => void, off: boolean]
  const rows: readonly Row[] = [
    [
      "claude",
      "the project says so",
      () => home.write(project(".claude/settings.json"), '{"disableAllHooks": true}'),
      true,
    ],
    [
      "claude",
      "the project's local file says so, with comments",
      () => home.write(project(".claude/settings.local.json"), '{\n// x\n"disableAllHooks": true,}'),
      true,
    ],
    [
      "claude",
      "the local file says otherwise",
      () => {
        home.write(project(".claude/settings.json"), '{"disableAllHooks": true}')
        home.write(project(".claude/settings.local.json"), '{"disableAllHooks": false}')
      },
      false,
    ],
    [
      "qwen",
      "the project says so",
      () => home.write(project(".qwen/settings.json"), '{"disableAllHooks": true}'),
      true,
    ],
    [
      "gemini",
      "the project says so",
      () => home.write(project(".gemini/settings.json"), '{"hooksConfig": {"enabled": false}}'),
      true,
    ],
    [
      "gemini",
      "another key says so",
      () => home.write(project(".gemini/settings.json"), '{"disableAllHooks": true}'),
      false,
    ],
    [
      "copilot",
      "the project says so",
      () => home.write(project(".github/copilot/settings.json"), '{"disableAllHooks": true}'),
      true,
    ],
    [
      "copilot",
      "a file of hooks says so, which has no say",
      () => home.write(project(".github/hooks/other.json"), '{"disableAllHooks": true}'),
      false,
    ],
    [
      "codex",
      "a trusted project says so",
      () => {
        home.write(user(".codex/config.toml"), home.read(user(".codex/config.toml")) + TRUSTED())
        home.write(project(".codex/config.toml"), "[features]\nhooks = false\n")
      },
      true,
    ],
    [
      "codex",
      "a project says so that is not trusted",
      () => home.write(project(".codex/config.toml"), "[features]\nhooks = false\n"),
      false,
    ],
    [
      "codex",
      "the user says so",
      () =>
        home.write(user(".codex/config.toml"), `${home.read(user(".codex/config.toml"))}[features]\nhooks = false\n`),
      true,
    ],
    [
      "grok",
      "only hooks of an organisation may run",
      () => home.write(user(".grok/requirements.toml"), "allow_managed_hooks_only = true\n"),
      true,
    ],
    [
      "grok",
      "a person switched ours off, in the list of hooks there",
      () => home.write(user(".grok/disabled-hooks"), "global/ringfence:pre_tool_use[0].hooks[0]\n"),
      true,
    ],
    [
      "grok",
      "a person switched another one off",
      () => home.write(user(".grok/disabled-hooks"), "global/other:pre_tool_use[0].hooks[0]\n"),
      false,
    ],
  ]
  for (const [name, about, write, off] of rows)
    test(`${name}: ${about}: ${off ? "yes" : "no"}`, () => {
      client(name).install(home.context, "user")
      expect(why(name)).toBeUndefined()
      write()
      if (off) expect(why(name)).toMatch(/switches hooks off/)
      else expect(why(name)).toBeUndefined()
    })

  test("typed, with exit 1, the fix, and what was let through once", async () => {
    client("claude").install(home.context, "user")
    home.write(project(".claude/settings.json"), '{"disableAllHooks": true}')
    const failure = { time: 1_800_000_000_000, client: "claude", what: "Error: no grammar" }
    home.write(user(".local/share/ringfence/hook-failures"), `${JSON.stringify(failure)}\n`)
    const { code, stdout } = await ringfence(["doctor"], { cwd: home.project, env: { ...home.env, NO_COLOR: "1" } })
    expect(code).toBe(1)
    expect(stdout).toContain("claude: not enforced\n")
    expect(stdout).toContain(`${project(".claude/settings.json")} switches hooks off: disableAllHooks is true`)
    expect(stdout).toContain("→ take disableAllHooks out of it")
    expect(stdout).toContain("1 call(s) went on unjudged, the last at 2027-01-15T08:00:00.000Z: Error: no grammar")
  })
})

test("a settings file that does not parse leaves it open", async () => {
  client("claude").install(home.context, "user")
  home.write(project(".claude/settings.local.json"), "{,}")
  const { verdict, checks } = await client("claude").diagnose(home.context, false)
  expect(verdict).toBe("cannot tell")
  expect(checks).toContainEqual({
    about: expect.stringMatching(/settings\.local\.json does not parse: line 1, column 2/),
    result: "unknown",
    fix: "mend the file",
  })
})

test("not enforced where the hook was changed by hand, and installing mends it", async () => {
  client("claude").install(home.context, "user")
  const file = user(".claude/settings.json")
  home.write(file, home.read(file).replace("Bash|Monitor|Write|", "Write|"))
  const { verdict, checks } = await client("claude").diagnose(home.context, false)
  expect(verdict).toBe("not enforced")
  expect(checks).toContainEqual({
    about: `${file} does not ask about Bash, Monitor`,
    result: "bad",
    fix: "run `ringfence install claude`",
  })
  expect(client("claude").install(home.context, "user")).toMatchObject([{ did: "replaced" }])
  expect(home.read(file)).toContain("Bash|Monitor|Write|")
})

test("not enforced where the policy is off, or what runs answers something else", async () => {
  client("gemini").install(home.context, "user")
  home.write(user(".config/ringfence/config.json"), '{"off": ["isolated-git"]}')
  const off = await client("gemini").diagnose(home.context, false)
  expect(off.verdict).toBe("not enforced")
  expect(off.checks).toContainEqual(expect.objectContaining({ result: "bad", fix: expect.stringContaining("`off`") }))
  const launcher = home.write(join(home.folder, "noisy", "ringfence"), "#!/bin/sh\necho banner\nexit 2\n")
  chmodSync(launcher, 0o755)
  client("gemini").install({ ...home.context, checkout: join(home.folder, "noisy") }, "user")
  const noisy = await client("gemini").diagnose(home.context, false)
  expect(noisy.checks.filter(({ about }) => about.includes("answered with exit 2: banner"))).toHaveLength(3)
})

describe("Codex's trust", () => {
  const folder = (): string => user(".codex")
  const hooks = (command: string): HooksFile => {
    const hook = { type: "command", command, timeout: 30 }
    const file = home.write(
      user(".codex/hooks.json"),
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] } }),
    )
    if (setup.form.kind !== "hooks") throw new Error("codex has hooks")
    return { client: "codex", scope: "user", file, form: setup.form }
  }

  test("is the hash that Codex 0.171.0 told of this hook", () => {
    const target = hooks("/x/ringfence hook codex")
    const key = JSON.stringify(`${user(".codex/hooks.json")}:pre_tool_use:0:0`)
    const hash = "sha256:78282601c71187aa8c7c1f987c26c1fe30337620b73ea6e667a6368d87fcfe45"
    expect(checkTrust(folder(), target)).toMatchObject([
      { result: "bad", about: expect.stringContaining("does not trust") },
    ])
    home.write(user(".codex/config.toml"), `[hooks.state.${key}]\ntrusted_hash = "${hash}"\n`)
    expect(checkTrust(folder(), target)).toMatchObject([{ result: "good" }])
    expect(checkTrust(folder(), hooks("/y/ringfence hook codex"))).toMatchObject([
      { result: "bad", about: expect.stringContaining("as it was before") },
    ])
  })

  test("is put beside the user's settings, renewed where a person gave it, and taken back byte for byte", async () => {
    const text = '# mine\nmodel = "m"\n\n[features]\nhooks = true'
    const file = home.write(user(".codex/config.toml"), text)
    expect(
      client("codex")
        .install(home.context, "user")
        .map(({ did }) => did),
    ).toEqual(["added", "added"])
    expect(home.read(file)).toStartWith(`${text}\n\n# ringfence`)
    expect(why("codex")).toBeUndefined()
    home.write(
      file,
      home
        .read(file)
        .replace(/^# ringfence.*\n/m, "")
        .replace(/sha256:\w+/, "sha256:00"),
    )
    expect(why("codex")).toMatch(/as it was before/)
    expect(client("codex").install(home.context, "user")[1]).toMatchObject({ did: "replaced" })
    expect(why("codex")).toBeUndefined()
    home.write(file, text)
    expect(why("codex")).toMatch(/does not trust/)
    client("codex").install(home.context, "user")
    await client("codex").uninstall(home.context, "everywhere")
    expect(home.read(file)).toBe(text)
  })

  test("in a file that does not parse refuses everything", () => {
    home.write(user(".codex/config.toml"), "model = \n")
    const before = home.tree()
    expect(() => client("codex").install(home.context, "user")).toThrow(/config\.toml does not parse: /)
    expect(home.tree()).toEqual(before)
  })

  test("--live asks Codex itself", async () => {
    const program = (status: string, enabled = true): string => {
      const hook = { command: "/x/ringfence hook codex", trustStatus: status, enabled }
      const answer = JSON.stringify({ id: 2, result: { data: [{ hooks: [{ command: "theirs" }, hook] }] } })
      const script = home.write(
        join(home.folder, "bin/codex"),
        `#!/bin/sh\nread a; read b; read c\necho '{"id":1}'\necho '${answer}'\n`,
      )
      chmodSync(script, 0o755)
      return script
    }
    expect(await askCodex(program("trusted"), home.context)).toMatchObject({ result: "good" })
    expect(await askCodex(program("modified"), home.context)).toMatchObject({ result: "bad" })
    expect(await askCodex(program("trusted", false), home.context)).toMatchObject({ result: "bad" })
    expect(await askCodex("/bin/false", home.context)).toMatchObject({ result: "unknown" })
    expect(await askCodex(undefined, home.context)).toMatchObject({ result: "unknown" })
  })
})

test("one client whose file does not parse keeps no other one from it, and nothing is left of either", async () => {
  const call = (...argv: readonly string[]) => ringfence(argv, { cwd: home.project, env: home.env })
  const broken = home.write(user(".claude/settings.json"), '{\n  "hooks": {,}\n}')
  const { code, stdout, stderr } = await call("install", "claude", "gemini", "pi")
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: `gemini: added to ${user(".gemini/settings.json")}\npi: added to ${user(".pi/agent/extensions/ringfence.ts")}\n`,
  })
  expect(stderr).toContain(`ringfence: ${broken} does not parse: line 2, column 13: `)
  expect((await call("uninstall", "gemini", "pi")).code).toBe(0)
  expect(Object.keys(home.tree()).filter((path) => /\.gemini|\.pi|share\/ringfence/.test(path))).toEqual([])
})

test("uninstalled, what a person may want to keep is left, and said", async () => {
  client("grok").install(home.context, "user")
  const record = home.write(user(".local/share/ringfence/ringfence.db"), "")
  const { code, stderr } = await ringfence(["uninstall", "all"], { cwd: home.project, env: home.env })
  expect([code, stderr]).toEqual([0, `Kept, for it is yours: ${record}, the record of sessions, grants and denials.\n`])
  expect(Object.keys(home.tree()).filter((path) => path.includes("grok"))).toEqual([])
})
