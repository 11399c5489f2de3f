/** The host's git runner: which repository, which bounds, which errors. */
import { describe, expect, setDefaultTimeout, test } from "bun:test"
import { Effect, Fiber } from "effect"
import { chmodSync, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Git } from "../../src/git/index.ts"
import * as Owner from "../../src/worktree/owner.ts"
import { scene, type Scene } from "../worktree/support.ts"

setDefaultTimeout(100_000)

/** Lets git run a script as an alias. */
const alias = (here: Scene, name: string, script: string): string => {
  const file = join(here.root, `${name}.sh`)
  here.write(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  here.git(here.repo, "config", `alias.${name}`, `!'${file}'`)
  return name
}

/** Waits until a process is gone. */
async function ended(owner: Owner.Owner | undefined): Promise<void> {
  if (owner === undefined || !Owner.isAlive(owner)) return
  await Bun.sleep(10)
  return ended(owner)
}

const failed = (effect: Effect.Effect<unknown, Git.Failed>): Promise<Git.Failed> =>
  Effect.runPromise(Effect.flip(effect))

test("acts on the repository of the directory, whatever the environment names", async () => {
  const elsewhere = "/nonexistent/elsewhere"
  const environment = Object.fromEntries(
    Git.REPOSITORY_VARIABLES.filter((name) => name !== "GIT_CONFIG_PARAMETERS").map((name) => [name, elsewhere]),
  )
  await using here = scene({ environment: { ...environment, GIT_CONFIG_PARAMETERS: "'core.bare=true'" } })
  const { stdout } = await Effect.runPromise(Git.run(here.repo, ["rev-parse", "--show-toplevel"]))
  expect(stdout).toBe(`${here.repo}\n`)
  expect(await Effect.runPromise(Git.lines(here.repo, ["ls-files"]))).toEqual(["README.md", "src/app.txt"])
})

test("removes every variable that git itself counts as a repository's, but the settings a person gives by number", async () => {
  await using here = scene()
  const own = here.git(here.repo, "rev-parse", "--local-env-vars").split("\n")
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((name) => !Git.REPOSITORY_VARIABLES.includes(name))).toEqual(["GIT_CONFIG_COUNT"])
})

test("speaks plainly, asks nothing, and reads nothing", async () => {
  await using here = scene({ environment: { LC_ALL: "de_DE.UTF-8", GIT_TERMINAL_PROMPT: "1" } })
  const name = alias(here, "show-env", 'echo "$LC_ALL $GIT_TERMINAL_PROMPT"; cat')
  expect((await Effect.runPromise(Git.run(here.repo, [name]))).stdout).toBe("C 0\n")
})

describe("fails with what was run, where, and what git said:", () => {
  test("an exit code that is no answer", async () => {
    await using here = scene()
    const error = await failed(Git.run(here.repo, ["rev-parse", "--verify", "nowhere"]))
    expect(error).toMatchObject({
      _tag: "Git.Failed",
      argv: ["git", "rev-parse", "--verify", "nowhere"],
      directory: here.repo,
      reason: "exit",
      exitCode: 128,
      stderr: "fatal: Needed a single revision\n",
    })
    expect(error.message).toContain("Needed a single revision")
    const answer = await Effect.runPromise(Git.run(here.repo, ["rev-parse", "--verify", "nowhere"], { answers: [128] }))
    expect(answer.exitCode).toBe(128)
  })

  test("too long", async () => {
    await using here = scene()
    const pid = join(here.root, "pid")
    const name = alias(here, "slow", `echo $$ >'${pid}'; sleep 300`)
    const error = await failed(Git.run(here.repo, [name], { timeout: 300 }))
    expect(error).toMatchObject({ reason: "time", exitCode: null })
    expect(error.message).toContain("0.3 s")
    await ended(Owner.of(Number(readFileSync(pid, "utf8"))))
  })

  test("too much", async () => {
    await using here = scene()
    const name = alias(here, "loud", "yes")
    expect(await failed(Git.run(here.repo, [name], { limit: 100_000 }))).toMatchObject({ reason: "output" })
  })

  test("a long complaint is cut", async () => {
    await using here = scene()
    const name = alias(here, "complain", "yes no | head -n 100000 >&2; exit 3")
    const error = await failed(Git.run(here.repo, [name]))
    expect(error.exitCode).toBe(3)
    expect(error.stderr.length).toBe(4096)
  })

  test("a signal", async () => {
    await using here = scene()
    const name = alias(here, "dies", "kill -9 0")
    expect(await failed(Git.run(here.repo, [name]))).toMatchObject({ reason: "signal" })
  })

  test("no such folder, and no git", async () => {
    await using here = scene()
    expect((await failed(Git.run("/nonexistent/x", ["status"]))).message).toContain("no such folder")
    process.env["PATH"] = [here.root, process.env["PATH"]].join(":")
    const path = process.env["PATH"]
    process.env["PATH"] = here.root
    const error = await failed(Git.run(here.repo, ["status"])).finally(() => {
      process.env["PATH"] = path.slice(here.root.length + 1)
    })
    expect(error).toMatchObject({ reason: "spawn" })
    expect(error.message).toContain("Install git")
  })
})

test("what git leaves running behind does not hold it", async () => {
  await using here = scene()
  const pid = join(here.root, "pid")
  const name = alias(here, "leaves", `sleep 300 & echo $! >'${pid}'; echo done`)
  const begun = performance.now()
  expect((await Effect.runPromise(Git.run(here.repo, [name]))).stdout).toBe("done\n")
  expect(performance.now() - begun).toBeLessThan(100_000)
  process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL")
})

test("an interruption ends git and its children before it is over", async () => {
  await using here = scene()
  const pid = join(here.root, "pid")
  const name = alias(here, "slow", `trap '' TERM; echo $$ >'${pid}'; sleep 300`)
  const left = await Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Git.run(here.repo, [name]))
      while (!existsSync(pid) || readFileSync(pid, "utf8") === "") yield* Effect.sleep(10)
      const child = Owner.of(Number(readFileSync(pid, "utf8")))
      yield* Fiber.interrupt(fiber)
      return child
    }),
  )
  expect(left).toBeDefined()
  await ended(left)
})
