/**
 * The public API. Load once, then ask synchronously:
 *
 *     const guard = await Guard.load()
 *     const verdict = guard.check({ command: "git rebase main", directory: "/repo/.worktrees/child" })
 */
import { posix } from "node:path"
import { analyze, analyzeArgv, type Analysis, type Step } from "./analyze.ts"
import { editTo } from "./git/writer/target.ts"
import type { TextEdit } from "./git/writer/patch.ts"
import type * as InventoryModule from "./policy/git-inventory/index.ts"
import type * as JudgeModule from "./inventory.ts"
import { isolatedGit } from "./policy/isolated-git/index.ts"
import { judge, judgeMoves, refusesMove, type Policy } from "./policy/judge.ts"
import { tooLong } from "./policy/message.ts"
import { persistentCd } from "./policy/persistent-cd.ts"
import { self } from "./policy/self/index.ts"
import type { PolicyName, Verdict } from "./policy/verdict.ts"
import type { Program } from "./shell/program.ts"
import { loadShell } from "./shell/reader.ts"
import { wrappers } from "./shell/wrapper/index.ts"
import type { Table } from "./shell/table.ts"
import type { Wrapper } from "./shell/wrapper.ts"
import { known } from "./shell/value.ts"
import { deferred } from "./state/deferred.ts"
import { stateFromDisk } from "./state/disk.ts"
import type { SettingsProblem, UserSettings } from "./state/settings.ts"
import type { Files, OtherWorktree, State } from "./state/state.ts"
import { VerdictCache } from "./cache.ts"

/** What every question has in common. */
export interface Session {
  /** The session's own directory: decides isolation and ownership, wherever the command runs. */
  readonly directory: string
  /** Where the command is typed; the session's directory unless given. */
  readonly cwd?: string
  /** The environment of the command; this process's own unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The fence is in force for what this command starts. */
  readonly fenced?: boolean
  /** Codes of rules that a person or the parent has lifted. */
  readonly lifted?: readonly string[]
  /** The user's configuration; read from disk unless given. */
  readonly config?: UserSettings
  /** Narrows to these policies; each applies only where it has something to say, git-inventory only where it is named. */
  readonly policies?: readonly PolicyName[]
  /** For git-inventory, to which `directory` is the workspace: a second folder whose repositories may be cloned. */
  readonly readable?: string
}

export interface CheckRequest extends Session {
  readonly command: string
}

export interface ArgvRequest extends Session {
  /** The words a process would be started with, the program first. */
  readonly argv: readonly string[]
}

export interface PathRequest extends Session {
  /** The file a tool would write; relative ones start from `cwd`. */
  readonly path: string
  /** What it would hold, where that is known. */
  readonly content?: string
  /** What it would replace in it, where only that is known. */
  readonly edits?: readonly TextEdit[]
  /** The tool would remove it. */
  readonly deletes?: boolean
}

export interface Explanation {
  readonly isolated: boolean
  readonly ownership?: {
    readonly worktree: string
    readonly branch?: string
    readonly integration: "orchestrator" | "self"
    readonly others: readonly OtherWorktree[]
  }
  /** The checkout whose shell is to stay where it is, where persistent-cd is in force. */
  readonly checkout?: string
  readonly program: Program
  readonly steps: readonly Pick<Step, "command" | "effects">[]
  readonly verdict: Verdict
  readonly problems: readonly SettingsProblem[]
}

/** A verdict with what it was reached by: for hosts that go on to ask about the same text. */
export interface Examination {
  readonly verdict: Verdict
  readonly program: Program
  readonly steps: readonly Pick<Step, "command" | "effects" | "invocations">[]
  /** The files of this machine, as the verdict saw them. */
  readonly files: Files
}

type Given = Pick<State, "env" | "fenced" | "lifted">

/** What the guard is made of. Tests of the guard itself put other parts in and see which examples notice. */
export interface Parts {
  readonly policies: readonly Policy[]
  readonly wrappers: Table<Wrapper>
  /** What a request says by itself, and what is so where it is asked. */
  readonly givenBy: (request: Session) => Given
  readonly stateOf: (request: Session) => State
}

/** It is named by few requests, and by none of a hook. */
const loadInventory = (): InventoryModule.Inventory =>
  (require("./policy/git-inventory/index.ts") as typeof InventoryModule).INVENTORY

/** The parts every guard is made of. */
export const builtIn: Parts = {
  policies: [
    { name: "isolated-git", rules: isolatedGit },
    { name: "self", rules: self },
    { name: "persistent-cd", rules: [], moveRules: [persistentCd] },
    { name: "git-inventory", rules: [], inventory: loadInventory },
  ],
  wrappers,
  givenBy,
  stateOf,
}

/** Says what may run. Made by `Guard.load()`; holds nothing of a session but a cache of verdicts. */
export class Guard {
  private constructor(
    private readonly parts: Parts,
    private readonly cache = new VerdictCache(),
  ) {}

  /** Loads the grammar. Rejects where the grammar's files are missing or damaged. */
  static async load(): Promise<Guard> {
    return Guard.assemble(builtIn)
  }

  /**
   * A guard that has no grammar yet, for processes that live for one question: most texts are plain enough without it.
   * `check` throws `GrammarMissing` for the others: then let `loadShell()` end and ask again. `checkPath` never needs it.
   */
  static lean(): Guard {
    return new Guard(builtIn)
  }

  /** A guard of other parts than the built-in ones. */
  static async assemble(parts: Parts): Promise<Guard> {
    await loadShell()
    return new Guard(parts)
  }

  /**
   * A guard for questions that are asked together, before anything can have run between them: what is so is read
   * once for each session, not once for each question. To be dropped after the last of them.
   */
  together(): Guard {
    const states = new Map<string, { readonly env: Session["env"]; readonly state: State }>()
    const stateOf = (request: Session): State => {
      const { directory, env, fenced = false, lifted = [], config } = request
      const key = [directory, fenced, ...lifted].join("\0")
      const known = config ? undefined : states.get(key)
      if (known && known.env === env) return known.state
      const state = this.parts.stateOf(request)
      if (!config) states.set(key, { env, state })
      return state
    }
    return new Guard({ ...this.parts, stateOf }, this.cache)
  }

  /** Whether the command may run. Never throws for what the text, the directory or the disk hold. */
  check(request: CheckRequest): Verdict {
    if (asksInventory(request)) return this.explain(request).verdict
    if (!this.cache.isWorthALook(request.command)) {
      const { state, used } = deferred(this.parts.givenBy(request), () => this.parts.stateOf(request))
      const analysis = this.analyze(request, state)
      const found = used()
      if (!found && !this.restsOnState(analysis.program)) return ALLOWED
      this.cache.lookNextTime(request.command)
      return this.decide(request, analysis, found ?? this.parts.stateOf(request))
    }
    const state = this.parts.stateOf(request)
    if (!state.own && !this.watchesMoves(request, state)) return ALLOWED
    return this.cache.get(state, request, this.applicable(request, state), (traced) =>
      this.decide(request, this.analyze(request, traced), traced),
    )
  }

  /**
   * Whether a process may be started with these words. Never throws for what they, the directory or the disk hold, but
   * for `GrammarMissing` where an alias is a text that needs it.
   */
  checkArgv(request: ArgvRequest): Verdict {
    const state = this.parts.stateOf(request)
    if (!state.own) return ALLOWED
    const { argv, cwd, directory } = request
    const analysis = analyzeArgv(argv, state, cwd ?? directory, this.parts.wrappers)
    return this.decideDeeds({ ...request, command: argv.join(" ") }, analysis, state, this.applicable(request, state))
  }

  /** The verdict and the reading it rests on, from one parse. Never throws for what text, directory or disk hold. */
  examine(request: CheckRequest): Examination {
    const { state, used } = deferred(this.parts.givenBy(request), () => this.parts.stateOf(request))
    const { program, steps } = this.analyze(request, state)
    const rests = used() !== undefined || this.restsOnState(program) || asksInventory(request)
    const verdict = rests ? this.decide(request, { program, steps }, state) : ALLOWED
    return {
      verdict,
      program,
      steps,
      get files() {
        return state.files
      },
    }
  }

  /** Whether a file tool may write (or delete) the path. */
  checkPath(request: PathRequest): Verdict {
    const state = this.parts.stateOf(request)
    if (!state.own) return ALLOWED
    const path = posix.resolve(request.cwd ?? request.directory, request.path)
    const effects = editTo(known(path), state, request)
    return judge([{ command: fileCommand(request), effects, state, fenced: false }], this.applicable(request, state))
  }

  /** What is wrong with the configuration that holds for a session. */
  problems(session: Session): readonly SettingsProblem[] {
    return this.parts.stateOf(session).problems
  }

  /** How a verdict comes about: what was read, what it would do, whose is what. */
  explain(request: CheckRequest): Explanation {
    const state = this.parts.stateOf(request)
    const analysis = this.analyze(request, state)
    const { program, steps } = analysis
    const { own } = state
    return {
      isolated: own !== undefined,
      ...(own
        ? {
            ownership: {
              worktree: own.worktree,
              ...(own.branch === undefined ? {} : { branch: own.branch }),
              integration: own.integration,
              others: own.others,
            },
          }
        : {}),
      ...(state.checkout !== undefined && this.watchesMoves(request, state) ? { checkout: state.checkout } : {}),
      program,
      steps: steps.map(({ command, effects }) => ({ command, effects })),
      verdict: this.decide(request, analysis, state),
      problems: state.problems,
    }
  }

  private applicable({ policies }: Session, { off }: State): readonly Policy[] {
    return this.parts.policies.filter(
      ({ name, inventory }) => !off.includes(name) && (policies?.includes(name) ?? !inventory),
    )
  }

  private analyze(request: CheckRequest, state: State): Analysis {
    return analyze(request.command, state, request.cwd ?? request.directory, this.parts.wrappers)
  }

  /** Whether there is something in a text that read nothing of the state and yet may be refused. */
  private restsOnState(program: Program): boolean {
    return program.tooLong !== undefined || refusesMove(program, this.parts.policies)
  }

  /** Whether it matters to the session where a text leaves its shell. */
  private watchesMoves(request: Session, state: State): boolean {
    return this.applicable(request, state).some(({ moveRules = [] }) => moveRules.some((rule) => rule.holds(state)))
  }

  private decide(request: CheckRequest, { program, steps }: Analysis, state: State): Verdict {
    const policies = this.applicable(request, state)
    const verdict = state.own ? this.decideDeeds(request, { program, steps }, state, policies) : ALLOWED
    if (verdict.verdict === "deny") return verdict
    const moved = judgeMoves(verdict, program, policies, state)
    const inventory = policies.find((policy) => policy.inventory)?.inventory
    if (moved.verdict === "deny" || !inventory) return moved
    const { command, directory: root, readable } = request
    const workspace = { root, ...(readable === undefined ? {} : { readable }) }
    const unread = program.tooLong !== undefined && namesGit(command) ? command : undefined
    const { judgeText } = require("./inventory.ts") as typeof JudgeModule
    const found = judgeText({ steps, ...(unread === undefined ? {} : { unread }) }, workspace, inventory())
    return found.verdict === "deny" ? { ...found, effects: moved.effects } : moved
  }

  private decideDeeds(
    { command }: CheckRequest,
    { program, steps }: Analysis,
    state: State,
    policies: readonly Policy[],
  ): Verdict {
    const verdict = judge(steps, policies)
    const refused =
      verdict.verdict === "allow" &&
      program.tooLong !== undefined &&
      namesGit(command) &&
      policies.some((policy) => policy.name === "isolated-git")
    return refused ? tooLong(program.tooLong!, command, state) : verdict
  }
}

const ALLOWED: Verdict = { verdict: "allow", effects: [], remedy: [] }

function givenBy({ env, fenced, lifted }: Session): Given {
  return { env: env ?? process.env, fenced: fenced ?? false, lifted: new Set(lifted ?? []) }
}

const asksInventory = ({ policies }: Session): boolean => policies?.includes("git-inventory") ?? false

const namesGit = (text: string): boolean => /\bgit\b/.test(text)

function stateOf(request: Session): State {
  return stateFromDisk({
    directory: request.directory,
    cwd: request.cwd ?? request.directory,
    ...givenBy(request),
    ...(request.config ? { settings: request.config } : {}),
  })
}

/** A file tool's call in the shape of a command, for the message. */
function fileCommand({ path, deletes, cwd, directory }: PathRequest): Step["command"] {
  const span = { start: 0, end: 0 }
  const word = (text: string) => ({ value: known(text), text, span, splits: false })
  return {
    argv: [word(deletes ? "delete" : "write"), word(path)],
    assignments: [],
    redirections: [],
    directory: { kind: "at", path: cwd ?? directory },
    environment: { cleared: false, set: {} },
    place: { kind: "top", conditional: false },
    via: [],
    span,
  }
}
