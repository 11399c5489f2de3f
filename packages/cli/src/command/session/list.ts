/** `ringfence session list` and `status`. */
import * as Effect from "effect/Effect"
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode } from "../../failure.ts"
import { host } from "../../host.ts"
import { renderSessions, renderStatus } from "../../render/session.ts"
import { styleFor } from "../../render/style.ts"
import type { Options } from "../../specification.ts"
import type { list, status } from "../../specification/session.ts"
import { print, say, wantsColor } from "../../terminal.ts"
import { currentDirectory } from "../request.ts"
import { caller } from "./caller.ts"

export async function runList({ all, json }: Options<typeof list>): Promise<number> {
  const sessions = await host(Verbs.list(currentDirectory(), all))
  if (json) print(`${JSON.stringify(sessions, undefined, 2)}\n`)
  else if (sessions.length > 0) print(`${renderSessions(sessions, styleFor(wantsColor()))}\n`)
  else
    say(`There is no session${all ? "" : " in this project"}. \`ringfence session create --isolate TITLE\` makes one.`)
  return ExitCode.allowed
}

export async function runStatus({ id, json }: Options<typeof status>): Promise<number> {
  const found = await host(Effect.flatMap(caller, (caller) => Verbs.status(caller, id)))
  print(json ? `${JSON.stringify(found, undefined, 2)}\n` : `${renderStatus(found, styleFor(wantsColor()))}\n`)
  return ExitCode.allowed
}
