/** Connections: drops, servers that go and come back, tokens, socket files. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { ShimGitRunner, type GitRunner } from "../src/index.ts"
import { ShimServer } from "../src/server/index.ts"
import { proxyTo, type Proxy } from "./support/proxy.ts"
import { outcome, until } from "./support/runners.ts"
import { heldWorkspace, isAlive, WAITS, type Held } from "./support/workspace.ts"

const TOKEN = "a token of more than sixteen characters"

let held: Held
let scope: Scope.Closeable
let names = 0
const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
  Effect.runPromise(Scope.provide(effect, scope))
const path = (): string => join(held.top, `c${++names}`)
const serve = (entrance: ShimServer.Entrance): Promise<ShimServer.Serving> =>
  run(ShimServer.serve(held.workspace, entrance))
const client = (address: ShimGitRunner.Address): Promise<GitRunner.Interface> => run(ShimGitRunner.make(address))
const reset = { argv: ["reset", "--hard"], cwd: "." }
const head = { argv: ["rev-parse", "HEAD"], cwd: "." }

beforeAll(() => void (held = heldWorkspace()))
beforeEach(() => void (scope = Effect.runSync(Scope.make())))
const close = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void))
afterAll(() => held.remove())

describe("a drop", () => {
  let proxy: Proxy
  let runner: GitRunner.Interface
  beforeEach(async () => {
    const { address } = await serve({ kind: "unix", path: path() })
    proxy = await proxyTo(address, path())
    runner = await client({ kind: "unix", path: proxy.path })
  })
  const end = async (): Promise<void> => {
    await proxy.close()
    await close()
  }

  test("fails what is under way, ends its git, and does not send it again", async () => {
    held.holdUp(`echo x >> "$TOP/runs"; ${WAITS}`)
    const asked = outcome(runner, reset)
    const pid = await held.pid()
    proxy.drop()
    expect(await asked).toMatchObject({ tag: "ExecConnectionError", ran: "unknown" })
    await until("its git is gone", () => !isAlive(pid) && !existsSync(held.indexLock))
    expect(await outcome(runner, head)).toMatchObject({ exitCode: 0 })
    expect(proxy.connections()).toBe(2)
    expect(readFileSync(join(held.top, "runs"), "utf8")).toBe("x\n")
    expect(proxy.sent().match(/"reset"/g)).toHaveLength(1)
    await end()
  }, 30_000)

  test("that nobody waited in is not noticed", async () => {
    expect(await outcome(runner, head)).toMatchObject({ exitCode: 0 })
    for (let round = 0; round < 3; round++) {
      proxy.drop()
      // The other end of a socket is told a moment later; until then a request may be lost, and says so.
      const asked: unknown[] = []
      for (let again = 0; again < 100 && !asked.some(isAnswer); again++) asked.push(await outcome(runner, head))
      expect(asked.some(isAnswer)).toBe(true)
      expect(asked.filter((each) => !isAnswer(each))).toSatisfy((lost) => lost.length < 3)
    }
    await end()
  }, 30_000)

  test("fails everybody who waits, each once", async () => {
    held.holdUp(WAITS)
    const slow = outcome(runner, reset)
    await held.pid()
    const all = [slow, ...Array.from({ length: 20 }, () => outcome(runner, { ...head, timeout: 30_000 }))]
    proxy.drop()
    for (const each of await Promise.all(all))
      if (!isAnswer(each)) expect(each).toMatchObject({ tag: "ExecConnectionError" })
    expect(await outcome(runner, head)).toMatchObject({ exitCode: 0 })
    await end()
  }, 30_000)

  test("a server that ends fails them too, and ends its git first", async () => {
    held.holdUp(WAITS)
    const asked = outcome(runner, reset)
    const pid = await held.pid()
    const closed = close()
    expect(await asked).toMatchObject({ tag: "ExecConnectionError", ran: "unknown" })
    await closed
    expect({ alive: isAlive(pid), lock: existsSync(held.indexLock) }).toEqual({ alive: false, lock: false })
    await proxy.close()
  }, 30_000)
})

const isAnswer = (outcome: unknown): boolean =>
  typeof outcome === "object" && outcome !== null && "exitCode" in outcome && outcome.exitCode === 0

describe("a server that is not there", () => {
  test("nothing was run, and what was asked then is not run when it comes", async () => {
    const place = path()
    const runner = await client({ kind: "unix", path: place })
    expect(await outcome(runner, { argv: ["branch", "late"], cwd: "." })).toMatchObject({
      tag: "ExecConnectionError",
      ran: "no",
    })
    await serve({ kind: "unix", path: place })
    expect(await outcome(runner, head)).toMatchObject({ exitCode: 0 })
    expect(existsSync(join(held.root, ".git/refs/heads/late"))).toBe(false)
    await close()
  })

  test("something else that answers there", async () => {
    const place = path()
    const other = createServer((socket) => socket.resume().end("220 mail.invalid\r\n"))
    await new Promise<void>((resolve) => other.listen({ path: place }, resolve))
    const runner = await client({ kind: "unix", path: place })
    expect(await outcome(runner, head)).toMatchObject({ tag: "ExecConnectionError", ran: "no" })
    await new Promise((resolve) => other.close(resolve))
    await close()
  })
})

describe("a socket file", () => {
  test("is its owner's alone, and goes with the server", async () => {
    const { address } = await serve({ kind: "unix", path: path() })
    expect(statSync(address).mode & 0o777).toBe(0o600)
    expect(process.umask()).not.toBe(0o177)
    await close()
    expect(existsSync(address)).toBe(false)
  })

  test("that was left behind is taken away; one that is listened on is not, nor is a file", async () => {
    const place = path()
    const script = `require("node:net").createServer().listen({ path: ${JSON.stringify(place)} }, () => process.kill(process.pid, "SIGKILL"))`
    await Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "ignore", "ignore"] }).exited
    expect(existsSync(place)).toBe(true)
    await serve({ kind: "unix", path: place })
    const second = await Effect.runPromise(
      Effect.flip(Effect.scoped(ShimServer.serve(held.workspace, { kind: "unix", path: place }))),
    )
    expect(second.message).toContain("somebody listens on")
    expect(await outcome(await client({ kind: "unix", path: place }), head)).toMatchObject({ exitCode: 0 })
    const file = path()
    writeFileSync(file, "mine")
    const third = await Effect.runPromise(
      Effect.flip(Effect.scoped(ShimServer.serve(held.workspace, { kind: "unix", path: file }))),
    )
    expect(third.message).toContain("no socket")
    expect(readFileSync(file, "utf8")).toBe("mine")
    await close()
  })
})

describe("a port", () => {
  /** Says something, and waits until it is closed. */
  const say = (port: number, text: string): Promise<string> =>
    new Promise((resolve) => {
      let heard = ""
      const socket = connect({ host: "127.0.0.1", port }, () => socket.write(text))
      socket.on("data", (bytes) => (heard += bytes))
      socket.on("error", () => {})
      socket.on("close", () => resolve(heard))
    })

  test("lets nobody in without the token, and says nothing to them", async () => {
    const { port = 0 } = await serve({ kind: "tcp", port: 0, token: TOKEN })
    expect(await outcome(await client({ kind: "tcp", port, token: TOKEN }), head)).toMatchObject({ exitCode: 0 })
    for (const token of ["", TOKEN.slice(1), `${TOKEN} `, TOKEN.toUpperCase()]) {
      const runner = await client({ kind: "tcp", port, token })
      expect(await outcome(runner, head)).toMatchObject({ tag: "ExecConnectionError", ran: "no" })
    }
    const request = `{"_tag":"Request","id":"1","tag":"Exec","payload":{"key":"1","argv":["branch","in"],"cwd":"."},"headers":[]}\n`
    for (const text of [
      request,
      `\n${request}`,
      `{"shim":1}\n${request}`,
      `{"shim":1,"token":7}\n${request}`,
      "x".repeat(100_000),
    ])
      expect(await say(port, text)).toBe("")
    expect(existsSync(join(held.root, ".git/refs/heads/in"))).toBe(false)
    await close()
  })

  test("tells those of another version", async () => {
    const { port = 0 } = await serve({ kind: "tcp", port: 0, token: TOKEN })
    expect(await say(port, `${JSON.stringify({ shim: 99, token: TOKEN })}\n`)).toContain("version")
    await close()
  })

  test("closes those who send what is no frame, and goes on with others", async () => {
    const { port = 0 } = await serve({ kind: "tcp", port: 0, token: TOKEN })
    const hello = `${JSON.stringify({ shim: 1, token: TOKEN })}\n`
    const runner = await client({ kind: "tcp", port, token: TOKEN })
    for (const frame of ["null\n", "[]\n", "{\n", `{"_tag":"Chunk"}\n`, `{"_tag":["Ping"]}\n`])
      expect(await say(port, hello + frame)).toStartWith(`{"shim":1}\n`)
    expect(await outcome(runner, head)).toMatchObject({ exitCode: 0 })
    await close()
  })
})

describe("a program", () => {
  const COMMAND = join(import.meta.dir, "support/serve-stdio.ts")

  test("is spoken with on its standard input and output, and started again after its end", async () => {
    const argv = [process.execPath, COMMAND, held.root] as const
    const runner = await client({ kind: "command", argv: [argv[0], argv[1], argv[2]] })
    expect(await outcome(runner, head)).toMatchObject({ exitCode: 0 })
    held.holdUp(`kill -KILL $(ps -o ppid= -p $LEADER); ${WAITS}`)
    expect(await outcome(runner, reset)).toMatchObject({ tag: "ExecConnectionError", ran: "unknown" })
    writeFileSync(join(held.top, "go"), "")
    expect(await outcome(runner, head)).toMatchObject({ exitCode: 0 })
    await close()
  }, 60_000)

  test("that cannot be started", async () => {
    const runner = await client({ kind: "command", argv: [join(held.top, "none")] })
    expect(await outcome(runner, head)).toMatchObject({ tag: "ExecConnectionError", ran: "no" })
    await close()
  })
})
