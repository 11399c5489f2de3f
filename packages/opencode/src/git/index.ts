/**
 * Runs git for the host: off the guard's path, with bounds, and never towards another repository than the one that
 * the directory lies in. By itself, or through a runner in a sandbox that has its own say (`Runner`).
 */
export * as Git from "."

import { Context, Effect, Schema } from "effect"
import { statSync } from "node:fs"
import type { GitRunner } from "@ringfence/shim"
import { confined } from "./confined.ts"

/** git could not be run, or answered with an exit code that is no answer to the question. */
export class Failed extends Schema.TaggedError<Failed>()("Git.Failed", {
  argv: Schema.Array(Schema.String),
  directory: Schema.String,
  reason: Schema.Literals(["exit", "signal", "time", "output", "spawn", "refused", "connection"]),
  /** Null where git did not come to an end by itself. */
  exitCode: Schema.NullOr(Schema.Number),
  /** The beginning of it, where it is long. */
  stderr: Schema.String,
  message: Schema.String,
}) {}

export interface Options {
  /** Exit codes that are answers; 0 alone unless given. */
  readonly answers?: readonly number[]
  /** Milliseconds after which git is ended; 60,000 unless given. */
  readonly timeout?: number
  /** Bytes of standard output after which git is ended; 64 MiB unless given. */
  readonly limit?: number
  /** Variables beside those that git gets anyway. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Result {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

/** Who runs git instead of this process, where it is in a sandbox and git is to be run in there. */
export const Runner = Context.Reference<GitRunner.Interface | undefined>("@ringfence/opencode/Git/Runner", {
  defaultValue: () => undefined,
})

const TIMEOUT = 60_000
const LIMIT = 64 << 20
const STDERR_LIMIT = 4096
/** Milliseconds a TERM has to be obeyed in: git takes its lock files away. */
const GRACE = 2000
/** Milliseconds that output is waited for after the end: something that git left behind may hold the pipe. */
const DRAIN = 250

/**
 * Variables by which git would act on another repository, index or object store than the directory's own: a host
 * that was started from a hook or an alias inherits them.
 */
export const REPOSITORY_VARIABLES: readonly string[] = [
  "GIT_DIR",
  "GIT_COMMON_DIR",
  "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_QUARANTINE_PATH",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_SHALLOW_FILE",
  "GIT_GRAFT_FILE",
  "GIT_REPLACE_REF_BASE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
]

/** An environment for git: plain messages, no questions, no repository chosen beforehand. */
export function environment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const kept = Object.entries(env).filter(([name]) => !REPOSITORY_VARIABLES.includes(name))
  return { ...Object.fromEntries(kept), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" }
}

/**
 * Runs git.
 *
 * @param directory where it runs (absolute)
 * @param argv what follows `git`
 * @returns what it printed, and an exit code that is one of the answers
 * Interrupting it ends git and everything that git started, before the interruption is over.
 */
export const run = Effect.fn("Git.run")(function* (
  directory: string,
  argv: readonly string[],
  options: Options = {},
): Effect.fn.Return<Result, Failed> {
  const runner = yield* Runner
  const { answers = [0], timeout = TIMEOUT, limit = LIMIT, env } = options
  const ended =
    runner === undefined
      ? yield* spawned(directory, argv, options)
      : yield* confined(runner, { argv, cwd: directory, timeout, limit, ...(env === undefined ? {} : { env }) })
  if (ended.cut === undefined && answers.includes(ended.exitCode))
    return { stdout: ended.stdout, stderr: ended.stderr, exitCode: ended.exitCode }
  return yield* failure(directory, argv, ended, options)
})

/** The lines that git prints, without the last newline. Parameters as for `run`. */
export const lines = (
  directory: string,
  argv: readonly string[],
  options?: Options,
): Effect.Effect<readonly string[], Failed> =>
  run(directory, argv, options).pipe(Effect.map(({ stdout }) => stdout.split("\n").filter((line) => line !== "")))

/** How a run of git came to its end. */
export type Ended =
  | { readonly cut?: undefined; readonly stdout: string; readonly stderr: string; readonly exitCode: number }
  | {
      readonly cut: Exclude<Failed["reason"], "exit">
      readonly stdout: string
      readonly stderr: string
      readonly signal?: string | number | null
    }

/** git as a process of this one's. */
const spawned = (directory: string, argv: readonly string[], options: Options): Effect.Effect<Ended> =>
  Effect.callback((resume) => {
    const child = start(directory, argv, options.env)
    if (child instanceof Error) return resume(Effect.succeed({ cut: "spawn", stdout: "", stderr: child.message }))
    void finish(child, options).then((end) => resume(Effect.succeed(end)))
    return Effect.promise(() => end(child))
  })

type Child = Bun.Subprocess<"ignore", "pipe", "pipe">

function start(directory: string, argv: readonly string[], env: Options["env"]): Child | Error {
  try {
    return Bun.spawn(["git", ...argv], {
      cwd: directory,
      env: { ...environment(process.env), ...env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Ends the process group, hooks and filters too: what is left of it when git is gone gets no more time. */
async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  signal(child, "SIGTERM")
  const kill = setTimeout(() => signal(child, "SIGKILL"), GRACE)
  await child.exited
  clearTimeout(kill)
  signal(child, "SIGKILL")
}

function signal(child: Child, name: NodeJS.Signals): void {
  try {
    process.kill(-child.pid, name)
  } catch {
    // Nobody is left in the group.
  }
}

async function finish(child: Child, { timeout = TIMEOUT, limit = LIMIT }: Options): Promise<Ended> {
  let cut: "time" | "output" | undefined
  const stop = (why: "time" | "output"): void => {
    cut ??= why
    void end(child)
  }
  const timer = setTimeout(() => stop("time"), timeout)
  const stdout = collect(child.stdout, limit, () => stop("output"))
  const stderr = collect(child.stderr, STDERR_LIMIT, () => {})
  const exitCode = await child.exited
  clearTimeout(timer)
  const drained = Promise.all([stdout.done, stderr.done])
  await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN).unref())])
  const text = { stdout: stdout.text(), stderr: stderr.text() }
  if (cut !== undefined) return { cut, ...text }
  if (child.signalCode !== null) return { cut: "signal", signal: child.signalCode, ...text }
  return { exitCode, ...text }
}

/** Reads on to the end, keeps the beginning. */
function collect(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  over: () => void,
): { readonly done: Promise<void>; readonly text: () => string } {
  const chunks: Uint8Array[] = []
  let size = 0
  const read = async (): Promise<void> => {
    for await (const chunk of stream) {
      if (size < limit) chunks.push(chunk.subarray(0, limit - size))
      size += chunk.length
      if (size > limit) over()
    }
  }
  const done = read().catch(() => {})
  return { done, text: () => Buffer.concat(chunks).toString("utf8") }
}

function failure(directory: string, argv: readonly string[], ended: Ended, options: Options): Failed {
  const command = ["git", ...argv].join(" ")
  const detail = ended.stderr.trim()
  const fields = { argv: ["git", ...argv], directory, stderr: ended.stderr, exitCode: null }
  switch (ended.cut) {
    case undefined:
      return new Failed({
        ...fields,
        reason: "exit",
        exitCode: ended.exitCode,
        message: `\`${command}\` failed in ${directory} (exit ${ended.exitCode})${detail && `: ${detail}`}`,
      })
    case "signal":
      return new Failed({
        ...fields,
        reason: "signal",
        message: `\`${command}\` was ended by ${ended.signal} in ${directory}${detail && `: ${detail}`}`,
      })
    case "time":
      return new Failed({
        ...fields,
        reason: "time",
        message: `\`${command}\` was ended in ${directory}: it took more than ${(options.timeout ?? TIMEOUT) / 1000} s. A hook or a slow disk may hold it up.`,
      })
    case "output":
      return new Failed({
        ...fields,
        reason: "output",
        message: `\`${command}\` was ended in ${directory}: it printed more than ${options.limit ?? LIMIT} bytes.`,
      })
    case "refused":
    case "connection":
      return new Failed({ ...fields, reason: ended.cut, message: `${detail} (\`${command}\` in ${directory})` })
    case "spawn":
      return new Failed({
        ...fields,
        reason: "spawn",
        message: isDirectory(directory)
          ? `git could not be started (${detail}). Install git, or put it on PATH.`
          : `git could not be started in ${directory}: there is no such folder.`,
      })
  }
}

/** Whether a folder is there. Symbolic links are followed. */
export const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
