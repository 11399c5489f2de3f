/** `ringfence status`. */
import { ExitCode } from "../../failure.ts"
import { clients } from "../../harness/index.ts"
import { renderStatus } from "../../render/harness.ts"
import { styleFor } from "../../render/style.ts"
import type { Options } from "../../specification.ts"
import type { status } from "../../specification/harness.ts"
import { print, wantsColor } from "../../terminal.ts"
import { contextHere } from "./context.ts"

export async function runStatus({ json }: Options<typeof status>): Promise<number> {
  const context = contextHere()
  const found = clients.map((client) => ({ client: client.name, ...client.status(context) }))
  print(json ? `${JSON.stringify(found, undefined, 2)}\n` : `${renderStatus(found, styleFor(wantsColor()))}\n`)
  return ExitCode.allowed
}
