/** Takes the steps of a case against real services, and tells what came out otherwise. */
import { Effect } from "effect"
import { Instance as Directory } from "../../src/instance/index.ts"
import type { Parts } from "../../src/permission/parts.ts"
import { Session } from "../../src/session/index.ts"
import * as BashTool from "../../src/tool/bash.ts"
import * as Tool from "../../src/tool/tool.ts"
import type { Case, Step } from "./step.ts"
import { type Ended, type Instance, World } from "./world.ts"

/** What is denied is denied long before an ask would have waited. In milliseconds. */
const AT_ONCE = 10_000

interface Pending {
  readonly id: string
  readonly ended: Promise<Ended>
}

class Play {
  private readonly world = new World()
  private readonly sessions = new Map<string, Session.Info>()
  private readonly pending: Pending[] = []
  private readonly abort = new AbortController()
  private current: Instance

  constructor(private readonly parts: Parts | undefined) {
    this.current = this.world.instance({}, parts)
  }

  async close(): Promise<void> {
    this.abort.abort()
    await Promise.allSettled(this.pending.map(({ ended }) => ended))
    await this.world.close()
  }

  /** Takes one step. @returns what came out; compared with what the step expects. */
  async take(step: Step): Promise<unknown> {
    switch (step.do) {
      case "configure":
        return this.world.configure({ permission: step.permission })
      case "session":
        return this.start(step)
      case "ask":
        return this.outcome(this.ask(step))
      case "run":
        return this.outcome(this.run(step), step.about)
      case "answer":
        return this.answer(step.reply)
      case "grant":
        await this.current.give({ target: this.id(step.target) })
        return undefined
      case "restart":
        await this.current.close()
        this.current = this.world.instance({}, this.parts)
        return undefined
      case "alongside":
        this.current = this.world.instance({}, this.parts)
        return undefined
      case "interrupt":
        return this.interrupt(step)
      case "waiting":
        return this.waiting(step.root)
      case "timeout":
        return this.withTimeout(step)
    }
  }

  private session(name: string): Session.Info {
    return this.sessions.get(name)!
  }

  private id(name: string): string {
    return this.session(name).id
  }

  private async start({
    name,
    parent,
    kind,
    rules = [],
    folder,
    moved,
  }: Extract<Step, { do: "session" }>): Promise<void> {
    const directory = folder === undefined ? this.world.work : this.world.folder(folder)
    const session = await this.current.session(directory, {
      rules: rules.map(([permission, pattern, action]) => ({ permission, pattern, action })),
      ...(parent === undefined ? {} : { parentID: this.id(parent) }),
      ...(kind === undefined ? {} : { kind }),
    })
    if (moved !== undefined) await this.current.move(session.id, this.world.folder(moved))
    this.sessions.set(name, session)
  }

  private spelled(text: string): string {
    return text.replaceAll("OUTSIDE", this.world.folder("outside")).replaceAll("HOME", this.world.env["HOME"]!)
  }

  private ask({
    session,
    permission,
    patterns,
    always,
    attended,
    forced,
  }: Extract<Step, { do: "ask" }>): Promise<Ended> {
    const request = {
      session: this.id(session),
      permission,
      patterns: patterns.map((pattern) => this.spelled(pattern)),
      ...(always ? { always } : {}),
      ...(forced ? { forced } : {}),
    }
    return this.current.ask(request, attended ? {} : "none", this.abort.signal)
  }

  private async run({ session, command, attended }: Extract<Step, { do: "run" }>): Promise<Ended> {
    const { id, directory } = this.session(session)
    const tool = BashTool.assemble(BashTool.builtIn).execute(
      { command: this.spelled(command) },
      { session: id, abort: this.abort.signal, metadata: () => {} },
    )
    const env = { PATH: process.env["PATH"], ...this.world.env }
    return this.current.end(
      tool.pipe(Directory.provide(directory), Effect.provideService(Tool.Environment, env)),
      attended ? {} : "none",
    )
  }

  /** Whether it ends by itself or a question comes up. A question stays, for the steps that follow. */
  private async outcome(ended: Promise<Ended>, about?: string): Promise<string> {
    const known = new Set(this.pending.map(({ id }) => id))
    let over: Ended | undefined
    void ended.then(
      (value) => void (over = value),
      () => {},
    )
    for (;;) {
      const question = (await this.current.list()).find(({ id }) => !known.has(id))
      if (question) {
        this.pending.push({ id: question.id, ended })
        return about === undefined || question.permission === about ? "ask" : `ask for ${question.permission}`
      }
      if (over) return wordFor(over)
      await Bun.sleep(2)
    }
  }

  /** Answers, and waits until the asker knows: it ends, or goes on to its next question. */
  private async answer(reply: "once" | "always" | "reject"): Promise<string> {
    const { id, ended } = this.pending.shift()!
    await this.current.reply(id, reply)
    const word = await this.outcome(ended)
    return word === "ask" ? "allow" : word
  }

  private async interrupt({ session, idle }: Extract<Step, { do: "interrupt" }>): Promise<unknown> {
    for (const name of idle)
      await this.current.run(Session.Service.use((sessions) => sessions.setState(this.id(name), "busy")))
    await this.current.run(Session.Service.use((sessions) => sessions.interrupt(this.id(session))))
    const endings = await Promise.all(this.pending.splice(0).map(({ ended }) => ended))
    const states = await Promise.all(
      idle.map((name) => this.current.run(Session.Service.use((sessions) => sessions.get(this.id(name))))),
    )
    return { endings: endings.map(({ outcome }) => outcome), states: states.map(({ state }) => state) }
  }

  private async waiting(root: string): Promise<readonly string[]> {
    const questions = await this.current.list({ root: this.id(root) })
    return questions.map(({ session }) => [...this.sessions].find(([, { id }]) => id === session)![0])
  }

  private async withTimeout({ value, session }: Extract<Step, { do: "timeout" }>): Promise<unknown> {
    const instance = this.world.instance({ RINGFENCE_ASK_TIMEOUT: value }, this.parts)
    const stop = new AbortController()
    const ended = instance.ask(
      { session: this.id(session), permission: "bash", patterns: [value] },
      "none",
      stop.signal,
    )
    const question = (await instance.waiting(1, { session: this.id(session) }))[0]!
    stop.abort()
    await Promise.allSettled([ended])
    const waits = question.expires - question.created
    return {
      waits,
      warned: instance.logged.filter((line) => line.includes(`RINGFENCE_ASK_TIMEOUT is ${value}`)).length,
    }
  }
}

function wordFor({ outcome, took, message }: Ended): string {
  if (outcome === "allowed") return "allow"
  if (outcome === "Permission.Rejected") return "reject"
  return outcome === "Permission.Denied" && took < AT_ONCE ? "deny" : `${outcome} after ${took} ms: ${message}`
}

/** What a step must come to. */
function expected(step: Step): unknown {
  switch (step.do) {
    case "ask":
    case "run":
    case "answer":
    case "waiting":
      return step.expect
    case "interrupt":
      return { endings: ["Permission.Cancelled"], states: step.idle.map(() => "idle") }
    case "timeout":
      return { waits: 600_000, warned: 1 }
    default:
      return undefined
  }
}

/** Plays a case. @returns a line for each step that came out otherwise than expected. */
export async function play({ steps }: Case, parts?: Parts): Promise<readonly string[]> {
  const play = new Play(parts)
  const wrong: string[] = []
  try {
    for (const [at, step] of steps.entries()) {
      const got = await play.take(step).catch((error: unknown) => String(error))
      if (!Bun.deepEquals(got, expected(step)))
        wrong.push(`step ${at + 1} (${step.do}): ${JSON.stringify(got)} instead of ${JSON.stringify(expected(step))}`)
      // What follows would rest on something else than the case says.
      if (wrong.length > 0) break
    }
  } finally {
    await play.close()
  }
  return wrong
}
