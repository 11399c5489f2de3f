/** Repositories of every shape, made by real git in temp folders. */
import { setDefaultTimeout } from "bun:test"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { stateFromDisk, type StateOptions } from "../../src/state/disk.ts"
import { known, type Value } from "../../src/shell/value.ts"
import type { Ownership, State } from "../../src/state/state.ts"

// Scenes are made by dozens of git processes, which a busy machine starts slowly.
setDefaultTimeout(60_000)

const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** A temp folder with a HOME of its own, in which git and the guard see nothing of this machine. */
export class Scene {
  readonly root = realpathSync(mkdtempSync(join(base, "state-")))
  readonly env: Record<string, string>

  constructor() {
    this.env = {
      PATH: process.env["PATH"] ?? "",
      HOME: this.path("home"),
      XDG_DATA_HOME: this.path("data"),
      XDG_CONFIG_HOME: this.path("home/.config"),
      GIT_CONFIG_GLOBAL: this.path("home/.gitconfig"),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@example.org",
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@example.org",
    }
    this.write("home/.gitconfig", "")
  }

  path(...parts: readonly string[]): string {
    return join(this.root, ...parts)
  }

  write(path: string, text: string): string {
    const full = this.path(path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    return full
  }

  /** Runs a shell text in a folder of the scene; fails the test where it fails. */
  sh(folder: string, text: string, env: Readonly<Record<string, string>> = {}): string {
    const run = spawnSync("bash", ["-ec", text], {
      cwd: this.path(folder),
      env: { ...this.env, ...env },
      encoding: "utf8",
    })
    if (run.status !== 0) throw new Error(`${text}\n${run.stdout}${run.stderr}`)
    return run.stdout.replace(/\n$/, "")
  }

  /** The same, with the output where it succeeds and undefined where it fails. */
  maybe(folder: string, text: string, env: Readonly<Record<string, string>> = {}): string | undefined {
    const run = spawnSync("bash", ["-c", text], {
      cwd: this.path(folder),
      env: { ...this.env, ...env },
      encoding: "utf8",
    })
    return run.status === 0 ? run.stdout.replace(/\n$/, "") : undefined
  }

  /** `main`, `own` and `sib`, `origin.git`, and branches that nobody has checked out. */
  standard(): this {
    const from = template()
    cpSync(from.path(ROOT), this.path(ROOT), { recursive: true, preserveTimestamps: true })
    for (const file of [
      `${OWN}/.git`,
      `${SIB}/.git`,
      `${MAIN}/.git/worktrees/own/gitdir`,
      `${MAIN}/.git/worktrees/sib/gitdir`,
    ]) {
      writeFileSync(this.path(file), readFileSync(this.path(file), "utf8").replace(from.root, this.root))
    }
    return this
  }

  state(directory: string, options: Partial<StateOptions> = {}): State {
    return stateFromDisk({ directory: this.path(directory), env: this.env, ...options })
  }

  own(directory = OWN): Ownership {
    const { own } = this.state(directory)
    if (!own) throw new Error(`${directory} is not isolated`)
    return own
  }

  text(path: string): Value {
    return known(this.path(path))
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

let made: Scene | undefined

/** The standard scene, made once by real git. */
function template(): Scene {
  if (made) return made
  made = new Scene()
  process.on("exit", () => made?.remove())
  mkdirSync(made.path(ROOT), { recursive: true })
  made.sh(
    ROOT,
    `git init -q --bare -b main origin.git
     git init -q -b main main && cd main
     mkdir src docs && echo a >README.md && echo a >src/app.txt && echo a >docs/guide.md
     git add -A && git commit -qm first && git branch feat/other && git branch release && git tag v1
     git remote add origin ../origin.git && git push -q origin main feat/other release v1
     git worktree add -q -b feat/child-work ../own && git worktree add -q -b feat/sibling ../sib
     cd ../own && echo b >own.txt && git add -A && git commit -qm own && git push -q origin feat/child-work
     echo c >own.txt && git commit -qam more
     cd ../sib && echo s >sib.txt && git add -A && git commit -qm sib && git push -q origin feat/sibling`,
  )
  return made
}

/** Where the standard scene stands: below the data folder, so that it is isolated and orchestrated. */
export const ROOT = "data/ringfence/worktree/p"
export const OWN = `${ROOT}/own`
export const MAIN = `${ROOT}/main`
export const SIB = `${ROOT}/sib`

/** Runs `use` in a scene that is removed afterwards. */
export function inScene<T>(use: (scene: Scene) => T): T {
  const scene = new Scene()
  try {
    return use(scene)
  } finally {
    scene.remove()
  }
}
