/** `ringfence session integrate` and `review`: what goes between a repository and a clone of it. */
import * as Effect from "effect/Effect"
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode, Failure } from "../../failure.ts"
import { host } from "../../host.ts"
import type { Options } from "../../specification.ts"
import type { integrate, review } from "../../specification/session.ts"
import { print } from "../../terminal.ts"
import { caller } from "./caller.ts"

export async function runIntegrate({ id, force, json }: Options<typeof integrate>): Promise<number> {
  const integrated = await host(Effect.flatMap(caller, (caller) => Verbs.integrate(caller, id, force)))
  print(json ? `${JSON.stringify(integrated)}\n` : `${Verbs.integratedText(integrated)}\n`)
  return ExitCode.allowed
}

export async function runReview({ id, revision, end, json }: Options<typeof review>): Promise<number> {
  if (end === (revision !== undefined))
    throw new Failure("say what is to be looked at, or --end: `ringfence session review ID REVISION`")
  const reviewed = await host(Effect.flatMap(caller, (caller) => Verbs.review(caller, id, revision)))
  print(json ? `${JSON.stringify(reviewed)}\n` : `${Verbs.reviewedText(reviewed)}\n`)
  return ExitCode.allowed
}
