/** What a failing trial prints. */
import type { Verdict } from "../../src/index.ts"
import type { Outcome, Trial } from "./trial.ts"

export function report(trial: Trial, verdict: Verdict, outcome: Outcome | undefined): string {
  const lines = [
    `command:  ${trial.command}`,
    `typed in: ${trial.in ?? "own"}${trial.integration === "self" ? ", integration self" : ""}`,
    trial.given === undefined ? undefined : `given:    ${trial.given}`,
    `verdict:  ${verdict.verdict} ${verdict.code ?? ""}`,
    ...verdict.effects.map((effect) => `effect:   ${JSON.stringify(effect)}`),
    ...(outcome?.changes.map(({ what, certain }) => `foreign:  ${what}${certain ? "" : " (perhaps own)"}`) ?? []),
    outcome && `exit:     ${outcome.ran.exit}${outcome.ran.timedOut ? " (timed out)" : ""}`,
    outcome && outcome.ran.err.trim() !== "" ? `stderr:   ${outcome.ran.err.trim().slice(0, 600)}` : undefined,
  ]
  return "\n" + lines.filter((line) => line !== undefined).join("\n")
}

/** A test's name: one line, where the command may be many. */
export function title(owner: string, { command, given, in: place }: Trial): string {
  const where = place === undefined || place === "own" ? "" : ` (in ${place})`
  const before = given === undefined ? "" : `${given} | `
  const text = `${before}${command}`.replaceAll("\n", " ⏎ ")
  return `${owner}${where}: ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`
}
