/** `ringfence log`. */
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode, Failure } from "../failure.ts"
import { host } from "../host.ts"
import { renderLog } from "../render/log.ts"
import { styleFor } from "../render/style.ts"
import type { Options } from "../specification.ts"
import type { log } from "../specification/log.ts"
import { print, say, wantsColor } from "../terminal.ts"
import { logRefs } from "./fence/refs.ts"

export async function runLog({ refs, denied, session, last, json }: Options<typeof log>): Promise<number> {
  if (refs) return logRefs(session, countOption(last), json)
  const entries = await host(Verbs.log({ denied, session, limit: countOption(last) }))
  if (json) print(`${JSON.stringify(entries, undefined, 2)}\n`)
  else if (entries.length > 0) print(`${renderLog(entries, styleFor(wantsColor()))}\n`)
  else say(denied ? "Nothing was denied." : "The log is empty.")
  return ExitCode.allowed
}

function countOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9][0-9]{0,8}$/.test(text))
    throw new Failure(`--last is ${JSON.stringify(text)}: give a whole number above 0`)
  return Number(text)
}
