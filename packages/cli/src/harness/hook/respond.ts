/** From what a client says to what it is answered: exit code, stdout and stderr. */
import { dataFolder } from "@ringfence/guard/settings"
import type * as StandingModule from "@ringfence/guard/standing"
import { dialectOf } from "../dialects.ts"
import { actionsOf, callOf, Unreadable, type Call, type Dialect } from "./dialect.ts"
import { refusalOf, type Refusal } from "./judge.ts"
import { Sessions } from "./sessions.ts"

export interface Answer {
  /** 0: the call goes on. 2: it does not. Nothing else is ever answered. */
  readonly code: 0 | 2
  readonly stdout: string
  readonly stderr: string
}

export interface Question {
  /** The client's name, known or not; undefined for the bare form. */
  readonly client?: string
  /** The command text, where the command line carries it; otherwise a payload comes on stdin. */
  readonly command?: string
  readonly directory?: string
  readonly cwd?: string
  /** persistent-cd holds for this client too, although its shell starts each call in the same folder. */
  readonly persistentCd: boolean
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the hook was started. */
  readonly process: string
  /** Told of what did not work. */
  readonly trouble: (error: unknown) => void
}

/** The call goes on. */
export const SILENCE: Answer = { code: 0, stdout: "", stderr: "" }

/**
 * Answers one call.
 *
 * @param payload what the client sent; not asked for where the command line carries the command
 * @throws where it cannot be answered: the call then goes on, and the caller writes down why
 */
export async function respond(
  question: Question,
  payload: () => Promise<string>,
  around: Surroundings,
): Promise<Answer> {
  const dialect = await dialectOf(question.client ?? "unknown")
  if (question.command !== undefined) return respondToText(question, question.command, dialect, around)
  const call = callOf(parse(await payload()), dialect)
  const moved = dialect.moved?.(call)
  if (moved) {
    remember(moved, call, dialect, around)
    return SILENCE
  }
  if (call.event !== undefined && !dialect.before.includes(call.event)) return SILENCE
  const actions = actionsOf(call, dialect)
  const cwd = question.cwd || call.cwd || around.process
  const refusal = await refusalOf({
    client: dialect.name,
    actions,
    directory: question.directory || call.directory || ownDirectory(call, dialect, around),
    cwd,
    env: around.env,
    carries: question.persistentCd || dialect.carries(call),
    trouble: around.trouble,
  })
  return refusal ? no(refusal, dialect) : SILENCE
}

/** Nothing ever stands on stdout that a client was not seen to need there: a single line more turned noes into yeses. */
const no = ({ reason }: Refusal, { answer }: Dialect): Answer => ({
  code: 2,
  stdout: answer ? `${JSON.stringify(answer(reason))}\n` : "",
  stderr: `${reason}\n`,
})

/** The form for adapters that have nothing but a command text: answered in JSON on both streams. */
async function respondToText(
  { client, directory, cwd, persistentCd }: Question,
  command: string,
  dialect: Dialect,
  { env, process, trouble }: Surroundings,
): Promise<Answer> {
  const refusal = await refusalOf({
    client: client ?? "--command",
    actions: [{ kind: "shell", command }],
    directory: directory || process,
    cwd: cwd || directory || process,
    env,
    carries: client === undefined || persistentCd || dialect.carries({ tool: undefined, input: {} }),
    trouble,
  })
  if (!refusal) return SILENCE
  const { reason } = refusal
  const denial = { hookEventName: "PreToolUse", permissionDecision: "deny" }
  return {
    code: 2,
    stdout: `${JSON.stringify({ decision: "deny", reason })}\n`,
    stderr: `${JSON.stringify({ hookSpecificOutput: denial, systemMessage: reason })}\n`,
  }
}

function parse(text: string): unknown {
  if (text.trim() === "") throw new Unreadable("nothing came on stdin")
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable("what came on stdin is not JSON")
  }
}

/** Asked only where a session begins or moves. */
function isIsolated(directory: string, env: Surroundings["env"]): boolean {
  const { standingOf } = require("@ringfence/guard/standing") as typeof StandingModule
  return standingOf(directory, env).isolated
}

const sessionsOf = ({ name }: Dialect, { env, trouble }: Surroundings): Sessions =>
  new Sessions(
    dataFolder((variable) => env[variable]),
    name,
    (directory) => isIsolated(directory, env),
    trouble,
  )

const ownDirectory = (call: Call, dialect: Dialect, around: Surroundings): string =>
  dialect.own === "process" ? around.process : sessionsOf(dialect, around).directoryOf(call, around.process)

function remember(moved: "entered" | "left", call: Call, dialect: Dialect, around: Surroundings): void {
  const sessions = sessionsOf(dialect, around)
  if (moved === "left") return sessions.left(call)
  sessions.entered(call, around.process, placesIn(call))
}

/** Where a client says that a worktree is that a session has gone to. Where its shell stands may be the old place. */
function placesIn({ response, input }: Call): readonly (string | undefined)[] {
  const told = (typeof response === "object" && response !== null ? response : {}) as Readonly<Record<string, unknown>>
  const texts = [told["worktreePath"], told["path"], input["path"]]
  return texts.map((value) => (typeof value === "string" ? value : undefined))
}
