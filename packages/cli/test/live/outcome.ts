/** What came of driving a client, for the table that `npm run live` writes: one line of JSON a client and property. */
import { appendFileSync } from "node:fs"
import { test } from "bun:test"

export interface Outcome {
  readonly title: string
  readonly version: string
  readonly property: string
  /** `held`, `none` where the client has no such thing, or why it did not hold, or was not tried. */
  readonly outcome: string
}

/** The variable that names the file. */
export const OUTCOMES = "RINGFENCE_LIVE_OUTCOMES"

export function record(outcome: Outcome): void {
  const file = process.env[OUTCOMES]
  if (file) appendFileSync(file, `${JSON.stringify(outcome)}\n`)
}

const firstLine = (error: unknown): string =>
  // oxlint-disable-next-line no-control-regex
  String((error as Error)?.message ?? error)
    .replace(/\x1b\[[\d;]*m/g, "")
    .trim()
    .split("\n")[0]!
    .slice(0, 200)

/** A test whose outcome is recorded. */
export function proof(
  { title, version }: Pick<Outcome, "title" | "version">,
  property: string,
  prove: () => void | Promise<void>,
): void {
  test(
    property,
    async () => {
      try {
        await prove()
      } catch (error) {
        record({ title, version, property, outcome: `did not hold: ${firstLine(error)}` })
        throw error
      }
      record({ title, version, property, outcome: "held" })
    },
    300_000,
  )
}
