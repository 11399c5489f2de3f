/** One run of git: its output in parts that wait to be taken, its end as it was, and bounds on all of it. */
import type { Event } from "../runner/index.ts"
import { endGroup } from "./group.ts"
import { removeLocks } from "./locks.ts"

export interface Command {
  readonly argv: readonly string[]
  /** Absolute. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  /** Bytes of standard output. */
  readonly limit: number
}

/** Why git was ended by us. */
export type Cut = "time" | "output" | "left"

/** What there is to take: events, the last of them `Ended` where git is over; or why it was cut off. */
export type Taken = { readonly events: readonly Event[]; readonly cut?: Cut }

/** Bytes that wait to be taken before git is left to wait itself. */
const HELD = 256 << 10
/** Bytes that are handed out without waiting for more. */
const ENOUGH = 64 << 10
/** Milliseconds that a part waits for more of its kind. */
const LINGER = 10
/** Bytes of standard error that are kept. */
export const STDERR_LIMIT = 64 << 10
/** Milliseconds that output is waited for after the end: something that git left behind may hold the pipe. */
const DRAIN = 250

/** A run. Throws what the system says where git cannot be started. */
export class Run {
  readonly #began = Date.now()
  readonly #cwd: string
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">
  readonly #limit: number
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #printed = { stdout: 0, stderr: 0 }
  #waiting: Event[] = []
  #held = 0
  #cut: Cut | undefined
  #ending: Promise<void> | undefined
  #over = false
  /** Called when there is something new, and when something was taken. */
  #wake = new Set<() => void>()
  #arrivals = 0
  #stderr: Uint8Array[] = []

  constructor({ argv, cwd, env, timeout, limit }: Command) {
    this.#child = Bun.spawn(["git", ...argv], {
      cwd,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    })
    this.#cwd = cwd
    this.#limit = limit
    this.#timer = setTimeout(() => void this.end("time"), timeout)
    void this.#follow()
  }

  /** The beginning of what git said. */
  get stderr(): string {
    return new TextDecoder().decode(Buffer.concat(this.#stderr))
  }

  /** What has come since the last time, as soon as it is worth it. */
  async take(): Promise<Taken> {
    while (!this.#over && this.#held === 0) await this.#change()
    if (!this.#over && this.#held < ENOUGH) {
      const until = performance.now() + LINGER
      while (!this.#over && this.#held < ENOUGH && performance.now() < until) await this.#change(LINGER)
    }
    const events = this.#waiting
    this.#waiting = []
    this.#held = 0
    this.#stir()
    return this.#over && this.#cut !== undefined ? { events, cut: this.#cut } : { events }
  }

  /** Ends git, and everything that git started, unless it is over already. The first reason stays. */
  end(cut: Cut): Promise<void> {
    if (this.#over) return Promise.resolve()
    this.#cut ??= cut
    this.#stir()
    return (this.#ending ??= this.#kill())
  }

  async #kill(): Promise<void> {
    if (await endGroup(this.#child.pid)) removeLocks(this.#cwd, this.#began)
  }

  async #follow(): Promise<void> {
    const { stdout, stderr } = this.#child
    const readers = [this.#read(stdout, "stdout"), this.#read(stderr, "stderr")]
    await this.#child.exited
    await this.#ending
    await this.#drained(readers)
    clearTimeout(this.#timer)
    const { exitCode, signalCode } = this.#child
    const ended = signalCode === null ? { exitCode, signal: null } : { exitCode: null, signal: String(signalCode) }
    if (this.#cut === undefined) this.#waiting.push({ _tag: "Ended", ...ended })
    this.#over = true
    this.#stir()
  }

  /** Waits until both pipes are at their end, or nothing comes any more although it would be read. */
  async #drained(readers: readonly Promise<void>[]): Promise<void> {
    const all = Promise.all(readers).then(() => true)
    for (;;) {
      const before = this.#arrivals
      const pause = new Promise<boolean>((resolve) => setTimeout(resolve, DRAIN, false).unref())
      if (await Promise.race([all, pause])) return
      if (this.#cut !== undefined || (this.#arrivals === before && this.#held < HELD)) return
    }
  }

  async #read(stream: ReadableStream<Uint8Array>, channel: "stdout" | "stderr"): Promise<void> {
    const reader = stream.getReader()
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
      if (done || value === undefined) return
      this.#keep(value, channel)
      while (this.#held >= HELD && this.#cut === undefined) await this.#change()
    }
  }

  #keep(bytes: Uint8Array, channel: "stdout" | "stderr"): void {
    if (this.#over || this.#cut !== undefined) return
    const before = this.#printed[channel]
    this.#printed[channel] += bytes.length
    const kept = bytes.subarray(0, Math.max(0, (channel === "stdout" ? this.#limit : STDERR_LIMIT) - before))
    if (channel === "stderr") this.#stderr.push(kept)
    if (kept.length > 0) this.#waiting.push({ _tag: "Output", channel, bytes: kept })
    this.#held += kept.length
    this.#arrivals++
    if (channel === "stdout" && kept.length < bytes.length) void this.end("output")
    this.#stir()
  }

  #stir(): void {
    const waiting = [...this.#wake]
    this.#wake.clear()
    for (const wake of waiting) wake()
  }

  /** Waits until something has changed, or for so many milliseconds. */
  #change(within?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = within === undefined ? undefined : setTimeout(done, within)
      function done(): void {
        clearTimeout(timer)
        resolve()
      }
      this.#wake.add(done)
    })
  }
}
