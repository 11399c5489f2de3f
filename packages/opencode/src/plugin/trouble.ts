/** What of ours does not work, told to a person once and written down for `ringfence doctor`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { dataFolder } from "@ringfence/guard/settings"

export interface Problem {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly what: string
  readonly message: string
}

/** Where the last problem of the plugin stands, as JSON; not there where it works. */
export const problemFile = (env: (name: string) => string | undefined): string =>
  join(dataFolder(env), "opencode-problem.json")

export class Trouble {
  private readonly told = new Set<string>()

  constructor(
    private readonly tell: (message: string) => Promise<void>,
    private readonly file = problemFile((name) => process.env[name]),
  ) {}

  /** Never throws: what is told about goes on without us. */
  report(what: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    const key = `${what}: ${message}`
    if (this.told.has(key)) return
    this.told.add(key)
    this.write({ time: Date.now(), what, message })
    this.tell(`Ringfence: ${key}. Run ringfence doctor.`).catch(() => {})
  }

  /** Everything that can be tried works (again): a problem of before is over, one of this start is not. */
  cleared(): void {
    if (this.told.size > 0) return
    try {
      rmSync(this.file, { force: true })
    } catch {
      // What cannot be removed says when it was.
    }
  }

  private write(problem: Problem): void {
    try {
      mkdirSync(dirname(this.file), { recursive: true })
      writeFileSync(this.file, `${JSON.stringify(problem)}\n`)
    } catch {
      // The person is told; there is no other place.
    }
  }
}
