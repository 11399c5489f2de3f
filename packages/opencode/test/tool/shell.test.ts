/** Running a command: what ends it, what is kept of its output, what becomes of its children. */
import { afterAll, describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit, Fiber } from "effect"
import { Shell } from "../../src/tool/shell/index.ts"
import { createOutputFile, prune } from "../../src/tool/shell/output-folder.ts"
import { isAlive, newFolder, until } from "./support/folder.ts"

const folder = newFolder()
const output = join(folder, "output")
const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: folder, LC_ALL: "C.UTF-8" }
const started = new Set<number>()
afterAll(() => {
  for (const pid of started) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It has ended.
    }
  }
})

const options = (command: string, more: Partial<Shell.Options> = {}): Shell.Options => ({
  command,
  cwd: folder,
  env,
  timeout: 20_000,
  folder: output,
  ...more,
})

async function run(command: string, more: Partial<Shell.Options> = {}): Promise<Shell.Result & { took: number }> {
  const begun = performance.now()
  const result = await Effect.runPromise(Shell.run(options(command, more)))
  result.background.forEach(({ pid }) => started.add(pid))
  return { ...result, took: performance.now() - begun }
}

/** The same in a process of its own, which ends when it has printed the result. */
async function inHost(command: string): Promise<Shell.Result & { grew: number }> {
  const argv = [process.execPath, join(import.meta.dir, "support/host.ts"), command, folder, output]
  const child = Bun.spawn(argv, { env, stdin: "ignore", stdout: "pipe", stderr: "inherit" })
  const result: Shell.Result & { grew: number } = JSON.parse(await new Response(child.stdout).text())
  await child.exited
  return result
}

const failure = (command: string, more: Partial<Shell.Options> = {}): Promise<Shell.StartError> =>
  Effect.runPromise(Effect.flip(Shell.run(options(command, more))))

/** The ids of the processes that a command wrote to its output, one a line. */
const pidsIn = (text: string): readonly number[] =>
  text.split("\n").flatMap((line) => (/^\d+$/.test(line) ? [Number(line)] : []))

describe("what a command is given", () => {
  test("standard input is closed", async () => {
    expect(await run("cat; read x; echo $?")).toMatchObject({ text: "1\n", exit: 0 })
  })
  test("output and errors come in the order they were written", async () => {
    const { text } = await run("for i in 1 2 3; do echo out$i; echo err$i >&2; done; ls /nowhere-at-all 2>&1 | wc -l")
    expect(text.replaceAll(" ", "")).toBe("out1\nerr1\nout2\nerr2\nout3\nerr3\n1\n")
  })
  test("/dev/stdout and /dev/stderr can be opened by name, and nothing before them is lost", async () => {
    const text = "echo 1; echo 2 > /dev/stdout; echo 3 > /dev/stderr; echo 4; echo 5 | tee /dev/stderr > /dev/null"
    expect(await run(text)).toMatchObject({ text: "1\n2\n3\n4\n5\n", exit: 0 })
  })
  test("a text that begins with a dash is a text", async () => {
    expect(await run("-x || echo no such command")).toMatchObject({ exit: 0, text: expect.stringContaining("no such") })
  })
  test("only the given environment", async () => {
    expect((await run('echo "[$FOO|$HOME|$USER]"', { env: { ...env, FOO: "foo" } })).text).toBe(`[foo|${folder}|]\n`)
  })
  test("E017 and E018: variables that say which repository git acts on are taken out", () => {
    const local = Bun.spawnSync(["git", "rev-parse", "--local-env-vars"]).stdout.toString().trim().split("\n")
    const kept = ["GIT_CONFIG_COUNT"]
    expect(local.filter((name) => !Shell.REPOSITORY_VARIABLES.includes(name))).toEqual(kept)
    const inherited = { ...Object.fromEntries(Shell.REPOSITORY_VARIABLES.map((name) => [name, "x"])), GIT_EDITOR: "vi" }
    expect(Shell.commandEnvironment(inherited, "/w", { session: "s" })).toEqual({
      GIT_EDITOR: "vi",
      PWD: "/w",
      RINGFENCE_SESSION: "s",
    })
  })
  test("the session, its worktree and its branch; never those of the session the host itself runs in", () => {
    const outer = { RINGFENCE_SESSION: "outer", RINGFENCE_WORKTREE: "/outer", RINGFENCE_BRANCH: "outer", A: undefined }
    expect(Shell.commandEnvironment(outer, "/w", { session: "s" })).toEqual({ PWD: "/w", RINGFENCE_SESSION: "s" })
    expect(Shell.commandEnvironment(outer, "/w/src", { session: "s", worktree: "/w", branch: "b" })).toEqual({
      PWD: "/w/src",
      RINGFENCE_SESSION: "s",
      RINGFENCE_WORKTREE: "/w",
      RINGFENCE_BRANCH: "b",
    })
  })
})

describe("the shell", () => {
  const program = (name: string): string => {
    const path = join(folder, name)
    writeFileSync(path, "#!/bin/sh\n")
    chmodSync(path, 0o755)
    return path
  }
  test("is the user's own where the guard reads its language", () => {
    for (const name of ["bash", "zsh", "sh"])
      expect(Shell.shellFor({ SHELL: program(name), PATH: "" })).toBe(join(folder, name))
  })
  test("is bash where the user's is another, is missing or is named relatively", () => {
    const bash = program("bash")
    for (const SHELL of [program("fish"), join(folder, "gone/zsh"), "zsh", "", undefined])
      expect(Shell.shellFor({ SHELL, PATH: folder })).toBe(bash)
  })
})

describe("how a command ends", () => {
  test("its exit code is reported as it was", async () => {
    for (const code of [0, 1, 3, 126, 255])
      expect(await run(`exit ${code}`)).toMatchObject({ exit: code, ended: "exit" })
  })
  test("a signal is never exit 0", async () => {
    expect(await run("kill -9 $$")).toMatchObject({ exit: 137, signal: "SIGKILL", ended: "exit" })
    expect(await run("echo a; kill -TERM $$")).toMatchObject({ exit: 143, signal: "SIGTERM", text: "a\n" })
    expect(await run("sh -c 'kill -SEGV $$'; exit $?")).toMatchObject({ exit: 139 })
  })
  test("E020: each call starts in the given folder", async () => {
    mkdirSync(join(folder, "sub"), { recursive: true })
    expect((await run("cd sub && pwd")).text).toBe(`${folder}/sub\n`)
    expect((await run("pwd")).text).toBe(`${folder}\n`)
  })
  test("E028: the exit of an outer timeout program counts, not its grandchildren", async () => {
    const result = await run("timeout 0.3 sh -c 'sleep 60 & echo $!; sleep 60'")
    pidsIn(result.text).forEach((pid) => started.add(pid))
    expect(result).toMatchObject({ exit: 124, ended: "exit" })
    expect(result.took).toBeLessThan(5000)
  })
})

describe("what runs in the background", () => {
  test("E004: does not hold the call, silent as it is; it goes on and is named", async () => {
    const result = await run("sleep 30 & echo ready")
    expect(result).toMatchObject({ text: "ready\n", exit: 0, ended: "exit" })
    expect(result.took).toBeLessThan(5000)
    expect(result.background.map(({ command }) => command)).toEqual(["sleep 30"])
    expect(isAlive(result.background[0]!.pid)).toBe(true)
  })
  test("E006: does not hold it by writing without pause either, nor is it stopped by what was left unread", async () => {
    const result = await run("(while :; do echo x; sleep 0.05; done) & sleep 0.3; echo done", { timeout: 5000 })
    expect(result.ended).toBe("exit")
    expect(result.took).toBeLessThan(3000)
    expect(result.text).toContain("done\n")
    const talker = result.background.find(({ command }) => command.includes("while :"))!
    const sizeNow = (): number => statSync(result.file!).size
    const before = sizeNow()
    expect(await until(() => sizeNow() > before + 10)).toBe(true)
    expect(isAlive(talker.pid)).toBe(true)
  })
  test("E006: a flood goes on too, and fills no disk", async () => {
    const result = await run("(yes & echo $! > yes.pid); sleep 0.05; cat yes.pid")
    const pid = Number(readFileSync(join(folder, "yes.pid"), "utf8"))
    started.add(pid)
    expect(result.took).toBeLessThan(5000)
    expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(Shell.SHOWN.bytes)
    const written = (): number => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1])
    const before = written()
    expect(await until(() => written() > before + 64 * 1024 * 1024)).toBe(true)
    expect(statSync(result.file!).size).toBeLessThan(result.bytes + 17 * 1024 * 1024)
    process.kill(pid, "SIGKILL")
  })
  test("E005: whoever left the group holds nothing, and is named all the same", async () => {
    const result = await run("setsid sleep 30 & echo hi", { timeout: 20_000 })
    expect(result).toMatchObject({ exit: 0, ended: "exit", text: "hi\n" })
    expect(result.took).toBeLessThan(5000)
    expect(result.background.map(({ command }) => command)).toEqual(["sleep 30"])
  })
  test("E019: a launcher that detaches a child is over when the launcher is", async () => {
    const result = await run("sh -c 'setsid sh -c \"sleep 30; :\" > /dev/stdout 2>&1 < /dev/null &' ; echo launched")
    expect(result).toMatchObject({ text: "launched\n", ended: "exit" })
    expect(result.took).toBeLessThan(5000)
  })
  test("E007: a server with its output elsewhere is named and goes on", async () => {
    const result = await run("sleep 30 > server.log 2>&1 &")
    expect(result).toMatchObject({ exit: 0, ended: "exit", text: "" })
    expect(result.background).toEqual([{ pid: expect.any(Number), command: expect.stringContaining("sleep 30") }])
    expect(isAlive(result.background[0]!.pid)).toBe(true)
  })
  test("what it writes after the call comes to the file, and the host's own end does not end it", async () => {
    const begun = performance.now()
    const result = await inHost("(sleep 0.5; echo late; echo later > proof) & echo early")
    expect(result.text).toBe("early\n")
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(await until(() => readFileSync(result.file!, "utf8") === "early\nlate\n")).toBe(true)
    expect(await until(() => readdirSync(folder).includes("proof"))).toBe(true)
  })
})

describe("a timeout", () => {
  test("E001: ends the whole group", async () => {
    const result = await run("sleep 300 & echo $!; sleep 300 & echo $!; wait", { timeout: 500 })
    const pids = pidsIn(result.text)
    expect(pids).toHaveLength(2)
    expect(pids.filter(isAlive)).toEqual([])
    expect(result).toMatchObject({ ended: "timeout", background: [] })
  })
  test("E002: is no success, and descendants have ended when the call returns", async () => {
    const result = await run('sh -c "echo \\$\\$; sleep 300; true"', { timeout: 300 })
    expect(result.ended).toBe("timeout")
    expect(result.exit).not.toBe(0)
    expect(pidsIn(result.text).filter(isAlive)).toEqual([])
    expect(result.took).toBeLessThan(5000)
  })
  test("E008: keeps what was written before", async () => {
    expect(await run("echo before; sleep 300", { timeout: 300 })).toMatchObject({ ended: "timeout", text: "before\n" })
  })
  test("TERM comes first, so that a command can clean up", async () => {
    const result = await run("trap 'echo cleaned; exit 0' TERM; sleep 300 & wait", { timeout: 300 })
    expect(result).toMatchObject({ ended: "timeout", text: "cleaned\n" })
  })
  test("KILL follows for what will not listen", async () => {
    const result = await run("trap '' TERM; echo $$; sleep 300; sleep 300", { timeout: 200, grace: 200 })
    expect(result).toMatchObject({ ended: "timeout", exit: 137, signal: "SIGKILL" })
    expect(pidsIn(result.text).filter(isAlive)).toEqual([])
  })
  test("reaches jobs in groups of their own, sessions of their own, and stopped ones", async () => {
    const text =
      "set -m; sleep 300 & echo $!; setsid sh -c 'echo $$; sleep 300; :' & sleep 300 & echo $!; kill -STOP $!; wait"
    const result = await run(text, { timeout: 500 })
    const pids = pidsIn(result.text)
    expect(pids).toHaveLength(3)
    expect(pids.filter(isAlive)).toEqual([])
  })
})

describe("an abort", () => {
  test("ends the whole group, and keeps the output so far", async () => {
    const abort = new AbortController()
    const running = run("echo $$; sleep 300 & echo $!; wait", {
      abort: abort.signal,
      onOutput: (_, transcript) => pidsIn(transcript.shown().text).length === 2 && abort.abort(),
    })
    const result = await running
    const pids = pidsIn(result.text)
    expect(result.ended).toBe("abort")
    expect(pids).toHaveLength(2)
    expect(pids.filter(isAlive)).toEqual([])
  })
  test("an interruption of the effect returns when all have ended", async () => {
    const running = Effect.runFork(Shell.run(options("echo $$ > running; sleep 300 & echo $! >> running; wait")))
    const file = join(folder, "running")
    const pids = (): readonly number[] =>
      pidsIn(readdirSync(folder).includes("running") ? readFileSync(file, "utf8") : "")
    expect(await until(() => pids().length === 2)).toBe(true)
    await Effect.runPromise(Fiber.interrupt(running))
    expect(pids().filter(isAlive)).toEqual([])
    expect(Exit.isFailure(await Effect.runPromise(Fiber.await(running)))).toBe(true)
  })
})

describe("output", () => {
  const whole = (result: Shell.Result): string => readFileSync(result.file!, "utf8")

  test("E009: one long line is shown from both ends", async () => {
    const result = await run("head -c 80000 /dev/zero | tr '\\0' a; echo")
    expect(result).toMatchObject({ cut: true, bytes: 80_001, lines: 1 })
    const size = Buffer.byteLength(result.text)
    expect(size).toBeGreaterThan(49_000)
    expect(size).toBeLessThanOrEqual(50 * 1024)
    expect(result.text.startsWith("aaa")).toBe(true)
    expect(result.text.endsWith("aaa\n")).toBe(true)
    expect(result.text).toContain(result.file!)
    expect(whole(result)).toBe(`${"a".repeat(80_000)}\n`)
  })
  test("E010: bytes are counted, not letters", async () => {
    const result = await run("for i in $(seq 3000); do printf 日本語文字日本語文字; done")
    expect(result).toMatchObject({ cut: true, bytes: 90_000 })
    expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(50 * 1024)
    expect(whole(result)).toBe("日本語文字".repeat(6000))
  })
  test("E011: no cut falls inside a character", async () => {
    for (const shift of [0, 1, 2]) {
      const result = await run(`printf ${"x".repeat(shift) || "''"}; for i in $(seq 6000); do printf 日本語; done`)
      expect(result.cut).toBe(true)
      expect(result.text).not.toContain("\uFFFD")
      expect(result.text).toMatch(/^x*[日本語]+\s+\[\.\.\.[^\]]+\]\s+[日本語]+$/u)
    }
  })
  test("bytes that are no UTF-8 are replaced, within the limit", async () => {
    expect((await run("printf 'a\\377b\\n'")).text).toBe("a\uFFFDb\n")
    const result = await run("head -c 40000 /dev/zero | tr '\\0' '\\377'")
    expect(result).toMatchObject({ cut: true, bytes: 40_000 })
    expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(50 * 1024)
  })
  test("a byte order mark and control characters stay", async () => {
    expect((await run("printf '\\357\\273\\277a\\r\\n\\033[1mb\\0c'")).text).toBe("\uFEFFa\r\n\u001B[1mb\0c")
  })
  test("many lines are cut to whole lines", async () => {
    const result = await run("seq 5000")
    expect(result).toMatchObject({ cut: true, lines: 5000 })
    const lines = result.text.split("\n")
    expect(lines.length).toBeLessThanOrEqual(2001)
    expect(lines.length).toBeGreaterThan(1900)
    expect(lines[0]).toBe("1")
    expect(lines.at(-2)).toBe("5000")
    expect(lines.filter((line) => !/^\d*$/.test(line))).toHaveLength(1)
    expect(whole(result)).toBe(Array.from({ length: 5000 }, (_, n) => `${n + 1}\n`).join(""))
  })
  test("what fits is shown whole, and no file is made", async () => {
    const result = await run("head -c 51199 /dev/zero | tr '\\0' a; echo")
    expect(result).toMatchObject({ cut: false, bytes: 50 * 1024 })
    expect(result.file).toBeUndefined()
    expect((await run("seq 2000")).cut).toBe(false)
  })
  test("the file is the user's alone", async () => {
    const result = await run("seq 5000")
    expect(statSync(result.file!).mode & 0o777).toBe(0o600)
    expect(statSync(output).mode & 0o777).toBe(0o700)
  })
  test("a folder that cannot be written loses the file, not the command", async () => {
    const blocked = join(folder, "blocked")
    writeFileSync(blocked, "")
    const result = await run("seq 5000; exit 3", { folder: join(blocked, "output") })
    expect(result).toMatchObject({ exit: 3, cut: true, lines: 5000 })
    expect(result.file).toBeUndefined()
    expect(result.text).toContain("could not be kept")
  })
  test("old files are pruned: by age, by number, by size", () => {
    const at = join(folder, "pruned")
    const now = Date.now()
    const make = (bytes: number, age: number): string => {
      const { path } = createOutputFile(at)
      writeFileSync(path, "x".repeat(bytes))
      utimesSync(path, new Date(now - age), new Date(now - age))
      return path
    }
    const left = (): number => readdirSync(at).length
    const keep = { files: 10, bytes: 1000, milliseconds: 5000 }
    const paths = [make(400, 1000), make(400, 2000), make(400, 3000)]
    writeFileSync(join(at, "somebody-elses"), "x".repeat(5000))
    prune(at, keep, now)
    expect(readdirSync(at).toSorted()).toEqual(
      [...paths.slice(0, 2).map((path) => path.slice(at.length + 1)), "somebody-elses"].toSorted(),
    )
    prune(at, { ...keep, milliseconds: 1500 }, now)
    expect(left()).toBe(2)
    make(1, 10)
    prune(at, { ...keep, files: 1 }, now)
    expect(left()).toBe(2)
  })
  test("300 MB of it take no more memory than a fixed buffer", async () => {
    const result = await inHost("head -c 300000000 /dev/zero")
    expect(result.bytes).toBe(300_000_000)
    expect(statSync(result.file!).size).toBe(300_000_000)
    expect(result.grew).toBeLessThan(96 * 1024 * 1024)
    await Bun.file(result.file!).delete()
  })
  test("is heard as it comes; a listener that throws is not asked again", async () => {
    const heard: string[] = []
    await run("echo a; sleep 0.2; echo b", { onOutput: (chunk) => heard.push(new TextDecoder().decode(chunk)) })
    expect(heard).toEqual(["a\n", "b\n"])
    let times = 0
    const throws = (): never => {
      times++
      throw new Error("closed")
    }
    expect((await run("echo a; sleep 0.2; echo b", { onOutput: throws })).text).toBe("a\nb\n")
    expect(times).toBe(1)
  })
})

describe("what cannot be started", () => {
  test("a NUL byte in the text", async () => {
    expect(await failure("echo a\0b")).toBeInstanceOf(Shell.NulByte)
  })
  test("a folder that is not there, is none, or may not be entered", async () => {
    const gone = await failure("pwd", { cwd: join(folder, "gone") })
    expect(gone).toBeInstanceOf(Shell.BadDirectory)
    expect(gone.message).toContain(`${folder}/gone does not exist`)
    writeFileSync(join(folder, "file"), "")
    expect((await failure("pwd", { cwd: join(folder, "file") })).message).toContain("is not a directory")
  })
  test("a shell that is not there", async () => {
    const error = await failure("pwd", { shell: "/nowhere/bash" })
    expect(error).toBeInstanceOf(Shell.NoShell)
    expect(error.message).toContain("/nowhere/bash")
  })
  test("a text longer than the system takes", async () => {
    const error = await failure(`echo ${"x".repeat(3_000_000)}`)
    expect(error).toBeInstanceOf(Shell.TooLong)
    expect(error.message).toContain("3,000,005 bytes")
  })
  test("an abort before the start starts nothing", async () => {
    const result = await run("touch aborted-before", { abort: AbortSignal.abort() })
    expect(result.ended).toBe("abort")
    expect(readdirSync(folder)).not.toContain("aborted-before")
  })
  test("no descriptor is lost on the way, whether it ran or not", async () => {
    const open = (): number => readdirSync("/proc/self/fd").length
    await run("true")
    const before = open()
    for (let n = 0; n < 20; n++) {
      await run("true")
      await run("seq 3000")
      await failure("echo a\0b")
      await failure(`echo ${"x".repeat(200_000)}`)
      await failure("pwd", { shell: "/nowhere/bash" })
    }
    expect(open()).toBeLessThanOrEqual(before + 1)
  })
})
