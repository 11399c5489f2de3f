/** The tool that runs commands: read, judged, asked about, and only then started. */
import { resolve } from "node:path"
import { Fence } from "@ringfence/fence"
import { appendBorn, refsThere, type Examination, type Standing } from "@ringfence/guard"
import { Effect } from "effect"
import * as z from "zod"
import { Audit } from "../audit/index.ts"
import { Global } from "../global/index.ts"
import { Instance } from "../instance/index.ts"
import { Grant } from "../permission/grant/index.ts"
import { Permission } from "../permission/index.ts"
import * as IsolatedGit from "./isolated-git-guard.ts"
import { temporaryFolders } from "./scan/place.ts"
import { Scan } from "./scan/index.ts"
import { Shell } from "./shell/index.ts"
import * as Tool from "./tool.ts"

const DEFAULT_TIMEOUT = 2 * 60 * 1000

export const Parameters = z.object({
  command: z.string().min(1, "give a command to run").describe("What to run, as bash reads it."),
  timeout: z
    .int()
    .positive()
    .optional()
    .describe(`After how many milliseconds it is ended, with all it started. ${DEFAULT_TIMEOUT} unless given.`),
  workdir: z
    .string()
    .min(1)
    .optional()
    .describe("Where it starts, instead of the session's directory. Better than a cd in the command."),
  description: z.string().optional().describe("What it is for, in five to ten words."),
})
export type Parameters = z.output<typeof Parameters>

/** What is known of a call beside its output. */
export interface Metadata {
  readonly output: string
  readonly description?: string
  /** As the shell's `$?`: 128 and the signal's number for a command that a signal ended. */
  readonly exit: number
  readonly signal?: string
  readonly ended: Shell.Result["ended"]
  /** Something of the output is not shown. */
  readonly truncated: boolean
  readonly bytes: number
  /** Where the whole output is. */
  readonly file?: string
  /** What still runs. */
  readonly background: readonly Shell.Process[]
}

/** What the tool is made of, so that tests can switch a part off and see which of them notice. */
export interface Parts {
  readonly guard: IsolatedGit.Seam
  readonly scan: typeof Scan.scan
  readonly run: typeof Shell.run
  readonly fence: typeof Fence.prepare
}

export const builtIn: Parts = { guard: IsolatedGit, scan: Scan.scan, run: Shell.run, fence: Fence.prepare }

/** Everything that decides about one command. */
interface Call {
  readonly command: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly instance: Instance.Interface
  readonly standing: Standing
  readonly context: Tool.Context
  /** Puts up the session's fence, once; there is none for sessions that are not isolated. */
  readonly fence: () => Fence.Prepared
}

/** How long asking may take before what was read counts as old. In milliseconds. */
const STALE = 250

/** The tool, made of these parts. */
export function assemble({ guard, scan, run, fence }: Parts) {
  const judgeAs = (call: Call, lifted: readonly string[], fenced: boolean) =>
    guard.assertIsolatedGitAllowed({
      command: call.command,
      directory: call.instance.directory,
      cwd: call.cwd,
      env: call.env,
      lifted,
      fenced,
    })

  /** What cannot be read here is left to the fence, where there is one: it sees the words that git gets. */
  const judge = (call: Call, lifted: readonly string[]) =>
    judgeAs(call, lifted, false).pipe(
      Effect.catchTag("IsolatedGit.Blocked", (blocked) =>
        blocked.code === UNREADABLE && call.fence().fenced ? judgeAs(call, lifted, true) : blocked,
      ),
    )

  /** The guard's word on the command. Lifts are looked for only where they would make a difference. */
  const decide = Effect.fnUntraced(function* (call: Call) {
    return yield* judge(call, []).pipe(
      Effect.catchTag("IsolatedGit.Blocked", (blocked) =>
        Effect.gen(function* () {
          const grants = yield* Grant.Service
          const lifted = yield* grants.lifts(call.context.session)
          return lifted.length === 0 ? yield* blocked : yield* judge(call, lifted)
        }),
      ),
      recordRefusal(call),
    )
  })

  /** Asks for what the command needs. Rules that deny without a question come first, for they cost nobody anything. */
  const ask = Effect.fnUntraced(function* (call: Call, reading: Examination | undefined) {
    const permission = yield* Permission.Service
    const { path } = yield* Global.Service
    const { command, cwd, instance, standing, context } = call
    const asks = scan(command, reading, {
      cwd,
      directory: instance.directory,
      worktree: instance.worktree,
      isolated: standing.isolated,
      temporary: temporaryFolders(call.env, instance.directory),
      open: [path.output, ...(standing.gitDir === undefined ? [] : [standing.gitDir])],
    })
    const request = { session: context.session, always: [] as readonly string[], metadata: { command, directory: cwd } }
    const questions: readonly Permission.Request[] = [
      ...(asks.bash ? [{ ...request, permission: "bash", ...asks.bash }] : []),
      ...(asks.external
        ? [{ ...request, permission: "external_directory", ...asks.external, always: asks.external.patterns }]
        : []),
      ...(asks.deletes ? [{ ...request, permission: "bash_delete", ...asks.deletes, forced: true }] : []),
    ]
    const told =
      (question: Permission.Request) =>
      <A, E extends AskFailure, R>(asking: Effect.Effect<A, E, R>) =>
        Effect.tapError(asking, (error) => {
          const because = denialOf(error)
          return because === undefined ? Effect.void : record(call, question.permission, { because })
        })
    // A grant for one time is not used up by a command that comes to nothing: all else is settled first.
    const foreseen = yield* Effect.forEach(questions, (question) =>
      Effect.map(told(question)(permission.foresee(question)), (prospect) => ({ question, prospect })),
    )
    for (const next of ["waits", "spends"] as const)
      for (const { question, prospect } of foreseen)
        if (prospect === next) yield* told(question)(permission.ask(question))
  })

  const execute = Effect.fn("BashTool.execute")(function* (parameters: Parameters, context: Tool.Context) {
    const { command, description, timeout = DEFAULT_TIMEOUT } = parameters
    const instance = yield* Instance.Service
    const { path } = yield* Global.Service
    const call = callOf(parameters, context, instance, yield* Tool.Environment, { guard, fence })
    const reading = yield* decide(call)
    const shell = yield* Shell.check(call)
    const asked = performance.now()
    yield* ask(call, reading).pipe(Tool.unlessAborted(BASH, context.abort))
    const judged = performance.now() - asked > STALE ? yield* decide(call) : reading
    yield* spend(call, judged)
    const fenced = yield* behindFence(call, judged?.verdict.lifted ?? [])

    const live = new Live(context, description)
    const result = yield* run({
      command,
      cwd: call.cwd,
      env: { ...call.env, ...fenced.env },
      shell,
      timeout,
      folder: path.output,
      abort: context.abort,
      onOutput: (chunk, soFar) => live.hear(chunk, soFar),
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          live.stop()
          Fence.release(fenced.env)
        }),
      ),
    )
    noteBorn(call, judged)
    return resultOf(result, parameters, timeout)
  })

  /** The fence that the command runs behind, which lifts the same rules as the guard did. */
  const behindFence = Effect.fnUntraced(function* ({ instance, env, ...call }: Call, lifted: readonly string[]) {
    const { directory } = instance
    const prepared = lifted.length === 0 ? call.fence() : fence({ directory, env, lifted })
    if (!prepared.off) for (const problem of prepared.problems) yield* Effect.logWarning(problem)
    return prepared
  })

  /** Uses up lifts that are good for one time. Where they are gone meanwhile, the guard's word without any counts. */
  const spend = Effect.fnUntraced(function* (call: Call, reading: Examination | undefined) {
    const lifted = reading?.verdict.lifted ?? []
    if (lifted.length === 0) return
    const grants = yield* Grant.Service
    if (!(yield* grants.useOnce(call.context.session, lifted))) yield* judge(call, []).pipe(recordRefusal(call))
  })

  return Tool.define({ id: BASH, description: DESCRIPTION, parameters: Parameters, run: execute })
}

const BASH = "bash"

const UNREADABLE = "isolated-git/unreadable-operand"

const NO_FENCE: Fence.Prepared = { env: {}, fenced: false, problems: [] }

const DESCRIPTION = `Runs a command in bash and returns what it wrote, both streams in order.

Each call starts anew in the session's directory (or in workdir): a cd in one call does not hold for the next. Standard
input is closed. The call ends when the shell does: what was started in the background goes on and is named. After the
timeout everything it started is ended. Long output is cut in the middle; the whole of it is in a file that is named.`

function callOf(
  { command, workdir }: Parameters,
  context: Tool.Context,
  instance: Instance.Interface,
  inherited: Readonly<Record<string, string | undefined>>,
  { guard, fence }: Pick<Parts, "guard" | "fence">,
): Call {
  const cwd = workdir === undefined ? instance.directory : resolve(instance.directory, workdir)
  const standing = guard.standing(instance.directory, inherited)
  const own = standing.isolated ? { worktree: standing.worktree, branch: standing.branch } : {}
  const env = Shell.commandEnvironment(inherited, cwd, { session: context.session, ...own })
  const { directory } = instance
  let prepared: Fence.Prepared | undefined
  const putUp = (): Fence.Prepared => (prepared ??= standing.isolated ? fence({ directory, env }) : NO_FENCE)
  return { command, cwd, env, instance, standing, context, fence: putUp }
}

type AskFailure = Effect.Error<ReturnType<Permission.Interface["ask"]>>

/** Why a question came to a no; undefined where it came to none, as when its session was interrupted. */
function denialOf(error: AskFailure): string | undefined {
  switch (error._tag) {
    case "Permission.Denied":
      return error.because
    case "Permission.Rejected":
      return "rejected"
    case "Permission.Expired":
      return "expired"
    default:
      return undefined
  }
}

/** A denial that cannot be written down is a denial all the same. */
const record = Effect.fnUntraced(function* (call: Call, code: string, detail: Audit.Detail) {
  const audit = yield* Audit.Service
  const { command, cwd, context, instance } = call
  const entry = { session: context.session, project: instance.project.id, code, command }
  yield* audit
    .record({ kind: "denial", ...entry, detail: { ...detail, directory: cwd } })
    .pipe(Effect.catch((error) => Effect.logWarning(`A denial was not written down: ${error.message}`)))
})

const recordRefusal =
  (call: Call) =>
  <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E | IsolatedGit.BlockedError, R>) =>
    Effect.tapError(effect, (error) =>
      error instanceof IsolatedGit.BlockedError ? record(call, error.code, { refused: error.command }) : Effect.void,
    )

/** Branches and tags that the command made are the session's own from now on. */
function noteBorn({ env, instance, standing }: Call, reading: Examination | undefined): void {
  const { creates = [] } = reading?.verdict ?? {}
  if (!standing.isolated || standing.gitDir === undefined || creates.length === 0) return
  appendBorn(standing.gitDir, refsThere(instance.directory, creates, env))
}

const PREVIEW: Shell.Limit = { bytes: 30_000, lines: 2000 }
const PREVIEW_MILLISECONDS = 100

/** Tells whoever watches what there is so far, not more often than one can look. */
class Live {
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly context: Tool.Context,
    private readonly description: string | undefined,
  ) {
    this.tell("")
  }

  hear(chunk: Uint8Array, soFar: Shell.SoFar): void {
    this.context.output?.(chunk)
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.tell(soFar.shown(PREVIEW).text)
    }, PREVIEW_MILLISECONDS)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private tell(output: string): void {
    this.context.metadata({
      metadata: { output, ...(this.description === undefined ? {} : { description: this.description }) },
    })
  }
}

function resultOf(result: Shell.Result, { command, description }: Parameters, timeout: number): Tool.Result<Metadata> {
  const { text, exit, signal, ended, cut, bytes, file, background } = result
  const notes = notesOn(result, timeout)
  const body = text === "" ? "(no output)" : text
  return {
    title: description ?? command.split("\n", 1)[0]!,
    output: notes.length === 0 ? body : `${body.replace(/\n?$/, "\n")}\n${notes.map((note) => `[${note}]`).join("\n")}`,
    metadata: {
      output: text,
      ...(description === undefined ? {} : { description }),
      exit,
      ...(signal === undefined ? {} : { signal }),
      ended,
      truncated: cut,
      bytes,
      ...(file === undefined ? {} : { file }),
      background,
    },
  }
}

/** What the agent must know beside the output. */
function notesOn({ ended, exit, signal, background, file }: Shell.Result, timeout: number): readonly string[] {
  const how = {
    timeout: `timed out after ${timeout} ms; it and everything it started were ended`,
    abort: "aborted; it and everything it started were ended",
    exit: signal === undefined ? (exit === 0 ? undefined : `exit ${exit}`) : `ended by ${signal}, exit ${exit}`,
  }[ended]
  const running = background.map(({ pid, command }) => `still running: ${pid} ${command}`.trimEnd())
  const where = running.length > 0 && file !== undefined ? [`what it writes from now on goes to ${file}`] : []
  return [...(how === undefined ? [] : [how]), ...running, ...where]
}

/** The tool as every session has it. */
export const { id, description, parameters, execute } = assemble(builtIn)
