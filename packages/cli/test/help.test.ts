/** Help, version, completions and unknown commands as a process. */
import { describe, expect, test } from "bun:test"
import { POLICIES } from "../src/specification.ts"
import { ringfence, run } from "./support/process.ts"

describe("help goes to stdout and exits 0", () => {
  test("of everything", async () => {
    const { code, stdout, stderr } = await ringfence(["--help"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    for (const name of ["check", "explain", "demo", "session", "log", "--completions", "--version"])
      expect(stdout).toContain(name)
  })

  test("of one command", async () => {
    const { code, stdout, stderr } = await ringfence(["check", "--help"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    for (const name of ["--directory DIR", "--cwd DIR", "--policy", "--json", "--batch", ...POLICIES])
      expect(stdout).toContain(name)
  })
})

test("help of a command within a command", async () => {
  const { code, stdout, stderr } = await ringfence(["session", "grant-approval", "--help"])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  for (const name of ["<id|all>", "--permission P", "--rule CODE", "--for DURATION"]) expect(stdout).toContain(name)
})

test("--version", async () => {
  const { version } = await import("../package.json")
  expect(await ringfence(["--version"])).toEqual({ code: 0, stdout: `ringfence ${version}\n`, stderr: "" })
})

test("no command at all: help on stderr, exit 1", async () => {
  const { code, stdout, stderr } = await ringfence([])
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toContain("SUBCOMMANDS")
})

test("an unknown command suggests one", async () => {
  const { code, stdout, stderr } = await ringfence(["chekc"])
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toMatch(/^ringfence: Unknown subcommand "chekc"/)
  expect(stderr).toContain("check")
})

test("an unknown option before the command", async () => {
  const { code, stdout, stderr } = await ringfence(["--nope"])
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toStartWith("ringfence: Unrecognized flag: --nope")
})

describe("completions", () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    test(shell, async () => {
      const { code, stdout, stderr } = await ringfence(["--completions", shell])
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      for (const word of ["check", "explain", "demo", "batch", "policy", "session", "grant-approval", "feedback"])
        expect(stdout).toContain(word)
      if (Bun.which(shell)) expect((await run([shell, "-n"], { stdin: stdout })).code).toBe(0)
    })
  }

  test("bash really completes with them", async () => {
    const { stdout } = await ringfence(["--completions", "bash"])
    const script = `${stdout}
COMP_WORDS=(ringfence check --po) COMP_CWORD=2 COMP_LINE="ringfence check --po" COMP_POINT=20
"$(complete -p ringfence | sed 's/.*-F \\([^ ]*\\).*/\\1/')" ringfence --po check
printf '%s\\n' "\${COMPREPLY[@]}"`
    const completed = await run(["bash", "--norc", "-c", script])
    expect(completed).toMatchObject({ code: 0, stdout: "--policy\n" })
  })

  test("an unknown shell is an error", async () => {
    const { code, stdout, stderr } = await ringfence(["--completions", "tcsh"])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toStartWith("ringfence: Invalid value for flag --completions")
  })
})
