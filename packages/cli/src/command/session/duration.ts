/** Options that take a span of time. */
import { Verbs } from "@ringfence/opencode/verbs"
import { Failure } from "../../failure.ts"

/** Milliseconds; undefined where the option was not given. */
export function durationOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const span = Verbs.parseDuration(text)
  if (span === undefined) throw new Failure(`--${name} is ${JSON.stringify(text)}: give ${Verbs.DURATION_FORM}`)
  return span
}
