/** A scratch repository with the command line in it, a data folder of its own, and a folder outside of both. */
import { afterAll, beforeAll } from "bun:test"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createScene, removeScene, type Scene } from "../../src/command/demo/scene.ts"
import { cleanEnvironment, ringfence, ROOT, run, type Call, type Finished } from "./process.ts"

export interface Created {
  readonly id: string
  readonly directory: string
  readonly branch: string | null
}

export interface Place {
  readonly scene: Scene
  /** The main checkout. */
  readonly main: string
  /** Lies outside of every worktree and temporary folder that commands may use. */
  readonly outside: string
  /** What commands run with. */
  readonly env: Readonly<Record<string, string>>
  /** `ringfence …` in the main checkout. */
  call(argv: readonly string[], call?: Call): Promise<Finished>
  /** `ringfence session …`, which has to work; what it prints. */
  session(...argv: readonly string[]): Promise<string>
  create(...argv: readonly string[]): Promise<Created>
  /** Started, not waited for. */
  start(argv: readonly string[], call?: Call): Started
  /** Everything of the main checkout that a child could disturb, as one text. */
  snapshot(): Promise<string>
}

export interface Started {
  readonly pid: number
  /** What it has said so far on stderr. */
  said(): string
  /** Waits until it has said this on stderr. */
  says(text: string): Promise<void>
  kill(signal: NodeJS.Signals): void
  readonly finished: Promise<Finished>
}

/** A place for the tests of a file, made before the first and removed after the last. */
export function usePlace(): Place {
  let scene: Scene
  beforeAll(async () => {
    scene = await createScene()
    await mkdir(join(scene.folder, "outside"))
    await writeFile(join(scene.folder, "outside", "notes.txt"), "outside\n")
  })
  afterAll(() => removeScene(scene))
  const environment = (): Record<string, string> => ({
    ...scene.env,
    XDG_DATA_HOME: join(scene.env["HOME"]!, ".local/share"),
    // The scene lies in the machine's temporary folder, where commands may do what they like.
    TMPDIR: join(scene.folder, "tmp"),
  })
  const at = (call: Call = {}): Call => ({ cwd: scene.main, ...call, env: { ...environment(), ...call.env } })
  const place: Place = {
    get scene() {
      return scene
    },
    get main() {
      return scene.main
    },
    get outside() {
      return join(scene.folder, "outside")
    },
    get env() {
      return environment()
    },
    call: (argv, call) => ringfence(argv, at(call)),
    session: async (...argv) => {
      const { code, stdout, stderr } = await place.call(["session", ...argv])
      if (code !== 0) throw new Error(`session ${argv.join(" ")}: exit ${code}\n${stderr}`)
      return stdout
    },
    create: async (...argv) => JSON.parse(await place.session("create", "--json", ...argv)) as Created,
    start: (argv, call) => start(argv, at(call)),
    snapshot: async () => {
      const look = `git for-each-ref; git rev-parse HEAD; cat .git/HEAD; git ls-files -s; git status --porcelain
        git stash list; git config --list --local; cat README.md draft.txt src/*`
      return (await run(["sh", "-c", look], at())).stdout
    },
  }
  return place
}

function start(argv: readonly string[], { cwd, env }: Call): Started {
  const child = Bun.spawn([join(ROOT, "ringfence"), ...argv], {
    cwd: cwd!,
    env: { ...cleanEnvironment(), ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  })
  let stderr = ""
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) stderr += decoder.decode(chunk, { stream: true })
  })()
  return {
    pid: child.pid,
    said: () => stderr,
    says: (text) =>
      until(`it says ${JSON.stringify(text)}, not ${JSON.stringify(stderr)}`, () => stderr.includes(text)),
    kill: (signal) => child.kill(signal),
    finished: (async () => {
      const [stdout, code] = await Promise.all([child.stdout.text(), child.exited, reading])
      return { code, stdout, stderr }
    })(),
  }
}

/** Waits for something that will be so. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    if (await isSo()) return
    await Bun.sleep(20)
  }
  throw new Error(`waited in vain until ${what}`)
}

export const untilFile = (path: string): Promise<void> => until(`${path} is there`, () => existsSync(path))
