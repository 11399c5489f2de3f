/** A data folder of the test's own, the storage service on it, and other processes that use it too. */
import { Effect, Layer } from "effect"
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Global } from "../../src/global/index.ts"
import { Storage } from "../../src/storage/index.ts"

export interface Scene extends Disposable {
  readonly data: string
  /** The database's path. */
  readonly path: string
  /** The names in the data folder that begin like this. */
  readonly files: (prefix: string) => readonly string[]
  /** Runs an effect with a storage service that is opened for it and closed after it. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Storage.Service>, lockWait?: number) => Promise<A>
  readonly start: (...argv: readonly string[]) => Worker
  /** The same, where no file may grow beyond that many KiB. */
  readonly startLimited: (kibibytes: number, ...argv: readonly string[]) => Worker
  /** Lets other users in. */
  readonly open: () => void
}

export interface Worker {
  readonly pid: number
  /** The next line of its output, or undefined at its end. */
  readonly line: () => Promise<string | undefined>
  /** All lines that are still to come. */
  readonly rest: () => Promise<readonly string[]>
  /** Ends its standard input: what it waits for. */
  readonly finish: () => void
  readonly kill: () => void
  readonly exited: Promise<number>
}

/** An environment that leads nowhere but into one folder. */
export const environment = (home: string): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  HOME: home,
  TMPDIR: join(home, "tmp"),
  XDG_DATA_HOME: join(home, "share"),
  XDG_CONFIG_HOME: join(home, "config"),
  RINGFENCE_DATA: join(home, "data"),
})

export function scene(): Scene {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-storage-")))
  const env = environment(home)
  const data = env.RINGFENCE_DATA!
  const layer = Storage.layer.pipe(Layer.provide(Global.layerOf((name) => env[name])))
  const started: Bun.Subprocess[] = []
  const start = (prefix: readonly string[], argv: readonly string[]): Worker => {
    const child = Bun.spawn([...prefix, process.execPath, join(import.meta.dir, "worker.ts"), ...argv], {
      env,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    })
    started.push(child)
    return worker(child)
  }
  return {
    data,
    path: join(data, "ringfence.db"),
    files: (prefix) => readdirSync(data).filter((name) => name.startsWith(prefix)),
    run: (effect, lockWait = 20_000) =>
      Effect.runPromise(
        effect.pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Storage.LockWait, lockWait))))),
      ),
    start: (...argv) => start([], argv),
    // The signal that tells of the limit would end the process.
    startLimited: (kibibytes, ...argv) =>
      start(["bash", "-c", `trap '' XFSZ; ulimit -f ${kibibytes}; exec "$@"`, "bash"], argv),
    open: () => [home, data].forEach((folder) => chmodSync(folder, 0o777)),
    [Symbol.dispose]: () => {
      for (const child of started) child.kill("SIGKILL")
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function worker(child: Bun.Subprocess<"pipe", "pipe", "inherit">): Worker {
  const lines = linesOf(child.stdout)
  const line = async (): Promise<string | undefined> => (await lines.next()).value
  return {
    pid: child.pid,
    line,
    rest: async () => {
      const all: string[] = []
      for (let next = await line(); next !== undefined; next = await line()) all.push(next)
      return all
    },
    finish: () => void child.stdin.end(),
    kill: () => child.kill("SIGKILL"),
    exited: child.exited,
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of stream) {
    const parts = (text + decoder.decode(chunk, { stream: true })).split("\n")
    text = parts.pop()!
    yield* parts
  }
  if (text !== "") yield text
  return undefined
}

/** Adds a row that says who wrote it. */
export const add = (label: string): Effect.Effect<void, Storage.Error, Storage.Service> =>
  Storage.Service.use((storage) =>
    storage.write(async (sql) => {
      await sql`INSERT INTO audit (time, kind, code, detail, times, last) VALUES (0, 'test', ${label}, '{}', 1, 0)`
    }),
  )

/** The labels of the rows that `add` wrote, in their order. */
export const labels: Effect.Effect<readonly string[], Storage.Error, Storage.Service> = Storage.Service.use((storage) =>
  storage.read(async (sql) => {
    const rows: readonly { readonly code: string }[] = await sql`SELECT code FROM audit WHERE kind = 'test' ORDER BY id`
    return rows.map((row) => row.code)
  }),
)

export const problems: Effect.Effect<readonly Storage.Problem[], never, Storage.Service> = Storage.Service.use(
  (storage) => storage.problems,
)
