/** A session of a real client: in a home of its own, with Ringfence or without, driven by a script. */
import { existsSync, mkdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { copyScene, snapshot, type Scene, type Snapshot } from "@ringfence/guard/fixture"
import { ROOT, run, type Finished } from "../support/process.ts"
import { Model, type Step } from "./model.ts"
import { installed } from "./packages.ts"
import { configure, environmentOf, NODE, type Place, type Program } from "./programs.ts"

/** A client that says nothing for so long, in milliseconds, has gone wrong. */
const PATIENCE = 240_000

/** One call of a script, under a name to ask for its result by. */
export type Call = readonly [name: string, step: Step]

/** What a script came to. */
export interface Played {
  /** What the client wrote, and how it ended, for a test that fails. */
  readonly output: string
  /** What the model was told a call gave. */
  readonly told: (name: string) => string
}

/** Where a client's program lies, and the folder of the node that it wants. */
export interface Installation {
  readonly program: string
  readonly node: string
}

/** Installs a client, and the node that most of them want. */
export async function install(program: Program): Promise<Installation> {
  const [client, node] = [await installed(program), await installed(NODE)]
  return { program: join(client, "node_modules/.bin", program.bin), node: join(node, "node_modules/.bin") }
}

/** A home with a client in it, beside a repository: a main checkout, an isolated worktree and a remote. */
export class World {
  readonly scene: Scene = copyScene()
  readonly model = new Model()
  private readonly marks = join(this.scene.tmp, "marks")
  private readonly place: Place
  private readonly env: Readonly<Record<string, string>>

  constructor(
    private readonly client: Program,
    private readonly at: Installation,
    beside = this.scene.main,
  ) {
    mkdirSync(this.marks)
    this.place = { home: this.scene.home, url: this.model.url, beside }
    configure(client, this.place)
    const path = [dirname(at.program), at.node, this.scene.env["PATH"]].join(":")
    this.env = { ...this.scene.env, ...environmentOf(client, this.place), PATH: path }
  }

  /** A command that leaves a mark that it ran, and goes on. */
  marked(name: string, command: string): string {
    return `touch ${join(this.marks, name)}; ${command}`
  }

  ran(name: string): boolean {
    return existsSync(join(this.marks, name))
  }

  /** Runs `ringfence`, as the user of this home. */
  ringfence(...argv: readonly string[]): Promise<Finished> {
    return run([join(ROOT, "ringfence"), ...argv], { cwd: this.scene.main, env: this.env })
  }

  /** Lets the client play calls in a session that starts in a folder. */
  async play(folder: string, calls: readonly Call[]): Promise<Played> {
    const message = this.model.script(...calls.map(([, step]) => step))
    const child = Bun.spawn([this.at.program, ...this.client.argv(message, this.place)], {
      ...{ cwd: folder, env: this.env, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
      ...{ timeout: PATIENCE, killSignal: "SIGKILL" },
    })
    const [out, err, exit] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    const results = this.model.results(message)
    const index = (name: string): number => calls.findIndex(([each]) => each === name)
    return {
      output: [`exit ${exit}`, out.slice(-4000), err.slice(-4000), ...results.map((text) => text.slice(0, 1000))].join(
        "\n---\n",
      ),
      told: (name) => results[index(name)] ?? `(no result of ${name})`,
    }
  }

  /** What is not the worktree's own: it must stay as it is. */
  foreign(): Snapshot {
    const isForeign = /^(?:ref refs\/(?!heads\/feat\/child-work$)|head main|index main|file main |remote )/
    return new Map([...snapshot(this.scene)].filter(([key]) => isForeign.test(key)))
  }

  async remove(): Promise<void> {
    await this.model.stop()
    // A client may still be writing when it has ended.
    rmSync(this.scene.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
