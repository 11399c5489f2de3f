/**
 * A process that is not the test's: does one thing with the services and tells, as a line of JSON, what came of it.
 * `bun worker.ts give|revoke|ask|reply|use JSON`; the environment says on which database.
 */
import type { Grant } from "../../src/permission/grant/index.ts"
import type { Permission } from "../../src/permission/index.ts"
import { Instance } from "./world.ts"

type Environment = Readonly<Record<string, string>>

/** What a worker can do. `at` is when it had come to its end, in milliseconds since the epoch. */
const verbs = {
  give: (process: Instance, input: Omit<Grant.Give, "by">) => process.give(input),
  revoke: (process: Instance, { target }: { readonly target: string }) => process.revoke(target),
  ask: (process: Instance, input: Omit<Permission.Request, "always" | "metadata">) => process.ask(input),
  reply: (process: Instance, { id, reply }: { readonly id: string; readonly reply: Permission.Reply }) =>
    process.reply(id, reply),
  use: (process: Instance, { session, codes }: { readonly session: string; readonly codes: readonly string[] }) =>
    process.useOnce(session, codes),
}

export type Verb = keyof typeof verbs

export interface Worker {
  readonly pid: number
  /** What it told; rejects where it failed. */
  readonly told: Promise<{ readonly value: unknown; readonly at: number }>
  readonly kill: () => void
}

/** Starts a worker. */
export function startWorker(env: Environment, verb: Verb, input: object): Worker {
  const child = Bun.spawn([process.execPath, import.meta.path, verb, JSON.stringify(input)], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  })
  const told = Promise.all([child.stdout.text(), child.stderr.text(), child.exited]).then(([out, errors, code]) => {
    if (code !== 0) throw new Error(`worker ${verb} ended with ${child.signalCode ?? code}: ${errors}`)
    return JSON.parse(out) as { readonly value: unknown; readonly at: number }
  })
  return { pid: child.pid, told, kill: () => child.kill("SIGKILL") }
}

if (import.meta.main) {
  const [verb, input = ""] = process.argv.slice(2)
  const instance = new Instance(process.env as Environment)
  const act = verbs[verb as Verb] as (process: Instance, input: object) => Promise<unknown>
  const value = await act(instance, JSON.parse(input) as object)
  process.stdout.write(JSON.stringify({ value, at: Date.now() }))
  await instance.close()
}
