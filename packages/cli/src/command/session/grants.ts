/** `ringfence session grant-approval`, `revoke` and `approvals`. */
import * as Effect from "effect/Effect"
import { Verbs } from "@ringfence/opencode/verbs"
import { ExitCode } from "../../failure.ts"
import { host } from "../../host.ts"
import { renderAsks, renderGrants } from "../../render/approvals.ts"
import { styleFor } from "../../render/style.ts"
import type { Options } from "../../specification.ts"
import type { approvals, grantApproval, revoke } from "../../specification/session.ts"
import { print, say, wantsColor } from "../../terminal.ts"
import { caller } from "./caller.ts"
import { durationOption } from "./duration.ts"

export async function runGrantApproval(options: Options<typeof grantApproval>): Promise<number> {
  const { target, permission, pattern, rule, once, json } = options
  const yes = { target, permission, pattern, rule, once, lasts: durationOption("for", options.for) }
  const grant = await host(Effect.flatMap(caller, (caller) => Verbs.grant(caller, yes)))
  print(json ? `${JSON.stringify(grant)}\n` : `${grant.id}\n`)
  if (!json) say(Verbs.grantText(grant))
  return ExitCode.allowed
}

export async function runRevoke({ target, json }: Options<typeof revoke>): Promise<number> {
  const revoked = await host(Effect.flatMap(caller, (caller) => Verbs.revoke(caller, target)))
  print(json ? `${JSON.stringify(revoked)}\n` : revoked.map(({ id }) => `${id}\n`).join(""))
  if (!json) for (const grant of revoked) say(`Taken back: ${Verbs.grantText(grant)}`)
  return ExitCode.allowed
}

export async function runApprovals({ asks: onlyAsks, json }: Options<typeof approvals>): Promise<number> {
  const { grants, asks } = await host(Verbs.approvals())
  const style = styleFor(wantsColor())
  if (json) {
    print(`${JSON.stringify(onlyAsks ? asks : grants, undefined, 2)}\n`)
    return ExitCode.allowed
  }
  const now = Date.now()
  const tables = [
    asks.length > 0 ? renderAsks(asks, now, style) : undefined,
    !onlyAsks && grants.length > 0 ? renderGrants(grants, now, style) : undefined,
  ].filter((table) => table !== undefined)
  if (tables.length > 0) print(`${tables.join("\n\n")}\n`)
  else say(onlyAsks ? "No question waits." : "Nothing is granted, and no question waits.")
  return ExitCode.allowed
}
