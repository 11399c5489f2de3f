/** The guard before opencode's own tools: what they would do to what the session does not own is refused. */
import { isAbsolute, resolve } from "node:path"
import type * as GuardModule from "@ringfence/guard"
import type { Guard, PolicyName, Verdict } from "@ringfence/guard"
import { writesOf } from "./file-tools.ts"
import type { Host } from "./host.ts"
import type { Hosted, Opencode } from "./opencode.ts"

export interface Loaded {
  readonly module: typeof GuardModule
  readonly guard: Guard
}

let loading: Promise<Loaded> | undefined

/** The guard with its grammar, loaded once a process. A failure is forgotten, so that the next call tries again. */
export function loadGuard(): Promise<Loaded> {
  loading ??= import("@ringfence/guard")
    .then(async (module) => ({ module, guard: await module.Guard.load() }))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** A command or a file that the guard has a say about. */
interface Deed {
  /** For the log. */
  readonly shown: string
  readonly cwd: string
  readonly judge: (lifted: readonly string[], fenced?: boolean) => Verdict
}

export interface Call {
  readonly tool: string
  readonly sessionID: string
  readonly callID: string
}

/** What a command of the agent's was let run with, for what comes after. */
export interface Ran {
  readonly command: string
  readonly cwd: string
  readonly session: Hosted
  /** Branches and tags that it would make. */
  readonly creates: readonly string[]
  /** Codes of rules that were lifted for it. */
  readonly lifted: readonly string[]
}

/** opencode starts a new shell for each call, so that a cd outlasts none: persistent-cd has a say only where it is asked for. */
const POLICIES: readonly PolicyName[] = ["isolated-git", "self"]

export class Refused extends Error {
  override readonly name = "Refused"
}

export interface Parts {
  readonly opencode: Opencode
  readonly host: () => Promise<Host>
  readonly load: () => Promise<Loaded>
  /** Tells a person that something of ours does not work. */
  readonly trouble: (what: string, error: unknown) => void
  /** Refuses a cd that stays all the same. */
  readonly persistentCd?: boolean
}

/** What the fence decides where there is one: it sees the words that git gets. */
const UNREADABLE = "isolated-git/unreadable-operand"

export class Watch {
  private readonly running = new Map<string, Ran>()
  /** What commands were given to be behind their fence, until they have ended. */
  private readonly fences = new Map<string, Readonly<Record<string, string>>>()
  /** opencode asks what to give to a command, so that fences can be put up. */
  private asksForEnvironment = false

  private readonly policies: readonly PolicyName[]

  constructor(private readonly parts: Parts) {
    this.policies = parts.persistentCd ? [...POLICIES, "persistent-cd"] : POLICIES
  }

  /** Refuses a call by throwing the message for the model. Whatever else goes wrong here lets the call pass. */
  async before({ tool, sessionID, callID }: Call, args: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      const session = await this.parts.opencode.session(sessionID)
      const { guard } = await this.parts.load()
      for (const deed of deedsOf(guard, tool, args, session, this.policies)) {
        const verdict = await this.decide(deed, session)
        if (tool === "bash") this.note(callID, { session, command: deed.shown, cwd: deed.cwd, ...pick(verdict) })
      }
    } catch (error) {
      if (error instanceof Refused) throw error
      this.parts.trouble("a call was not judged", error)
    }
  }

  /** Writes down what a command made. */
  async after(callID: string): Promise<void> {
    const ran = this.running.get(callID)
    this.running.delete(callID)
    if (!ran) return
    const fence = this.fences.get(callID)
    if (fence) (await loadFence()).release(fence)
    this.fences.delete(callID)
    if (ran.creates.length === 0) return
    const { module } = await this.parts.load()
    const { isolated, gitDir } = module.standingOf(ran.session.directory)
    if (isolated && gitDir !== undefined)
      module.appendBorn(gitDir, module.refsThere(ran.session.directory, ran.creates))
  }

  /** A command that the agent runs; undefined for the user's own, which never came by here. */
  ran(callID: string | undefined): Ran | undefined {
    return callID === undefined ? undefined : this.running.get(callID)
  }

  /**
   * What puts a command behind the fence of its session. `env` is what it would inherit.
   *
   * @throws where there should be a fence and is none
   */
  async fence(callID: string, ran: Ran, env: Env): Promise<Readonly<Record<string, string>>> {
    this.asksForEnvironment = true
    const { lifted } = ran
    const prepared = (await loadFence()).prepare({ directory: ran.session.directory, env, lifted })
    if (!prepared.off && prepared.problems.length > 0) throw new Error(prepared.problems.join(" "))
    if (lifted.length > 0) this.fences.set(callID, prepared.env)
    return prepared.env
  }

  private async decide(deed: Deed, session: Hosted): Promise<Verdict> {
    const verdict = deed.judge([])
    if (verdict.verdict === "allow") return verdict
    if (verdict.code === UNREADABLE && this.asksForEnvironment && (await isFenced(session.directory))) {
      const fenced = deed.judge([], true)
      if (fenced.verdict === "allow") return fenced
    }
    const chain = await this.parts.opencode.chain(session.id).catch(() => [session])
    const lifted = await this.lifted(deed, chain)
    if (lifted) return lifted
    await this.record(verdict, deed, chain)
    throw new Refused(verdict.reason ?? "Refused by Ringfence.")
  }

  /** The verdict that lifts lead to, with those that it took used up; undefined where they do not help. */
  private async lifted(deed: Deed, chain: readonly Hosted[]): Promise<Verdict | undefined> {
    try {
      const host = await this.parts.host()
      const lifts = await host.lifts(chain)
      if (lifts.length === 0) return undefined
      const verdict = deed.judge(lifts)
      if (verdict.verdict !== "allow") return undefined
      return (await host.useOnce(chain, verdict.lifted ?? [])) ? verdict : undefined
    } catch (error) {
      this.parts.trouble("lifts could not be looked up", error)
      return undefined
    }
  }

  /** A denial that cannot be written down is a denial all the same. */
  private async record(
    { code = "", command = "", owner }: Verdict,
    deed: Deed,
    chain: readonly Hosted[],
  ): Promise<void> {
    try {
      const host = await this.parts.host()
      await host.denied({ chain, code, command: deed.shown, directory: deed.cwd, refused: command, owner })
    } catch (error) {
      this.parts.trouble("a denial was not written down", error)
    }
  }

  private note(callID: string, ran: Ran): void {
    this.running.set(callID, ran)
    const oldest = this.running.keys().next()
    // Calls that were aborted have no after.
    if (this.running.size > 1000 && !oldest.done) this.running.delete(oldest.value)
  }
}

type Env = Readonly<Record<string, string | undefined>>

const loadFence = async () => (await import("@ringfence/fence")).Fence

const isFenced = async (directory: string): Promise<boolean> =>
  (await loadFence()).prepare({ directory, env: process.env }).fenced

const pick = ({ creates = [], lifted = [] }: Verdict): Pick<Ran, "creates" | "lifted"> => ({ creates, lifted })

function deedsOf(
  guard: Loaded["guard"],
  tool: string,
  args: Readonly<Record<string, unknown>>,
  { directory }: Hosted,
  policies: readonly PolicyName[],
): readonly Deed[] {
  const asked = (cwd: string) => ({ directory, cwd, env: { ...process.env, PWD: cwd }, policies })
  const { command, workdir } = args
  if (tool === "bash") {
    if (typeof command !== "string") return []
    const cwd = typeof workdir === "string" && workdir !== "" ? resolve(directory, workdir) : directory
    return [{ shown: command, cwd, judge: (lifted, fenced) => guard.check({ ...asked(cwd), command, lifted, fenced }) }]
  }
  return (writesOf(tool, args) ?? []).map((write) => ({
    shown: `${write.deletes ? "delete" : "write"} ${isAbsolute(write.path) ? write.path : resolve(directory, write.path)}`,
    cwd: directory,
    judge: (lifted) => guard.checkPath({ ...asked(directory), ...write, lifted }),
  }))
}
