/** `ringfence install` and `ringfence uninstall`. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { dataFolder } from "@ringfence/guard/settings"
import { describeFailure, ExitCode, Failure } from "../../failure.ts"
import type { Change, Client } from "../../harness/client.ts"
import { clientsNamed } from "../../harness/index.ts"
import { readRecord } from "../../harness/record.ts"
import { changeText } from "../../render/harness.ts"
import type { Options } from "../../specification.ts"
import type { install, uninstall } from "../../specification/harness.ts"
import { print, say } from "../../terminal.ts"
import { contextHere, refuseChild } from "./context.ts"

export async function runInstall({ client, project, json, ...options }: Options<typeof install>): Promise<number> {
  const scope = project ? "project" : "user"
  const context = contextHere()
  const clients = clientsNamed(client)
  const { done, code } = await each(clients, ({ install }) =>
    install(context, scope, { persistentCd: options["persistent-cd"] }),
  )
  tell(done, json)
  const changed = done.filter(({ changes }) => changes.some(({ did }) => did !== "kept")).map(({ client }) => client)
  const notes = clients.flatMap(({ name, notes }) => (changed.includes(name) ? notes[scope] : []))
  for (const note of new Set(notes)) say(note)
  return code
}

export async function runUninstall({ client, project, json }: Options<typeof uninstall>): Promise<number> {
  const context = contextHere()
  refuseChild(context)
  const scope = project ? "project" : "everywhere"
  const { done, code } = await each(clientsNamed(client), ({ uninstall }) => uninstall(context, scope))
  tell(done, json)
  if (code === ExitCode.allowed && done.every(({ changes }) => changes.length === 0))
    say("Nothing of Ringfence was installed there.")
  const record = join(
    dataFolder((name) => context.env[name]),
    "ringfence.db",
  )
  if (readRecord(context.env).length === 0 && existsSync(record))
    say(`Kept, for it is yours: ${record}, the record of sessions, grants and denials.`)
  return code
}

/** Acts on one client after another. One whose files cannot be changed keeps none of the others from it. */
async function each(
  clients: readonly Client[],
  act: (client: Client) => readonly Change[] | Promise<readonly Change[]>,
): Promise<{ readonly done: readonly Done[]; readonly code: number }> {
  const done: Done[] = []
  let code: number = ExitCode.allowed
  for (const client of clients) {
    try {
      done.push({ client: client.name, changes: await act(client) })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      say(`ringfence: ${describeFailure(error)}`)
      code = ExitCode.failed
    }
  }
  return { done, code }
}

interface Done {
  readonly client: string
  readonly changes: readonly Change[]
}

function tell(done: readonly Done[], json: boolean): void {
  if (json) return void print(`${JSON.stringify(done)}\n`)
  for (const { client, changes } of done) for (const change of changes) print(`${client}: ${changeText(change)}\n`)
}
