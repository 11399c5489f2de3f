/** A repository with a remote, a data folder and the services of sessions, all in one temporary folder. */
import { ManagedRuntime, Layer } from "effect"
import type { Effect } from "effect"
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Audit } from "../../src/audit/index.ts"
import { Global } from "../../src/global/index.ts"
import { Session } from "../../src/session/index.ts"
import { Storage } from "../../src/storage/index.ts"
import { Worktree } from "../../src/worktree/index.ts"

type Services = Session.Service | Worktree.Service | Audit.Service | Storage.Service | Global.Service

/** What git and the services must not take from whoever runs the tests. */
const environmentIn = (root: string): Record<string, string> => ({
  HOME: join(root, "home"),
  XDG_CONFIG_HOME: join(root, "home/.config"),
  XDG_DATA_HOME: join(root, "home/.local/share"),
  XDG_CACHE_HOME: join(root, "home/.cache"),
  XDG_STATE_HOME: join(root, "home/.local/state"),
  RINGFENCE_DATA: join(root, "data"),
  RINGFENCE_CONFIG: join(root, "home/ringfence.json"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
})
const UNSET = ["RINGFENCE_SESSION", "RINGFENCE_WORKTREE", "RINGFENCE_BRANCH", "GIT_DIR", "GIT_CONFIG_GLOBAL"]

/** Sets variables of this process; gives what puts them back. */
function setEnvironment(values: Readonly<Record<string, string | undefined>>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const)
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  for (const [name, value] of Object.entries(values)) put(name, value)
  return () => before.forEach(([name, value]) => put(name, value))
}

export interface Scene {
  readonly root: string
  /** The main checkout, on main: README.md and src/app.txt, two commits, pushed to origin. */
  readonly repo: string
  readonly data: string
  readonly env: Readonly<Record<string, string>>
  /** Runs git in a folder, and gives what it prints. Throws where it fails. */
  git(directory: string, ...argv: readonly string[]): string
  write(path: string, text: string): void
  /** Commits a file in a folder. */
  commit(directory: string, file: string, text?: string): string
  run<A, E>(effect: Effect.Effect<A, E, Services>): Promise<A>
  [Symbol.asyncDispose](): Promise<void>
}

export interface SceneOptions {
  /** Leave the project a plain folder. */
  readonly plain?: boolean
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** While it stands this process has its environment: one at a time. */
export function scene({ plain = false, environment = {} }: SceneOptions = {}): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-session-")))
  const env = environmentIn(root)
  const unset = Object.fromEntries(UNSET.map((name) => [name, undefined]))
  // The test's own git goes by none of what the services are to bear.
  const plainly = { ...process.env, ...unset, ...env }
  const restore = setEnvironment({ ...unset, ...env, ...environment })
  const repo = join(root, "repo")
  for (const folder of [repo, env["HOME"]!]) mkdirSync(folder, { recursive: true })
  const git: Scene["git"] = (directory, ...argv) => {
    const done = Bun.spawnSync(["git", ...argv], { cwd: directory, env: plainly, stdout: "pipe", stderr: "pipe" })
    if (done.exitCode !== 0) throw new Error(`git ${argv.join(" ")}: ${done.stderr.toString()}`)
    return done.stdout.toString().trimEnd()
  }
  const write: Scene["write"] = (path, text) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const commit: Scene["commit"] = (directory, file, text = file) => {
    write(join(directory, file), text)
    git(directory, "add", "--", file)
    git(directory, "commit", "-qm", `add ${file}`)
    return git(directory, "rev-parse", "HEAD")
  }
  if (!plain) {
    git(root, "init", "-q", "--bare", "-b", "main", "origin.git")
    git(repo, "init", "-q", "-b", "main")
    commit(repo, "README.md", "hello\n")
    commit(repo, "src/app.txt", "one\n")
    git(repo, "remote", "add", "origin", join(root, "origin.git"))
    git(repo, "push", "-q", "-u", "origin", "main")
  }
  const runtime = ManagedRuntime.make(services())
  return {
    root,
    repo,
    data: env["RINGFENCE_DATA"]!,
    env,
    git,
    write,
    commit,
    run: (effect) => runtime.runPromise(effect),
    async [Symbol.asyncDispose]() {
      await runtime.dispose()
      restore()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The services over this process's environment. */
export const services = (): Layer.Layer<Services> =>
  Session.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Worktree.layer, Audit.layer)),
    Layer.provideMerge(Storage.layer),
    Layer.provideMerge(Global.layer),
  )

/** Every file below a folder with its content; the database and git's objects are left out. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (/(^|\/)objects(\/|$)|ringfence\.db/.test(path)) continue
    found.set(
      path,
      entry.isFile() ? readFileSync(join(folder, path), "utf8") : entry.isDirectory() ? "folder" : "other",
    )
  }
  return found
}

/** Refs, worktrees with their locks, and all files of the repository: what a creation that failed must not change. */
export function stateOf({ git, repo }: Scene): Readonly<Record<string, unknown>> {
  return {
    refs: git(repo, "for-each-ref", "--format=%(refname) %(objectname)"),
    worktrees: git(repo, "worktree", "list", "--porcelain"),
    files: Object.fromEntries(filesOf(repo)),
  }
}

/** What is left of creations: their names in `<data>`, as far as they are not finished. */
export function unfinished({ data }: Scene): readonly string[] {
  return [...filesOf(data)]
    .filter(([path, kind]) => path.startsWith("creating/") && kind !== "folder")
    .map(([path]) => path)
}
