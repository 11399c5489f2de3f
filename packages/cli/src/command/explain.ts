/** `ringfence explain`: how a verdict comes about. */
import { Guard } from "@ringfence/guard"
import { ExitCode } from "../failure.ts"
import { renderExplanation } from "../render/explain.ts"
import { describeProblem } from "../render/notes.ts"
import { styleFor } from "../render/style.ts"
import type { explain, Options } from "../specification.ts"
import { print, say, wantsColor } from "../terminal.ts"
import { requestFor } from "./request.ts"

export async function runExplain(options: Options<typeof explain>): Promise<number> {
  const request = await requestFor(options.text, options)
  const guard = await Guard.load()
  const explanation = guard.explain(request)
  for (const problem of explanation.problems) say(`ringfence: ${describeProblem(problem)}`)
  print(
    options.json
      ? `${JSON.stringify(explanation, undefined, 2)}\n`
      : renderExplanation(request.command, explanation, styleFor(wantsColor())),
  )
  return ExitCode.allowed
}
