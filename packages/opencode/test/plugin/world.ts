/** An opencode that runs, with agents that ask before they run anything. */
import { Database } from "bun:sqlite"
import { join } from "node:path"
import type { Step } from "./model-server.ts"
import { Home, until, type Asked, type Server, type Session } from "./opencode.ts"

const asks = { bash: { "*": "ask", "git status*": "allow" }, external_directory: "ask" }

export class World {
  private constructor(
    readonly home: Home,
    readonly server: Server,
    /** A worktree. */
    readonly tree: string,
  ) {}

  static async start(): Promise<World> {
    const agent = {
      careful: { mode: "primary", permission: asks },
      helper: { mode: "subagent", description: "helps", permission: asks },
    }
    const home = new Home({ config: { subagent_depth: 3, agent } })
    const tree = home.worktree("child")
    return new World(home, await home.serve(), tree)
  }

  async stop(): Promise<void> {
    await this.server.stop()
    await this.home.remove()
  }

  /** Plays calls in a new session of a directory. */
  async play(directory: string, ...steps: readonly Step[]): Promise<readonly string[]> {
    return this.server.play(await this.server.session(directory), this.home.model.script(...steps))
  }

  /** A session in the worktree, below one in the main checkout. */
  async child(): Promise<Session> {
    const parent = await this.server.session(this.home.main)
    return this.server.session(this.tree, { parentID: parent.id })
  }

  /** Plays calls in a session that asks. */
  playCareful(session: Session, ...steps: readonly Step[]): Promise<readonly string[]> {
    return this.server.play(session, this.home.model.script(...steps), "careful")
  }

  /** Starts a script in a session that asks, and gives the question that it leads to, when every process knows it. */
  async asking(session: Session, message: string): Promise<Asked> {
    await this.server.begin(session, message, "careful")
    return this.asked(session.directory, ({ sessionID }) => sessionID === session.id)
  }

  /** The question in a directory that is meant, when every process knows it. */
  asked(directory: string, isMeant: (asked: Asked) => boolean = () => true): Promise<Asked> {
    return until("opencode asks", async () => {
      const found = (await this.server.asks(directory)).find(isMeant)
      return found && this.isKnown(found.id) ? found : undefined
    })
  }

  /** Ids of the questions that wait in the worktree. */
  async waiting(): Promise<readonly string[]> {
    return (await this.server.asks(this.tree)).map(({ id }) => id)
  }

  /** Gives a grant from another process. */
  grant(...argv: readonly string[]): Promise<string> {
    return this.session("grant-approval", ...argv)
  }

  /** Runs `ringfence session …` in another process. */
  session(...argv: readonly string[]): Promise<string> {
    return this.home.ringfence(this.home.main, "session", ...argv)
  }

  private isKnown(ask: string): boolean {
    using database = new Database(join(this.home.top, "ringfence/ringfence.db"), { readonly: true })
    return database.query("SELECT 1 FROM ask WHERE id = ? AND state = 'pending'").get(ask) !== null
  }
}
