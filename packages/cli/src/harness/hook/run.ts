/** `ringfence hook`: one process for one call. Whatever happens, it ends with 0 or 2 by a decision of ours. */
import { writeSync } from "node:fs"
import type { hook } from "../../specification/hook.ts"
import type { Options } from "../../specification.ts"
import type * as Failures from "./failures.ts"
import { readPayload } from "./input.ts"
import { respond, SILENCE, type Answer } from "./respond.ts"

/** Writes down what did not work. Loaded where it is needed, which is next to never. */
export function recordFailure(env: Readonly<Record<string, string | undefined>>, client: string, error: unknown): void {
  try {
    const failures = require("./failures.ts") as typeof Failures
    failures.recordFailure(env, client, error)
  } catch {
    // It is a missing part of ours itself.
  }
}

/** What fails outside of any call in progress lets the call through, too. */
export function failOpen(client: string): void {
  const end = (error: unknown): never => {
    recordFailure(process.env, client, error)
    process.exit(0)
  }
  for (const event of ["uncaughtException", "unhandledRejection"]) process.removeAllListeners(event).on(event, end)
}

/** Runs the hook with the options of its specification, and returns the exit code. */
export async function runHook({ client, ...options }: Options<typeof hook>): Promise<number> {
  const name = client ?? "--command"
  failOpen(name)
  const trouble = (error: unknown): void => recordFailure(process.env, name, error)
  let answer: Answer = SILENCE
  try {
    answer = await respond(
      {
        client,
        command: options.command,
        directory: options.directory,
        cwd: options.cwd,
        persistentCd: options["persistent-cd"],
      },
      () => readPayload(Bun.stdin.stream()),
      { env: process.env, process: startedIn(), trouble },
    )
  } catch (error) {
    trouble(error)
  }
  write(1, answer.stdout)
  write(2, answer.stderr)
  return answer.code
}

/**
 * The same with the words of a command line. Words that are none of ours let the call through: an installed line is as
 * old as its installation.
 */
export async function runHookWith(argv: readonly string[]): Promise<number> {
  // The installed form.
  const [client = "-"] = argv
  if (argv.length === 1 && !client.startsWith("-"))
    return runHook({ client, command: undefined, directory: undefined, cwd: undefined, "persistent-cd": false })
  const [{ readQuickly }, { hook }] = await Promise.all([
    import("../../quick.ts"),
    import("../../specification/hook.ts"),
  ])
  const options = readQuickly(hook, joined(argv))
  if (options) return runHook(options)
  recordFailure(process.env, argv[0] ?? "", new Error("the command line of the hook is not understood"))
  return 0
}

/** A command text may begin with a dash. */
const joined = (argv: readonly string[]): readonly string[] => {
  const at = argv.indexOf("--command")
  return at < 0 || at + 1 >= argv.length
    ? argv
    : [...argv.slice(0, at), `--command=${argv[at + 1]}`, ...argv.slice(at + 2)]
}

/** The folder may be gone; the client may tell another one. */
export function startedIn(): string {
  try {
    return process.cwd()
  } catch {
    return process.env["PWD"] ?? "/"
  }
}

/** Nobody may be reading any more; the exit code says it all the same. */
export function write(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return
      Bun.sleepSync(1)
    }
  }
}
