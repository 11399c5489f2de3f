/** `ringfence install` and `ringfence uninstall`. */
import { ExitCode } from "../../failure.ts"
import type { Change } from "../../harness/client.ts"
import { clientsNamed } from "../../harness/index.ts"
import { changeText } from "../../render/harness.ts"
import type { Options } from "../../specification.ts"
import type { install, uninstall } from "../../specification/harness.ts"
import { print, say } from "../../terminal.ts"
import { contextHere, refuseChild } from "./context.ts"

export async function runInstall({ client, project, json }: Options<typeof install>): Promise<number> {
  const scope = project ? "project" : "user"
  const clients = clientsNamed(client)
  const done = clients.map(({ name, install }) => ({ client: name, changes: install(contextHere(), scope) }))
  tell(done, json)
  const changed = done.flatMap(({ changes }) => changes).some(({ did }) => did !== "kept")
  if (changed) for (const note of new Set(clients.flatMap(({ notes }) => notes[scope]))) say(note)
  return ExitCode.allowed
}

export async function runUninstall({ client, project, json }: Options<typeof uninstall>): Promise<number> {
  const context = contextHere()
  refuseChild(context)
  const scope = project ? "project" : "everywhere"
  const done: Done[] = []
  for (const { name, uninstall } of clientsNamed(client))
    done.push({ client: name, changes: await uninstall(context, scope) })
  tell(done, json)
  if (done.every(({ changes }) => changes.length === 0)) say("Nothing of Ringfence was installed there.")
  return ExitCode.allowed
}

interface Done {
  readonly client: string
  readonly changes: readonly Change[]
}

function tell(done: readonly Done[], json: boolean): void {
  if (json) return void print(`${JSON.stringify(done)}\n`)
  for (const { client, changes } of done) for (const change of changes) print(`${client}: ${changeText(change)}\n`)
}
