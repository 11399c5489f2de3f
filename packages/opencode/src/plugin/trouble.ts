/** What of ours does not work, told to a person once and written down for `ringfence doctor`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
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

/** The last problem of the plugin, where there was one that still counts. */
export function lastProblem(file = problemFile((name) => process.env[name])): Problem | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Problem
  } catch {
    // There is none.
    return undefined
  }
}

export const problemText = ({ what, message }: Problem): string =>
  `Ringfence: ${what}: ${message}. Run ringfence doctor.`

export class Trouble {
  private readonly told = new Set<string>()

  constructor(
    private readonly tell: (message: string) => Promise<void>,
    private readonly file = problemFile((name) => process.env[name]),
  ) {}

  /** Never throws: what is told about goes on without us. */
  report(what: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    const problem: Problem = { time: Date.now(), what, message }
    const told = problemText(problem)
    if (this.told.has(told)) return
    this.told.add(told)
    this.write(problem)
    this.tell(told).catch(() => {})
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
