/** `ringfence session remove`. */
import * as Effect from "effect/Effect"
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode } from "../../failure.ts"
import { host } from "../../host.ts"
import type { Options } from "../../specification.ts"
import type { remove } from "../../specification/session.ts"
import { print } from "../../terminal.ts"
import { caller } from "./caller.ts"

export async function runRemove({ id, force, json }: Options<typeof remove>): Promise<number> {
  const removed = await host(Effect.flatMap(caller, (caller) => Verbs.remove(caller, id, force)))
  print(json ? `${JSON.stringify(removed)}\n` : `${Verbs.removedText(removed)}\n`)
  return ExitCode.allowed
}
