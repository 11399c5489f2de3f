/** `ringfence check`: one command text, one verdict. */
import { Guard, type PolicyName, type Verdict } from "@ringfence/guard"
import { ExitCode, Failure } from "../failure.ts"
import type { check, Options } from "../specification.ts"
import { print, say } from "../terminal.ts"
import { runBatch } from "./batch.ts"
import { existingDirectory, requestFor } from "./request.ts"
import { describeProblem, notIsolated } from "../render/notes.ts"

export async function runCheck(options: Options<typeof check>): Promise<number> {
  const policies = options.policy.length > 0 ? options.policy : undefined
  if (options.batch) {
    refuseWithBatch(options)
    return runBatch(policies)
  }
  const request = await requestFor(options.text, options)
  const guard = await Guard.load()
  const { isolated, problems, verdict } = guard.explain({ ...request, policies, ...readableFolder(options) })
  for (const problem of problems) say(`ringfence: ${describeProblem(problem)}`)
  if (!isolated && concernsWorktrees(policies)) say(notIsolated(request.directory))
  print(options.json ? `${JSON.stringify(verdict)}\n` : `${summary(verdict)}\n`)
  if (verdict.verdict === "allow") return ExitCode.allowed
  say(verdict.reason ?? `Refused by ${verdict.code}`)
  return ExitCode.denied
}

const concernsWorktrees = (policies: readonly PolicyName[] | undefined): boolean =>
  policies?.some((name) => name === "isolated-git" || name === "self") ?? true

const readableFolder = ({ readable }: Options<typeof check>): { readonly readable?: string } =>
  readable === undefined ? {} : { readable: existingDirectory(readable) }

const summary = (verdict: Verdict): string => [verdict.verdict, verdict.code].filter(Boolean).join(" ")

function refuseWithBatch(options: Options<typeof check>): void {
  if (options.text !== undefined)
    throw new Failure("--batch takes the command texts from stdin, not from the command line")
  if (options.directory !== undefined || options.cwd !== undefined || options.readable !== undefined) {
    throw new Failure("--batch takes the directories from each line, not from the command line")
  }
}
