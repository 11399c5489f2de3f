/** Runs one command text in a shell: bounded in time and memory, in a process group of its own. */
export * as Shell from "."

import { accessSync, closeSync, constants, fstatSync, statSync } from "node:fs"
import { basename, delimiter, isAbsolute, join } from "node:path"
import { constants as os } from "node:os"
import { Effect } from "effect"
import { BadDirectory, NoShell, NotStarted, NulByte, TooLong, type StartError } from "./errors.ts"
import { endGroup, leftOver, type Process } from "./group.ts"
import type { Limit } from "./cut.ts"
import { makePipe, type Pipe } from "./pipe.ts"
import { Transcript, type Shown } from "./transcript.ts"

export { commandEnvironment, REPOSITORY_VARIABLES, type Belonging } from "./environment.ts"
export { BadDirectory, NoShell, NotStarted, NulByte, TooLong, type StartError } from "./errors.ts"
export type { Process } from "./group.ts"
export { SHOWN, type Shown } from "./transcript.ts"
export type { Limit } from "./cut.ts"

export interface Options {
  readonly command: string
  /** Absolute. */
  readonly cwd: string
  /** All of it: nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  /** Where an output goes that is longer than what is shown. */
  readonly folder: string
  /** Ends the command when it fires. */
  readonly abort?: AbortSignal
  /** The program that runs the text; what `shellFor` finds unless given. */
  readonly shell?: string
  /** Milliseconds between TERM and KILL. */
  readonly grace?: number
  /** Hears the output as it comes. */
  readonly onOutput?: (chunk: Uint8Array, soFar: SoFar) => void
}

/** The output of a command that still runs. */
export interface SoFar {
  shown(limit?: Limit): Shown
}

export interface Result extends Shown {
  /** As the shell's `$?` would be: 128 and the signal's number for a command that a signal ended. */
  readonly exit: number
  readonly signal?: string
  /** What ended the call. */
  readonly ended: "exit" | "timeout" | "abort"
  /** The whole output's size. */
  readonly bytes: number
  readonly lines: number
  /** Where the whole output is, where it is more than the text. */
  readonly file?: string
  /** What still runs. */
  readonly background: readonly Process[]
}

/** Shells whose language the guard reads. */
const SHELLS = new Set(["bash", "zsh", "sh"])

/** Asks what stands there first: a missing file is the usual case, and an exception costs more than all other calls. */
const isProgram = (path: string): boolean => {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The user's own shell where it is bash, zsh or sh; else bash where there is one; else sh. */
export function shellFor(env: Readonly<Record<string, string | undefined>>): string {
  const own = env["SHELL"]
  if (own && isAbsolute(own) && SHELLS.has(basename(own)) && isProgram(own)) return own
  const folders = [...(env["PATH"] ?? "").split(delimiter).filter(isAbsolute), "/bin", "/usr/bin", "/usr/local/bin"]
  return folders.map((folder) => join(folder, "bash")).find(isProgram) ?? "/bin/sh"
}

/** A command that ended says nothing more; what was started in the background may. How long to listen, in milliseconds. */
const QUIET_MILLISECONDS = 50
const DRAIN_MILLISECONDS = 250
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * Runs the command to its end, its timeout or the abort. What is left in the background after a normal end goes on,
 * and its output goes to the file; after a timeout or an abort (or an interruption of this effect) nothing is left.
 */
export const run = (options: Options): Effect.Effect<Result, StartError> =>
  Effect.callback<Result, StartError>((resume) => {
    const stop = new AbortController()
    const signal = options.abort ? AbortSignal.any([options.abort, stop.signal]) : stop.signal
    const running = start(options, signal)
    running.then(
      (result) => resume(Effect.succeed(result)),
      (error: unknown) => resume(isStartError(error) ? Effect.fail(error) : Effect.die(error)),
    )
    return Effect.promise(async () => {
      stop.abort()
      await running.catch(() => undefined)
    })
  })

const START_ERRORS = [NulByte, BadDirectory, NoShell, TooLong, NotStarted]
const isStartError = (error: unknown): error is StartError => START_ERRORS.some((kind) => error instanceof kind)

/** Of a call that was aborted before anything was started: as if TERM had come at once. */
const NOT_STARTED: Result = {
  text: "",
  cut: false,
  exit: 128 + os.signals.SIGTERM,
  ended: "abort",
  bytes: 0,
  lines: 0,
  background: [],
}

async function start(options: Options, abort: AbortSignal): Promise<Result> {
  const shell = options.shell ?? shellFor(options.env)
  const fault = faultIn(options, shell)
  if (fault) throw fault
  if (abort.aborted) return NOT_STARTED
  const pipe = open()
  const transcript = new Transcript(options.folder)
  let child: Bun.Subprocess
  try {
    // A group of its own, so that it can be ended as a whole; the text behind `--`, so that it may begin with a dash.
    child = Bun.spawn([shell, "-c", "--", options.command], {
      cwd: options.cwd,
      env: options.env,
      stdio: ["ignore", pipe.write, pipe.write],
      detached: true,
    })
  } catch (error) {
    closeSync(pipe.read)
    throw startError(error, options, shell)
  } finally {
    closeSync(pipe.write)
  }
  const listener = new Listener(pipe, transcript, options.onOutput)
  const ended = await firstOf(child, options.timeout, abort)
  if (ended !== "exit") await endGroup(child.pid, pipeInode(pipe), options.grace)
  await child.exited
  await listener.drain()
  const background = ended === "exit" ? leftOver(child.pid, listener.isOver ? undefined : pipeInode(pipe)) : []
  const shown = transcript.shown()
  if (background.length > 0 && !listener.isOver) keepListening(pipe, transcript.toFile())
  transcript.close()
  await listener.stop()
  return {
    ...shown,
    ...status(child),
    ended,
    bytes: transcript.bytes,
    lines: transcript.lines,
    ...(transcript.file === undefined || transcript.problem !== undefined ? {} : { file: transcript.file }),
    background,
  }
}

/** What keeps the command from being started, as far as it can be told beforehand. */
function faultIn({ command, cwd }: Pick<Options, "command" | "cwd">, shell: string): StartError | undefined {
  if (command.includes("\0"))
    return new NulByte({ message: "The command holds a NUL byte, which no program can be given. Take it out." })
  const stat = statSync(cwd, { throwIfNoEntry: false })
  const wrong = !stat ? "does not exist" : stat.isDirectory() ? undefined : "is not a directory"
  if (wrong) return new BadDirectory({ path: cwd, message: `The working directory ${cwd} ${wrong}. Nothing was run.` })
  if (isProgram(shell)) return undefined
  const message = `There is no shell at ${shell}. Set SHELL to bash, zsh or sh. Nothing was run.`
  return new NoShell({ path: shell, message })
}

/**
 * Fails where the command cannot be started, as far as that can be told: nobody is to be asked about it then.
 *
 * @returns the shell that will run it
 */
export const check = (options: Pick<Options, "command" | "cwd" | "env">): Effect.Effect<string, StartError> =>
  Effect.suspend(() => {
    const shell = shellFor(options.env)
    const fault = faultIn(options, shell)
    return fault ? Effect.fail(fault) : Effect.succeed(shell)
  })

function open(): Pipe {
  try {
    return makePipe()
  } catch (error) {
    throw new NotStarted({ message: `The command was not started: ${messageOf(error)}.` })
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function startError(error: unknown, { command, cwd, env }: Options, shell: string): StartError {
  const code = (error as NodeJS.ErrnoException).code
  if (code === "E2BIG") {
    const bytes = Buffer.byteLength(command)
    const environment = Object.entries(env).reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0)
    return new TooLong({
      bytes,
      message:
        `The system does not start a command this long (${bytes.toLocaleString("en")} bytes, and ` +
        `${environment.toLocaleString("en")} of environment). Write the text to a file and run that.`,
    })
  }
  if (code === "EACCES" && !mayEnter(cwd))
    return new BadDirectory({ path: cwd, message: `The working directory ${cwd} may not be entered. Nothing was run.` })
  if (code === "ENOENT" || code === "EACCES" || code === "ENOEXEC")
    return new NoShell({ path: shell, message: `The shell ${shell} could not be started: ${messageOf(error)}.` })
  return new NotStarted({ message: `The command was not started: ${messageOf(error)}.` })
}

function mayEnter(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function firstOf(child: Bun.Subprocess, timeout: number, abort: AbortSignal): Promise<Result["ended"]> {
  return new Promise((resolve) => {
    const aborted = (): void => end("abort")
    const timer = setTimeout(() => end("timeout"), Math.min(timeout, LONGEST_TIMER))
    const end = (how: Result["ended"]): void => {
      clearTimeout(timer)
      abort.removeEventListener("abort", aborted)
      resolve(how)
    }
    if (abort.aborted) return end("abort")
    abort.addEventListener("abort", aborted)
    void child.exited.then(() => end("exit"))
  })
}

function status(child: Bun.Subprocess): Pick<Result, "exit" | "signal"> {
  const { exitCode, signalCode } = child
  if (typeof signalCode !== "string") return { exit: exitCode ?? 1 }
  return { exit: 128 + (os.signals[signalCode] ?? 0), signal: signalCode }
}

const pipeInode = (pipe: Pipe): number => fstatSync(pipe.read).ino

/** Reads the command's output until nobody can write any more, or until it is told to stop. */
class Listener {
  /** Nobody can write any more. */
  isOver = false
  private last = 0
  private readonly reader
  private readonly reading: Promise<void>

  /** `onOutput` may throw: nobody listens any more, then. */
  constructor(
    private readonly pipe: Pipe,
    private readonly transcript: Transcript,
    private onOutput: Options["onOutput"],
  ) {
    this.reader = Bun.file(pipe.read).stream().getReader()
    this.reading = this.read()
  }

  private async read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.reader.read()
      if (done) break
      this.last = performance.now()
      this.transcript.add(value)
      this.tell(value)
    }
    this.isOver = true
  }

  private tell(chunk: Uint8Array): void {
    try {
      this.onOutput?.(chunk, this.transcript)
    } catch {
      this.onOutput = undefined
    }
  }

  /** Once the command has ended: until nobody can write, or nobody does for a moment; a talker is not waited for. */
  async drain(): Promise<void> {
    const ended = performance.now()
    while (!this.isOver) {
      await Promise.race([this.reading, Bun.sleep(2)])
      const now = performance.now()
      const quiet = now - Math.max(ended, this.last) >= QUIET_MILLISECONDS && !this.pipe.isReady()
      if (quiet || now - ended >= DRAIN_MILLISECONDS) return
    }
  }

  async stop(): Promise<void> {
    if (!this.isOver) await this.reader.cancel()
    await this.reading
    closeSync(this.pipe.read)
  }
}

/** Up to 16 MiB more go to the file, the rest nowhere. */
const KEEPER = 'dd bs=4096 count=4096 >>"$1" 2>/dev/null; exec cat >/dev/null'

/**
 * Goes on reading for what still writes to the pipe, so that it is neither stopped by a full pipe nor ended by a
 * closed one, whether this process lives or not. Ends when the last writer does.
 */
function keepListening(pipe: Pipe, file = "/dev/null"): void {
  Bun.spawn(["/bin/sh", "-c", KEEPER, "sh", file], {
    env: { PATH: "/usr/bin:/bin" },
    stdio: [pipe.read, "ignore", "ignore"],
    detached: true,
  }).unref()
}
