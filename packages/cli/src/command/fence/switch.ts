/** `ringfence fence status`, `on` and `off`. */
import { Fence } from "@ringfence/fence"
import { limitsOf } from "@ringfence/fence/limits"
import { Verbs } from "@ringfence/opencode/verbs"
import type { Session } from "@ringfence/opencode/session"
import { Denial, ExitCode, Failure } from "../../failure.ts"
import { host } from "../../host.ts"
import { renderFence, type FenceReport } from "../../render/fence.ts"
import { styleFor } from "../../render/style.ts"
import type { Options } from "../../specification.ts"
import type { off, on, status } from "../../specification/fence.ts"
import { print, say, wantsColor } from "../../terminal.ts"
import { currentDirectory } from "../request.ts"
import { caller } from "../session/caller.ts"

const CHILD =
  "A child session cannot take a fence down: it is a person's. Say in your answer what it gets in the way of."

/** Prints how the fence of a session stands; exits 1 where it is not in force. */
export async function runStatus({ id, json }: Options<typeof status>): Promise<number> {
  const directory = id === undefined ? currentDirectory() : await directoryOf(id)
  const report = fenceReport(directory)
  print(json ? `${JSON.stringify(report, undefined, 2)}\n` : `${renderFence(report, styleFor(wantsColor()))}\n`)
  return report.fenced ? ExitCode.allowed : ExitCode.failed
}

/** Puts a fence up again, which anybody may. */
export async function runOn({ id }: Options<typeof on>): Promise<number> {
  const directory = await directoryOf(id)
  Fence.switchOn(directory)
  const report = fenceReport(directory)
  if (!report.fenced) throw new Failure(report.problems.join("; ") || `no fence holds in ${directory}`)
  say(`The fence in ${directory} holds for every command that starts from now on.`)
  return ExitCode.allowed
}

/** Takes a fence down. Commands that run already keep it. */
export async function runOff({ id }: Options<typeof off>): Promise<number> {
  const directory = await personsChoice(id)
  Fence.switchOff(directory)
  say(`The fence in ${directory} is down. Put it up again with: ringfence fence on ${id}`)
  return ExitCode.allowed
}

/** How the fence of a directory stands; it is put up where it is missing and not switched off. */
function fenceReport(directory: string): FenceReport {
  const { env, fenced, problems } = Fence.prepare({ directory, env: process.env })
  const {
    isolated,
    folder,
    off,
    installed,
    chained,
    git,
    configuredHooks,
    problems: found,
  } = Fence.status(directory, process.env)
  return {
    ...{ directory, isolated, fenced, off, installed, configuredHooks },
    folder: folder ?? null,
    chained: chained ?? null,
    problems: [...new Set([...problems, ...found])],
    git: git ?? null,
    variables: Object.keys(env),
    limits: limitsOf(git?.version).map(({ about }) => about),
  }
}

/** The directory of a session, for those who may switch its fence. */
async function personsChoice(id: string): Promise<string> {
  const { kind } = await host(caller)
  if (kind === "child") throw new Denial(CHILD)
  return directoryOf(id)
}

async function directoryOf(id: string): Promise<string> {
  const session: Session.Info = await host(Verbs.findSession(id))
  if (session.worktree === undefined)
    throw new Failure(
      `${session.id} (${session.title}) shares ${session.directory} with others: only isolated sessions are fenced`,
    )
  return session.worktree
}
