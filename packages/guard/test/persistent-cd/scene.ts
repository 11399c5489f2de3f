/** A marked checkout, made by real git, and real bash as the judge of what moves the shell in it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CheckRequest } from "../../src/index.ts"
import { processFolder } from "../fixture/place.ts"
import { cleanEnvironment } from "../fixture/template.ts"

export interface Scene {
  /** Everything lies below, a home of its own too. */
  readonly root: string
  /** A checkout with AGENTS.md, bin/, lib/ and pkg/api/. */
  readonly main: string
  readonly env: Readonly<Record<string, string>>
  remove(): void
}

let scenes = 0

/** Runs git as a set-up step; one that fails is a mistake in the test. */
export function git(scene: Pick<Scene, "env">, cwd: string, ...args: readonly string[]): void {
  const ran = Bun.spawnSync(["git", ...args], { cwd, env: { ...scene.env }, stdin: "ignore", stderr: "pipe" })
  if (ran.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`)
}

/** Puts the default markers, and the folders that the cases name, into a folder. */
export function furnish(top: string): void {
  for (const folder of ["bin", "lib", "pkg/api"]) mkdirSync(join(top, folder), { recursive: true })
  writeFileSync(join(top, "AGENTS.md"), "")
}

export function makeScene(): Scene {
  const root = join(processFolder(), "scenes", `cd-${++scenes}`)
  const main = join(root, "main")
  for (const folder of ["home", "before", "main"]) mkdirSync(join(root, folder), { recursive: true })
  const env = { ...cleanEnvironment(join(root, "home")), RINGFENCE_DATA: join(root, "data") }
  const scene: Scene = { root, main, env, remove: () => rmSync(root, { recursive: true, force: true }) }
  git(scene, main, "init", "-q", "-b", "main")
  furnish(main)
  git(scene, main, "commit", "-q", "--allow-empty", "-m", "first")
  return scene
}

/** The question about a command typed at the top of the checkout. */
export function request({ main, env }: Scene, command: string): CheckRequest {
  return { command, directory: main, env }
}

/**
 * What a text does to the shell that reads it: "moved" where a builtin that moves was run in it, even to where it
 * stood or there and back; "gone" where the text ends the shell before it can tell.
 */
export type Fate = "moved" | "stayed" | "gone"

/**
 * Like the shell of an agent: it expands aliases, has a stack and a previous directory from earlier commands, and
 * reads one text after the other. The builtins write OLDPWD whenever they move; nothing else does.
 */
const SHELL = `
__tell() { builtin printf '%s\\0%s\\0' "$(builtin pwd -P)" "$OLDPWD" > "$__told"; }
builtin pushd -n "$PWD/pkg" >/dev/null
builtin pushd -n "$PWD/lib" >/dev/null
OLDPWD=$__before
trap __tell EXIT
eval "$1"
__tell
trap - EXIT
`

/** Runs the text in a bash of its own at the top of the checkout. */
export function fateInBash({ root, main, env }: Scene, text: string): Fate {
  const told = join(root, "told")
  const before = join(root, "before")
  rmSync(told, { force: true })
  Bun.spawnSync(["bash", "--noprofile", "--norc", "-O", "expand_aliases", "-c", SHELL, "bash", text], {
    cwd: main,
    env: { ...env, __told: told, __before: before },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    timeout: 20_000,
  })
  const [where, previous] = readIfThere(told).split("\0")
  if (previous === undefined) return "gone"
  return where === main && previous === before ? "stayed" : "moved"
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}
