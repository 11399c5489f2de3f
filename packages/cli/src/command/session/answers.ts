/** `ringfence session approve` and `deny`. */
import * as Effect from "effect/Effect"
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode } from "../../failure.ts"
import { host } from "../../host.ts"
import type { Options } from "../../specification.ts"
import type { approve, deny } from "../../specification/session.ts"
import { print } from "../../terminal.ts"
import { caller } from "./caller.ts"

const answer = async (ask: string, reply: Verbs.Reply): Promise<number> => {
  const answered = await host(Effect.flatMap(caller, (caller) => Verbs.answer(caller, ask, reply)))
  print(`${Verbs.answerText(answered)}\n`)
  return ExitCode.allowed
}

export const runApprove = ({ ask, always }: Options<typeof approve>): Promise<number> =>
  answer(ask, { reply: always ? "always" : "once" })

export const runDeny = ({ ask, feedback }: Options<typeof deny>): Promise<number> =>
  answer(ask, { reply: "reject", ...(feedback === undefined ? {} : { feedback }) })
