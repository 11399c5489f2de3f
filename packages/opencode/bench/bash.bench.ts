/**
 * What the bash tool costs over the bare spawn of the same command, side by side in one run; and what a gigabyte of
 * output costs in memory. Run with `npm run bench`; figures of one run may be compared, not those of two machines.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import { Audit } from "../src/audit/index.ts"
import { Global } from "../src/global/index.ts"
import { Instance } from "../src/instance/index.ts"
import { Grant } from "../src/permission/grant/index.ts"
import { Permission } from "../src/permission/index.ts"
import { Session } from "../src/session/index.ts"
import { Storage } from "../src/storage/index.ts"
import * as BashTool from "../src/tool/bash.ts"
import * as Tool from "../src/tool/tool.ts"
import { Worktree } from "../src/worktree/index.ts"

const ROUNDS = 200
const root = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-bench-")))
const env = {
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: root,
  RINGFENCE_DATA: join(root, "data"),
  XDG_CONFIG_HOME: join(root, "config"),
  GIT_CONFIG_NOSYSTEM: "1",
}
const main = join(root, "main")
mkdirSync(main)
const setup = "git init -q -b main . && git -c user.name=a -c user.email=a@example.invalid commit -q --allow-empty -m a"
if (!Bun.spawnSync(["bash", "-c", setup], { cwd: main, env }).success) throw new Error("no repository could be made")

const services = Layer.mergeAll(Permission.layer, Grant.layer, Session.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Audit.layer, Worktree.layer)),
  Layer.provideMerge(Storage.layer),
  Layer.provideMerge(Global.layerOf((name) => (env as Record<string, string>)[name])),
)
const runtime = ManagedRuntime.make(Layer.mergeAll(services, Layer.succeed(Tool.Environment, env)))
const { session } = await runtime.runPromise(
  Session.Service.use((sessions) => sessions.create({ title: "bench", directory: main, isolate: true })),
)
const instance = await runtime.runPromise(Instance.of(session.directory))
const context: Tool.Context = { session: session.id, abort: new AbortController().signal, metadata: () => {} }

const tool = (command: string) =>
  runtime.runPromise(
    BashTool.execute({ command, timeout: 600_000 }, context).pipe(Effect.provideService(Instance.Service, instance)),
  )

async function bare(command: string): Promise<void> {
  const child = Bun.spawn(["bash", "-c", "--", command], {
    cwd: session.directory,
    env,
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  })
  await Promise.all([new Response(child.stdout).bytes(), child.exited])
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}

console.log(
  `${"command".padEnd(34)} ${"bare".padStart(8)} ${"tool".padStart(8)} ${"more".padStart(8)}   ratio (ms, p50 of ${ROUNDS})`,
)
for (const command of ["true", "echo hi", "git status --short", "cd . && ls -la | head -5 && git log --oneline -3"]) {
  const times = { bare: [] as number[], tool: [] as number[] }
  for (let round = -20; round < ROUNDS; round++) {
    const [first, second] = [await timed(() => bare(command)), await timed(() => tool(command))]
    if (round < 0) continue
    times.bare.push(first)
    times.tool.push(second)
  }
  const [low, high] = [median(times.bare), median(times.tool)]
  const more = median(times.tool.map((time, at) => time - times.bare[at]!))
  console.log(
    `${command.slice(0, 34).padEnd(34)} ${low.toFixed(2).padStart(8)} ${high.toFixed(2).padStart(8)} ${more.toFixed(2).padStart(8)} ${(high / low).toFixed(2).padStart(7)}`,
  )
}

const MEGABYTE = 1024 * 1024
Bun.gc(true)
const before = process.memoryUsage().rss
let most = 0
const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
for (const [name, command] of [
  ["1 GB of zeros", `head -c ${1024 * MEGABYTE} /dev/zero`],
  ["1 GB of short lines", `yes | head -c ${1024 * MEGABYTE}`],
] as const) {
  most = 0
  const took = await timed(() => tool(command))
  console.log(
    `${name.padEnd(34)} ${(took / 1000).toFixed(2)} s, memory grew by ${((most - before) / MEGABYTE).toFixed(0)} MiB at most`,
  )
}
clearInterval(watching)

await runtime.dispose()
rmSync(root, { recursive: true, force: true })
