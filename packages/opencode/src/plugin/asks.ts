/** The questions that opencode puts: each goes to the services, and what they answer goes back. */
import type { Watch } from "./guard.ts"
import type { Host, Question } from "./host.ts"
import type { Opencode } from "./opencode.ts"

export interface Parts {
  readonly opencode: Opencode
  readonly host: () => Promise<Host>
  readonly watch: Watch
  readonly trouble: (what: string, error: unknown) => void
  /** Nobody can be asked; as this process was started, unless given. */
  readonly headless?: boolean
}

/** What the bus tells, as far as it is read. */
interface Heard {
  readonly type: string
  readonly properties: unknown
}

type Properties = Readonly<Record<string, unknown>>

export class Asks {
  private readonly waiting = new Map<string, AbortController>()
  private readonly headless: boolean

  constructor(private readonly parts: Parts) {
    this.headless = parts.headless ?? isHeadless(process.argv)
  }

  /** Hears an event. Nobody waits for what it leads to. */
  hear({ type, properties }: Heard): void {
    const told = (properties ?? {}) as Properties
    const { opencode } = this.parts
    switch (type) {
      case "session.created":
      case "session.updated":
        return opencode.hear(told["info"])
      case "session.deleted":
        return opencode.forget(String(told["sessionID"]))
      case "session.status":
        return this.background("the state of a session was not noted", () => this.state(told))
      case "permission.asked":
        return this.background("a question was not looked at", () => this.asked(told))
      case "permission.replied":
        return this.background("an answer was not noted", () => this.replied(told))
      default:
    }
  }

  private background(what: string, task: () => Promise<void>): void {
    task().catch((error: unknown) => this.parts.trouble(what, error))
  }

  private async state(told: Properties): Promise<void> {
    const { type } = (told["status"] ?? {}) as Properties
    const host = await this.parts.host()
    await host.state(String(told["sessionID"]), type === "idle" ? "idle" : "busy")
  }

  private async asked(told: Properties): Promise<void> {
    const id = String(told["id"])
    const ended = new AbortController()
    this.waiting.set(id, ended)
    try {
      const [host, question] = await Promise.all([this.parts.host(), this.questionOf(id, told)])
      const answer = await host.answer(question, ended.signal)
      if (answer && !ended.signal.aborted) await this.parts.opencode.reply(id, answer)
    } finally {
      this.waiting.delete(id)
    }
  }

  private async questionOf(id: string, told: Properties): Promise<Question> {
    const { callID } = (told["tool"] ?? {}) as Properties
    const ran = this.parts.watch.ran(typeof callID === "string" ? callID : undefined)
    return {
      id,
      chain: await this.parts.opencode.chain(String(told["sessionID"])),
      permission: String(told["permission"]),
      patterns: textsOf(told["patterns"]),
      always: textsOf(told["always"]),
      ...(ran ? { run: { command: ran.command, cwd: ran.cwd } } : {}),
      headless: this.headless,
    }
  }

  private async replied(told: Properties): Promise<void> {
    const id = String(told["requestID"])
    const waiting = this.waiting.get(id)
    if (!waiting) return
    waiting.abort()
    const host = await this.parts.host()
    await host.answered(id, String(told["reply"]))
  }
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Commands of opencode's under which nobody answers: `run` rejects without a word, `github` waits for ever. */
const HEADLESS = ["run", "github"]

/** Options by which `run` says yes by itself, or shows its questions to a person. */
const ANSWERED = ["--auto", "--yolo", "--dangerously-skip-permissions", "--interactive", "-i"]

/**
 * Whether opencode runs without anybody who could answer. Every other way of starting it (the terminal, `serve`, an
 * editor) is for clients that show questions to people. Whether one listens to `serve` cannot be seen from a plugin (it
 * knows of no subscriber, and a script that drives it is a client, too): there a question waits until somebody comes.
 */
export function isHeadless(argv: readonly string[]): boolean {
  const words = argv.slice(2)
  const command = words.findIndex((word, at) => !word.startsWith("-") && words[at - 1] !== "--log-level")
  return HEADLESS.includes(words[command] ?? "") && !words.some((word) => ANSWERED.includes(word))
}
