/** `ringfence session create`. */
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode } from "../../failure.ts"
import { host } from "../../host.ts"
import type { Options } from "../../specification.ts"
import type { create } from "../../specification/session.ts"
import { print, say } from "../../terminal.ts"
import { currentDirectory } from "../request.ts"

export async function runCreate({ json, ...input }: Options<typeof create>): Promise<number> {
  const { session, notes } = await host(Verbs.create({ ...input, directory: currentDirectory() }))
  for (const note of notes) say(`ringfence: ${note}`)
  const { id, directory, branch } = session
  if (json) print(`${JSON.stringify(session)}\n`)
  else print([id, directory, branch].filter((text) => text !== null).join("\n") + "\n")
  return ExitCode.allowed
}
