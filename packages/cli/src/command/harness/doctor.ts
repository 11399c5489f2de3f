/** `ringfence doctor`. */
import { ExitCode } from "../../failure.ts"
import { verdictOf, type Context } from "../../harness/client.ts"
import { tryFence } from "../../harness/fence.ts"
import { clients } from "../../harness/index.ts"
import { worktreesAround } from "../../harness/worktrees.ts"
import { renderDiagnosis } from "../../render/harness.ts"
import { styleFor } from "../../render/style.ts"
import type { Options } from "../../specification.ts"
import type { doctor } from "../../specification/harness.ts"
import { print, wantsColor } from "../../terminal.ts"
import { contextHere } from "./context.ts"

export async function runDoctor({ live, json }: Options<typeof doctor>): Promise<number> {
  const context = contextHere()
  const diagnosed = await Promise.all(clients.map((client) => diagnose(client, context, live)))
  const installed = clients.filter((_, index) => diagnosed[index]!.verdict !== "not installed")
  const worktrees = await worktreesAround(context, installed)
  const fence = await tryFence(context)
  const report = { clients: diagnosed, fence, worktrees }
  print(json ? `${JSON.stringify(report, undefined, 2)}\n` : `${renderDiagnosis(report, styleFor(wantsColor()))}\n`)
  const fenced = verdictOf(fence) !== "not enforced"
  const holds =
    fenced && diagnosed.every(({ verdict }) => verdict !== "not enforced") && worktrees.every(({ hole }) => !hole)
  return holds ? ExitCode.allowed : ExitCode.failed
}

async function diagnose(client: (typeof clients)[number], context: Context, live: boolean) {
  const { program } = client.status(context)
  return { client: client.name, ...(program ? { program } : {}), ...(await client.diagnose(context, live)) }
}
