/** The real opencode in a home of its own, with our plugin and a scripted model. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { ModelServer } from "./model-server.ts"

export const ROOT = resolve(import.meta.dir, "../../../..")

/** The plugin's package, as `ringfence install` names it. */
export const PACKAGE = resolve(import.meta.dir, "../..")

/** The program itself: its npm package only starts it, by node. */
export function program(): string {
  const name = `opencode-${process.platform}-${process.arch}`
  const found = [name, `${name}-baseline`]
    .map((each) => join(ROOT, "node_modules", each, "bin/opencode"))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error(`no ${name} in node_modules: npm install leaves it out on this platform`)
  return found
}

export interface Options {
  /** What opencode.json names; the package unless given. */
  readonly plugins?: readonly unknown[]
  /** More of opencode.json. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

/** A model by whose name opencode offers it apply_patch in place of edit and write. */
export const PATCHING = "gpt-5.1"

const model = (name: string) => ({ name, tool_call: true, limit: { context: 200_000, output: 8000 } })

/** A home with a repository: a main checkout on `main`, a bare remote, and a worktree where opencode makes its own. */
export class Home {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-opencode-")))
  readonly main = join(this.top, "main")
  readonly data = join(this.top, "data")
  readonly model = new ModelServer()
  readonly env: Readonly<Record<string, string>>

  constructor({ plugins = [PACKAGE], config = {}, env = {} }: Options = {}) {
    const at = (name: string): string => join(this.top, name)
    const { PATH = "", TMPDIR } = process.env
    this.env = {
      ...{ PATH, HOME: this.top, XDG_CONFIG_HOME: at("config"), XDG_DATA_HOME: this.data },
      ...{ XDG_STATE_HOME: at("state"), XDG_CACHE_HOME: at("cache"), RINGFENCE_DATA: at("ringfence") },
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      ...{
        SHELL: "/bin/bash",
        TERM: "xterm-256color",
        NO_PROXY: "127.0.0.1,localhost",
        no_proxy: "127.0.0.1,localhost",
      },
      ...{ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" },
      ...{ OPENCODE_DISABLE_DEFAULT_PLUGINS: "1", OPENCODE_DISABLE_EXTERNAL_SKILLS: "1" },
      ...env,
    }
    this.write("config/opencode/opencode.json", {
      ...{
        autoupdate: false,
        share: "disabled",
        snapshot: false,
        model: "mock/scripted",
        small_model: "mock/scripted",
      },
      provider: {
        mock: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: this.model.url, apiKey: "none" },
          models: { scripted: model("scripted"), [PATCHING]: model("patching") },
        },
      },
      plugin: plugins,
      ...config,
    })
    // What opencode would otherwise install beside its configuration first, from the registry.
    const installed = { packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } }
    this.write("config/opencode/package-lock.json", installed)
    mkdirSync(at("config/opencode/node_modules"))
    writeFileSync(
      at(".gitconfig"),
      "[user]\n\tname = A\n\temail = a@example.invalid\n[init]\n\tdefaultBranch = main\n[core]\n\thooksPath = /dev/null\n",
    )
    this.sh(
      this.top,
      "git init -q main && cd main && echo one >a && git add a && git commit -qm one && echo two >a && git commit -qam two",
      "git init -q --bare ../remote && git remote add origin $PWD/../remote && git push -qu origin main",
    )
  }

  /** A linked worktree on a branch of its own, where opencode puts those that it makes. */
  worktree(name: string): string {
    const root = this.sh(this.main, "git rev-list --max-parents=0 HEAD").trim()
    const path = join(this.data, "opencode/worktree", root, name)
    this.sh(this.main, `git worktree add -q -b work/${name} ${path}`)
    return path
  }

  /** Runs commands with this home's environment. Fails where one of them does. */
  sh(cwd: string, ...lines: readonly string[]): string {
    const ran = Bun.spawnSync(["bash", "-ec", lines.join("\n")], { cwd, env: this.env, stderr: "pipe" })
    if (!ran.success) throw new Error(`${lines.join("\n")}\n${ran.stderr.toString()}`)
    return ran.stdout.toString()
  }

  /** Everything about the main checkout and the remote that a child must not move. */
  state(): string {
    return this.sh(
      this.main,
      "git for-each-ref --format='%(refname) %(objectname)' | grep -Ev 'refs/(heads|remotes/origin)/(work|ringfence)/' || :",
      "git rev-parse HEAD; git symbolic-ref HEAD; git status --porcelain; git ls-files -s",
      "tail -n +1 *; git stash list; git -C ../remote rev-parse main",
    )
  }

  /** Runs `ringfence` in another process. Fails where that does. */
  async ringfence(cwd: string, ...argv: readonly string[]): Promise<string> {
    const { code, out, err } = await this.call(cwd, ...argv)
    if (code !== 0) throw new Error(`ringfence ${argv.join(" ")} ended with ${code}: ${err}${out}`)
    return out
  }

  /** Runs `ringfence` in another process, however that ends. */
  async call(cwd: string, ...argv: readonly string[]) {
    const main = join(ROOT, "packages/cli/src/main.ts")
    const child = Bun.spawn([process.execPath, "--no-env-file", "--config=/dev/null", main, ...argv], {
      ...{ cwd, env: this.env, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    })
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    return { code, out, err }
  }

  /** Runs opencode to its end, in the main checkout unless given. */
  async run(argv: readonly string[], cwd = this.main): Promise<{ readonly code: number; readonly out: string }> {
    const child = Bun.spawn([program(), ...argv], {
      ...{ cwd, env: this.env, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    })
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    return { code, out: out + err }
  }

  /** Starts `opencode serve`. */
  async serve(): Promise<Server> {
    const port = await freePort()
    const log = join(this.top, "opencode.log")
    const child = Bun.spawn([program(), "serve", "--port", String(port), "--print-logs"], {
      ...{ cwd: this.main, env: this.env, stdin: "ignore", stdout: Bun.file(log), stderr: Bun.file(`${log}.error`) },
    })
    const url = `http://127.0.0.1:${port}`
    await until("opencode starts", async () => {
      if (child.exitCode !== null) throw new Error(`opencode did not start: ${await Bun.file(`${log}.error`).text()}`)
      return (await Bun.file(log).text()).includes(url) || undefined
    })
    return new Server(url, this, async () => {
      child.kill()
      await child.exited
    })
  }

  async remove(): Promise<void> {
    await this.model.stop()
    rmSync(this.top, { recursive: true, force: true })
  }

  private write(name: string, content: object): void {
    const path = join(this.top, name)
    mkdirSync(resolve(path, ".."), { recursive: true })
    writeFileSync(path, JSON.stringify(content))
  }
}

/** `--port 0` means 4096 to opencode, so one is chosen for it. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === "string") throw new Error("no port is free")
  return address.port
}

export interface Session {
  readonly id: string
  readonly directory: string
  readonly parentID?: string
}

export interface Asked {
  readonly id: string
  readonly sessionID: string
  readonly permission: string
  readonly patterns: readonly string[]
}

export interface Event {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** A running opencode, over HTTP. */
export class Server {
  constructor(
    private readonly url: string,
    private readonly home: Home,
    readonly stop: () => Promise<void>,
  ) {}

  async call<A>(method: string, path: string, directory: string, body?: object): Promise<A> {
    const response = await fetch(`${this.url}${path}?directory=${encodeURIComponent(directory)}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === "" ? undefined : JSON.parse(text)) as A
  }

  /** Hears what opencode tells whoever listens in a directory. @returns the events so far, as they come */
  async listen(directory: string): Promise<readonly Event[]> {
    const { body } = await fetch(`${this.url}/event?directory=${encodeURIComponent(directory)}`)
    const heard: Event[] = []
    const read = async (): Promise<void> => {
      let text = ""
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
        const events = (text + chunk).split("\n\n")
        text = events.pop()!
        for (const event of events) heard.push(JSON.parse(event.slice(event.indexOf("{"))) as Event)
      }
    }
    // It ends with the server.
    read().catch(() => {})
    return heard
  }

  session(directory: string, more: object = {}): Promise<Session> {
    return this.call("POST", "/session", directory, { title: "scripted", ...more })
  }

  /** Runs a script in a session to its end. @returns what its calls gave */
  async play(session: Session, message: string, agent = "build", model = "scripted"): Promise<readonly string[]> {
    const body = { ...says(message, agent), model: { providerID: "mock", modelID: model } }
    await this.call("POST", `/session/${session.id}/message`, session.directory, body)
    return this.home.model.results(message)
  }

  /** Starts a script in a session, and does not wait for it. */
  async begin(session: Session, message: string, agent = "build"): Promise<void> {
    await this.call("POST", `/session/${session.id}/prompt_async`, session.directory, says(message, agent))
  }

  /** What waits for an answer in a directory. */
  asks(directory: string): Promise<readonly Asked[]> {
    return this.call("GET", "/permission", directory)
  }

  children(session: Session): Promise<readonly Session[]> {
    return this.call("GET", `/session/${session.id}/children`, session.directory)
  }
}

const says = (text: string, agent: string) => ({ agent, parts: [{ type: "text", text }] })

/** Looks until there is something. Gives up, by throwing, after a time that no healthy machine takes. */
export async function until<A>(what: string, look: () => Promise<A | undefined>): Promise<A> {
  const end = Date.now() + 150_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`nothing happened: ${what}`)
    await Bun.sleep(50)
  }
}
