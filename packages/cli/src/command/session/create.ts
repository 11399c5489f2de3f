/** `ringfence session create`. */
import * as Effect from "effect/Effect"
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode } from "../../failure.ts"
import { host } from "../../host.ts"
import type { Options } from "../../specification.ts"
import type { create } from "../../specification/session.ts"
import { print, say } from "../../terminal.ts"
import { currentDirectory } from "../request.ts"
import { caller } from "./caller.ts"

export async function runCreate({ json, ...input }: Options<typeof create>): Promise<number> {
  const wanted = { ...input, directory: currentDirectory() }
  const { session, notes } = await host(Effect.flatMap(caller, (caller) => Verbs.create(caller, wanted)))
  for (const note of notes) say(`ringfence: ${note}`)
  const { id, directory, branch } = session
  if (json) print(`${JSON.stringify(session)}\n`)
  else print([id, directory, branch].filter((text) => text !== null).join("\n") + "\n")
  return ExitCode.allowed
}
