/**
 * The process that spawns git: judges a request by the inventory, gives it its turn, its environment and its bounds,
 * and runs it. Both runners come down to this one, in this process or in the server's.
 */
export * as Exec from "."

import { realpathSync, statSync } from "node:fs"
import { posix } from "node:path"
import { availableParallelism } from "node:os"
import { admit } from "@ringfence/guard"
import { Cause, Effect, Schema, Semaphore, Stream } from "effect"
import { GitRunner } from "../runner/index.ts"
import { environmentFor } from "./environment.ts"
import { Run } from "./process.ts"
import { repositoryOutside } from "./repository.ts"

/** Where git may run, and within which bounds. */
export interface Workspace {
  /** Everything a request names lies in here: an absolute path to a folder. "/" confines to no folder. */
  readonly root: string
  /** A second folder, absolute, whose repositories may be cloned and fetched from. */
  readonly readable?: string
  /** What is around git; this process's environment unless given. Little of it is taken over. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly bounds?: Partial<Bounds>
}

/** In milliseconds and bytes. */
export interface Bounds {
  /** For a request that names none. */
  readonly timeout: number
  readonly longest: number
  /** For a request that names none. */
  readonly limit: number
  readonly largest: number
  /** How many gits run at a time. */
  readonly atOnce: number
}

export const BOUNDS: Bounds = {
  timeout: 60_000,
  longest: 30 * 60_000,
  limit: 64 << 20,
  largest: 1 << 30,
  atOnce: Math.max(4, 2 * availableParallelism()),
}

/** The folder cannot be a workspace. */
export class Unusable extends Schema.TaggedError<Unusable>()("Exec.Unusable", {
  root: Schema.String,
  message: Schema.String,
}) {}

/** What runs git in a workspace. */
export const make = Effect.fn("Exec.make")(function* (
  workspace: Workspace,
): Effect.fn.Return<GitRunner.Interface, Unusable> {
  const root = yield* realRoot(workspace.root)
  const around = workspace.env ?? process.env
  const bounds = { ...BOUNDS, ...workspace.bounds }
  const turns = yield* Semaphore.make(bounds.atOnce)
  const stream: GitRunner.Interface["stream"] = (request) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const began = performance.now()
        yield* judge(request, { ...workspace, root })
        const cwd = posix.resolve(root, request.cwd)
        const timeout = bounded(request.timeout, bounds.timeout, bounds.longest)
        const limit = bounded(request.limit, bounds.limit, bounds.largest)
        const turn = yield* Effect.acquireRelease(
          turns.take(1).pipe(Effect.timeoutOption(timeout)),
          (taken) => (taken._tag === "Some" ? turns.release(1) : Effect.void),
          { interruptible: true },
        )
        if (turn._tag === "None") return yield* noTurn(request, timeout)
        const left = Math.max(1, timeout - (performance.now() - began))
        const env = environmentFor(around, root, request.env)
        const run = yield* Effect.acquireRelease(
          start({ ...request, cwd }, () => new Run({ argv: request.argv, cwd, env, timeout: left, limit })),
          (run) => Effect.promise(() => run.end("left")),
        )
        return Stream.fromPull(Effect.succeed(pull(request, run, { timeout, limit })))
      }),
    )
  return { stream, run: GitRunner.collected(stream) }
})

const realRoot = (root: string): Effect.Effect<string, Unusable> =>
  Effect.try({
    try: () => {
      if (!posix.isAbsolute(root)) throw new Error("it is no absolute path")
      if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is no folder")
      const real = realpathSync(root)
      if (posix.dirname(real).includes(":")) throw new Error("git could not be held below a path with a colon in it")
      return real
    },
    catch: (error) =>
      new Unusable({
        root,
        message: `${root} cannot be a workspace: ${error instanceof Error ? error.message : String(error)}.`,
      }),
  })

/** The number asked for, where it is one, up to the most there is. */
const bounded = (asked: number | undefined, usual: number, most: number): number =>
  asked !== undefined && asked > 0 ? Math.min(asked, most) : Math.min(usual, most)

const about = ({ argv, cwd }: GitRunner.Request): { readonly argv: readonly string[]; readonly cwd: string } => ({
  argv,
  cwd,
})

const shown = ({ argv }: GitRunner.Request): string => ["git", ...argv].join(" ")

const judge = (
  request: GitRunner.Request,
  { root, readable }: Workspace,
): Effect.Effect<void, GitRunner.ExecRefusedError> =>
  Effect.suspend(() => {
    const verdict = admit({ ...request, root, ...(readable === undefined ? {} : { readable }) })
    if (verdict.verdict === "deny")
      return refused(request, verdict.code ?? "git-inventory", verdict.reason ?? "", verdict.remedy)
    const outside = repositoryOutside(realpath(posix.resolve(root, request.cwd)), root)
    return outside === undefined ? Effect.void : refused(request, "git-inventory/path", ...elsewhere(outside, root))
  })

const refused = (
  request: GitRunner.Request,
  code: string,
  reason: string,
  remedy: GitRunner.ExecRefusedError["remedy"],
): Effect.Effect<never, GitRunner.ExecRefusedError> =>
  Effect.fail(
    new GitRunner.ExecRefusedError({ ...about(request), code, message: reason.split("\n", 1)[0]!, reason, remedy }),
  )

/** The reason, in the form of the guard's. */
function elsewhere(outside: string, root: string): readonly [string, GitRunner.ExecRefusedError["remedy"]] {
  const text = `use a directory whose repository lies in ${root}, such as a clone there`
  const reason = `the repository ${outside} lies outside the workspace ${root}
Reason: [git-inventory/path] git would read and write it from this directory.

Do this instead:
  - ${text}`
  return [reason, [{ text }]]
}

/** What is not there is no link either. */
function realpath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const start = (request: GitRunner.Request, run: () => Run): Effect.Effect<Run, GitRunner.ExecSpawnError> =>
  Effect.try({
    try: run,
    catch: (error) => {
      const detail = error instanceof Error ? error.message : String(error)
      const there = statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory() === true
      return new GitRunner.ExecSpawnError({
        ...about(request),
        message: there
          ? `git could not be started (${detail}). Install git, or put it on PATH.`
          : `git could not be started in ${request.cwd}: there is no such folder.`,
      })
    },
  })

const pull = (
  request: GitRunner.Request,
  run: Run,
  { timeout, limit }: { readonly timeout: number; readonly limit: number },
) => {
  let over: Effect.Effect<never, Cause.Done | GitRunner.ExecError> | undefined
  return Effect.suspend(
    () =>
      over ??
      Effect.flatMap(
        Effect.promise(() => run.take()),
        ({ events, cut }) => {
          if (cut === "time") over = timedOut(request, timeout, run.stderr)
          else if (cut !== undefined) over = tooMuch(request, limit)
          else if (events.at(-1)?._tag === "Ended") over = Cause.done()
          const [first, ...rest] = events
          return first === undefined ? (over ?? Cause.done()) : Effect.succeed([first, ...rest] as const)
        },
      ),
  )
}

const timedOut = (request: GitRunner.Request, timeout: number, stderr: string) =>
  Effect.fail(
    new GitRunner.ExecTimeoutError({
      ...about(request),
      timeout,
      stderr: stderr.slice(0, 4096),
      message: `\`${shown(request)}\` was ended in ${request.cwd}: it took more than ${timeout} ms. A hook, a slow disk or a slow network may hold it up.`,
    }),
  )

const noTurn = (request: GitRunner.Request, timeout: number) =>
  Effect.fail(
    new GitRunner.ExecTimeoutError({
      ...about(request),
      timeout,
      stderr: "",
      message: `\`${shown(request)}\` was not run in ${request.cwd}: it had no turn within ${timeout} ms, for others were running. Ask again, or give it more time.`,
    }),
  )

const tooMuch = (request: GitRunner.Request, limit: number) =>
  Effect.fail(
    new GitRunner.ExecOutputError({
      ...about(request),
      limit,
      message: `\`${shown(request)}\` was ended in ${request.cwd}: it printed more than ${limit} bytes. Ask for less, or raise the limit.`,
    }),
  )
