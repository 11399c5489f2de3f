/** What a runner is held to. Everything here is asked of both, and they are told apart by nothing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Fiber, Stream } from "effect"
import type { GitRunner } from "../src/index.ts"
import { KINDS, outcome, start, type Outcome, type Running } from "./support/runners.ts"
import { git, heldWorkspace, isAlive, WAITS, type Held } from "./support/workspace.ts"

const LARGE = 2 << 20

for (const kind of KINDS) {
  describe(kind, () => {
    let held: Held
    let running: Running
    let ask: (argv: string, more?: Partial<GitRunner.Request>) => Promise<Outcome>
    beforeAll(async () => {
      held = heldWorkspace({ limit: LARGE * 2 })
      running = await start(kind, held.workspace, held.top)
      ask = (argv, more = {}) => outcome(running.runner, { argv: argv.split(" "), cwd: held.root, ...more })
    }, 60_000)
    afterAll(async () => {
      await running.close()
      held.remove()
    })

    test("output and exit code are git's", async () => {
      const head = git(held, "rev-parse", "HEAD")
      expect(await ask("rev-parse HEAD")).toEqual({ stdout: `${head}\n`, stderr: "", exitCode: 0, signal: null })
      const missing = await ask("rev-parse --verify nothing")
      expect(missing).toEqual({ stdout: "", stderr: "fatal: Needed a single revision\n", exitCode: 128, signal: null })
      expect(await ask("show-ref --verify --quiet refs/heads/nothing")).toMatchObject({ exitCode: 1, signal: null })
    })

    test("the directory is the request's, a relative one seen from the root", async () => {
      expect(await ask("rev-parse --show-prefix", { cwd: "sub" })).toMatchObject({ stdout: "sub/\n" })
      expect(await ask("rev-parse --show-prefix", { cwd: join(held.root, "sub") })).toMatchObject({ stdout: "sub/\n" })
    })

    test("bytes are not touched", async () => {
      const name = Buffer.from([0x66, 0xff, 0xfe, 0x0a, 0x31])
      writeFileSync(Buffer.concat([Buffer.from(`${held.root}/`), name]), "")
      const { stdout } = await Effect.runPromise(
        running.runner.run({ argv: ["status", "--porcelain", "-z", "--untracked-files=all"], cwd: held.root }),
      )
      expect(Buffer.from(stdout).includes(name)).toBe(true)
    })

    test("what the inventory does not admit is refused by name, and not run", async () => {
      const { tag, code, message } = await ask("checkout -b x")
      expect({ tag, code, message }).toEqual({
        tag: "ExecRefusedError",
        code: "git-inventory/subcommand",
        message: "git checkout is not in the permitted inventory",
      })
      expect(await ask("-C sub status")).toMatchObject({ code: "git-inventory/leading-option" })
      expect(await ask("status", { cwd: "/" })).toMatchObject({ code: "git-inventory/path" })
      expect(await ask("status", { env: { GIT_SSH: "x" } })).toMatchObject({ code: "git-inventory/environment" })
      expect(existsSync(join(held.root, ".git/refs/heads/x"))).toBe(false)
    })

    test("the environment is made here", async () => {
      const there = { ...process.env, GIT_DIR: "/nowhere", GIT_WORK_TREE: "/nowhere" }
      const odd = await start(
        kind,
        { ...held.workspace, env: { ...held.env, ...there, PATH: held.env["PATH"] } },
        held.top,
      )
      expect(await outcome(odd.runner, { argv: ["rev-parse", "--git-dir"], cwd: "." })).toMatchObject({
        stdout: ".git\n",
      })
      await odd.close()
      const named = await ask("reset -q --soft HEAD~1", { env: { GIT_REFLOG_ACTION: "told" } })
      expect(named).toMatchObject({ exitCode: 0 })
      expect(git(held, "reflog", "-1", "--format=%gs")).toStartWith("told")
      git(held, "reset", "-q", "--soft", "HEAD@{1}")
    })

    test("no repository is looked for above the root", async () => {
      const inner = join(held.root, "sub")
      const confined = await start(kind, { ...held.workspace, root: inner }, held.top)
      const request = { argv: ["rev-parse", "--show-toplevel"], cwd: inner }
      for (const ceiling of ["", "/", ":/elsewhere"]) {
        const env = { GIT_CEILING_DIRECTORIES: ceiling }
        expect(await outcome(confined.runner, { ...request, env })).toMatchObject({ exitCode: 128 })
      }
      expect(await outcome(confined.runner, request)).toMatchObject({ exitCode: 128 })
      await confined.close()
    })

    test("a repository that lies elsewhere is not reached through a file in the workspace", async () => {
      mkdirSync(join(held.root, "led"))
      writeFileSync(join(held.root, "led/.git"), `gitdir: ${held.outside}/o.git\n`)
      const led = await ask("rev-parse HEAD", { cwd: "led" })
      expect(led).toMatchObject({ tag: "ExecRefusedError", code: "git-inventory/path" })
    })

    test("a transport that is a program is closed, whatever the configuration says", async () => {
      git(held, "config", "protocol.allow", "always")
      git(held, "config", "remote.odd.url", "ext::touch% /dev/null")
      expect(await ask("fetch odd")).toMatchObject({ exitCode: 128, stderr: expect.stringContaining("not allowed") })
    })

    test("nothing that git starts can ask a question", async () => {
      expect(await ask("config --get-colorbool color.ui")).toMatchObject({ exitCode: 1 })
      expect((await ask("pull --no-rebase --no-ff ./src.git topic")).exitCode).toBe(0)
    })

    test("large output comes whole, in parts, while git runs", async () => {
      const text = Array.from({ length: LARGE / 16 }, (_, line) => `line ${line}`.padEnd(15)).join("\n")
      writeFileSync(join(held.root, "large"), text)
      git(held, "add", "large")
      git(held, "commit", "-qm", "large")
      const wanted = Bun.spawnSync(["git", "log", "-1", "-p"], { cwd: held.root, env: held.env }).stdout
      const hash = createHash("sha256")
      let parts = 0
      await Effect.runPromise(
        Stream.runForEach(running.runner.stream({ argv: ["log", "-1", "-p"], cwd: held.root }), (event) =>
          Effect.sync(() => {
            if (event._tag === "Output") hash.update(event.bytes)
            parts++
          }),
        ),
      )
      expect(hash.digest("hex")).toBe(createHash("sha256").update(wanted).digest("hex"))
      expect(parts).toBeGreaterThan(10)
    })

    test("more than is allowed ends git", async () => {
      const more = await ask("log -p", { limit: 100_000 })
      expect(more).toMatchObject({ tag: "ExecOutputError", limit: 100_000 })
      expect(await ask("rev-parse HEAD", { limit: 41 })).toMatchObject({ exitCode: 0 })
      expect(await ask("rev-parse HEAD", { limit: 40 })).toMatchObject({ tag: "ExecOutputError" })
    })

    test("a folder that is not there", async () => {
      const { tag, message } = await ask("status", { cwd: "sub/not/there" })
      expect({ tag, message }).toEqual({
        tag: "ExecSpawnError",
        message: `git could not be started in ${held.root}/sub/not/there: there is no such folder.`,
      })
    })

    test("many at once", async () => {
      const all = await Promise.all(Array.from({ length: 60 }, () => ask("rev-parse HEAD", { timeout: 90_000 })))
      expect(new Set(all.map((each) => JSON.stringify(each)))).toHaveProperty("size", 1)
    }, 90_000)
  })

  describe(`${kind}, ended early`, () => {
    let held: Held
    let running: Running
    const reset: readonly string[] = ["reset", "--hard"]
    beforeAll(async () => {
      held = heldWorkspace({ longest: 60_000 })
      running = await start(kind, held.workspace, held.top)
    })
    afterAll(async () => {
      await running.close()
      held.remove()
    })

    test("a deadline ends git and all it has started, and no lock stays", async () => {
      held.holdUp(WAITS)
      const request = { argv: reset, cwd: held.root, timeout: 1500 }
      const asked = outcome(running.runner, request)
      const pid = await held.pid()
      expect(existsSync(held.indexLock)).toBe(true)
      expect(await asked).toMatchObject({ tag: "ExecTimeoutError", timeout: 1500 })
      expect({ alive: isAlive(pid), lock: existsSync(held.indexLock) }).toEqual({ alive: false, lock: false })
    }, 30_000)

    test("the deadline is bounded on the side that spawns", async () => {
      const short = await start(kind, { ...held.workspace, bounds: { longest: 500 } }, held.top)
      held.holdUp(WAITS)
      const asked = await outcome(short.runner, { argv: reset, cwd: held.root, timeout: 3_600_000 })
      expect(asked).toMatchObject({ tag: "ExecTimeoutError", timeout: 500 })
      await short.close()
    }, 30_000)

    test("interrupting it is over when git is", async () => {
      held.holdUp(WAITS)
      const fiber = Effect.runFork(running.runner.run({ argv: reset, cwd: held.root }))
      const pid = await held.pid()
      await Effect.runPromise(Fiber.interrupt(fiber))
      expect({ alive: isAlive(pid), lock: existsSync(held.indexLock) }).toEqual({ alive: false, lock: false })
    }, 30_000)

    test("leaving a stream early is too", async () => {
      held.holdUp(`echo $$ > "$TOP/pid"; echo said >&2; ${WAITS}`)
      const first = running.runner.stream({ argv: reset, cwd: held.root }).pipe(Stream.take(1), Stream.runCollect)
      const [event] = await Effect.runPromise(first)
      expect(event).toMatchObject({ channel: "stderr" })
      const pid = await held.pid()
      expect({ alive: isAlive(pid), lock: existsSync(held.indexLock) }).toEqual({ alive: false, lock: false })
    }, 30_000)

    test("whoever does not heed it is killed, and the lock of a git that was killed is cleared away", async () => {
      held.holdUp(`trap '' TERM; kill -STOP $LEADER; ${WAITS}`)
      const fiber = Effect.runFork(running.runner.run({ argv: reset, cwd: held.root }))
      const pid = await held.pid()
      expect(existsSync(held.indexLock)).toBe(true)
      await Effect.runPromise(Fiber.interrupt(fiber))
      expect({ alive: isAlive(pid), lock: existsSync(held.indexLock) }).toEqual({ alive: false, lock: false })
      expect(await outcome(running.runner, { argv: ["status", "--porcelain", "-uno"], cwd: "." })).toMatchObject({
        exitCode: 0,
      })
    }, 30_000)

    test("a git that somebody killed ended by that signal, and by no exit code", async () => {
      for (const signal of ["KILL", "TERM", "SEGV"]) {
        held.holdUp(`kill -${signal} $LEADER; sleep 0.2; cat`)
        const ended = await outcome(running.runner, { argv: reset, cwd: held.root })
        expect(ended).toMatchObject({ exitCode: null, signal: `SIG${signal}` })
        rmSync(held.indexLock, { force: true })
      }
    }, 30_000)

    test("what git leaves behind holds nothing up", async () => {
      held.holdUp(`sh -c 'echo $$ > "$0/pid"; exec sleep 60' "$TOP" >/dev/null & cat`)
      const ended = await outcome(running.runner, { argv: reset, cwd: held.root, timeout: 20_000 })
      expect(ended).toMatchObject({ exitCode: 0 })
      expect(readFileSync(join(held.root, "a"), "utf8")).toStartWith("one")
      process.kill(await held.pid())
    }, 30_000)

    test("no turn in time is a deadline that has passed", async () => {
      const one = await start(kind, { ...held.workspace, bounds: { atOnce: 1 } }, held.top)
      held.holdUp(WAITS)
      const first = Effect.runFork(one.runner.run({ argv: reset, cwd: held.root }))
      await held.pid()
      expect(await outcome(one.runner, { argv: ["status"], cwd: ".", timeout: 200 })).toMatchObject({
        tag: "ExecTimeoutError",
        message: expect.stringContaining("had no turn"),
      })
      await Effect.runPromise(Fiber.interrupt(first))
      expect(await outcome(one.runner, { argv: ["rev-parse", "HEAD"], cwd: "." })).toMatchObject({ exitCode: 0 })
      await one.close()
    }, 30_000)
  })
}
