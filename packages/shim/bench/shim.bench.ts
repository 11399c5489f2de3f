/**
 * What git costs through the shim over the bare spawn of the same command, side by side in one run; and a thousand
 * requests at once. The server is a process of its own, as it is in a sandbox. Run with `npm run bench`; figures of one
 * run may be compared, not those of two machines.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { Exec, GitRunner, ShimGitRunner } from "../src/index.ts"
import { environmentFor } from "../src/exec/environment.ts"

const ROUNDS = 300
const AT_ONCE = 1000
const top = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-bench-")))
const root = join(top, "ws")
const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: top, GIT_CONFIG_NOSYSTEM: "1" }
mkdirSync(root)
const setup = `git init -q -b main . && for i in $(seq 500); do echo $i > f$i; done && git add . &&
git -c user.name=a -c user.email=a@example.invalid commit -q -m a && echo x > new`
if (!Bun.spawnSync(["bash", "-c", setup], { cwd: root, env }).success) throw new Error("no repository could be made")

const server = Bun.spawn([process.execPath, join(import.meta.dir, "serve.ts"), root, join(top, "socket")], {
  env,
  stdio: ["pipe", "pipe", "inherit"],
})
await server.stdout.getReader().read()

const scope = Effect.runSync(Scope.make())
const local = await Effect.runPromise(Exec.make({ root, env }))
const address = { kind: "unix", path: join(top, "socket") } as const
const shim = await Effect.runPromise(ShimGitRunner.make(address).pipe(Scope.provide(scope)))

const around = environmentFor(env, root)
async function bare(argv: readonly string[]): Promise<void> {
  const child = Bun.spawn(["git", ...argv], {
    cwd: root,
    env: around,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).bytes(), child.exited])
}

const ways = {
  bare,
  local: (argv: readonly string[]) => Effect.runPromise(local.run({ argv, cwd: root })),
  shim: (argv: readonly string[]) => Effect.runPromise(shim.run({ argv, cwd: root })),
}
type Way = keyof typeof ways
const names = Object.keys(ways) as readonly Way[]

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}

const figure = (value: number): string => value.toFixed(2).padStart(8)

console.log(
  `${"git".padEnd(24)} ${names.map((name) => name.padStart(8)).join(" ")}    ratio (ms, p50 of ${ROUNDS}; shim to bare)`,
)
for (const command of ["status", "status --porcelain", "rev-parse HEAD", "log -1 --stat"]) {
  const argv = command.split(" ")
  const times: Record<Way, number[]> = { bare: [], local: [], shim: [] }
  for (let round = -30; round < ROUNDS; round++)
    for (const name of names) {
      const took = await timed(() => ways[name](argv))
      if (round >= 0) times[name].push(took)
    }
  const [low, high] = [quantile(times.bare, 0.5), quantile(times.shim, 0.5)]
  const shown = names.map((name) => figure(quantile(times[name], 0.5))).join(" ")
  console.log(`${command.padEnd(24)} ${shown} ${figure(high / low)}`)
}

/** Requests at once, of which none may fail. */
async function crowd(name: Way): Promise<number> {
  const argv = ["rev-parse", "HEAD"]
  return timed(async () => {
    const all = await Promise.all(Array.from({ length: AT_ONCE }, () => ways[name](argv)))
    const answered = all.filter((each) => each === undefined || each.exitCode === 0).length
    if (answered < AT_ONCE) throw new Error(`${AT_ONCE - answered} of ${AT_ONCE} were not answered`)
  })
}
for (const name of ["local", "shim"] as const)
  console.log(`${`${AT_ONCE} at once, ${name}`.padEnd(24)} ${((await crowd(name)) / 1000).toFixed(2)} s, none failed`)

const large = { argv: ["log", "-p", "--binary"], cwd: root }
const size = await Effect.runPromise(local.run(large))
const rates = await timed(() => Effect.runPromise(shim.run({ ...large })))
console.log(
  `${"log -p, all of it".padEnd(24)} ${GitRunner.text(size.stdout).length} bytes in ${rates.toFixed(1)} ms through the shim`,
)

await Effect.runPromise(Scope.close(scope, Exit.void))
server.kill()
await server.exited
rmSync(top, { recursive: true, force: true })
