/** Tells those who wait that something was committed, by this process or by another. One timer serves all of them. */

export class Signal {
  private readonly listeners = new Set<Listener>()
  private seen: string | undefined
  private first: Promise<void> | undefined

  /**
   * @param changes a text that is another one after a commit.
   * @param every how often it is asked for while somebody listens, in milliseconds.
   */
  constructor(
    private readonly changes: () => Promise<string>,
    private readonly every: number,
  ) {}

  /** Begins to listen: whatever is committed after this promise is kept will be heard. */
  async listen(): Promise<Listener> {
    const listener = new Listener()
    this.listeners.add(listener)
    if (this.first === undefined) {
      this.first = this.changed().then(() => {})
      void this.run(this.first)
    }
    await this.first
    return listener
  }

  leave(listener: Listener): void {
    this.listeners.delete(listener)
  }

  /** Something was committed. */
  tell(): void {
    for (const listener of this.listeners) listener.tell()
  }

  private async run(first: Promise<void>): Promise<void> {
    await first
    while (this.listeners.size > 0) {
      await Bun.sleep(this.every)
      if (await this.changed()) this.tell()
    }
    this.first = undefined
  }

  private async changed(): Promise<boolean> {
    // A failure is a change too: those who listen meet it when they look themselves.
    const now = await this.changes().catch(() => undefined)
    const changed = now !== this.seen
    this.seen = now
    return changed
  }
}

export class Listener {
  private told = false
  private wake: (() => void) | undefined

  tell(): void {
    this.told = true
    this.wake?.()
  }

  /** Calls `then` once: as soon as something was committed since the last call, or after the given milliseconds. Gives what stops it. */
  next(millis: number, then: () => void): () => void {
    const end = (): void => {
      stop()
      this.told = false
      then()
    }
    const timer = Number.isFinite(millis) ? setTimeout(end, Math.min(Math.ceil(millis), 2 ** 31 - 1)) : undefined
    const stop = (): void => {
      clearTimeout(timer)
      this.wake = undefined
    }
    this.wake = end
    if (this.told) end()
    return stop
  }
}
