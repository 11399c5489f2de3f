/** A scratch repository with an isolated worktree, in which guards are handed calls whose answers are known. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { unknown, type Check, type Env } from "./client.ts"

/** A scratch repository, to try in what a session would meet. */
export interface Scene {
  readonly folder: string
  /** The main checkout. */
  readonly main: string
  /** An isolated worktree of it. */
  readonly child: string
  readonly env: Env
}

/** A repository with an isolated worktree in it; what git said where that did not work. */
async function makeScene(folder: string, env: Env): Promise<Scene | string> {
  const main = join(folder, "main")
  const data = join(folder, "data")
  const child = join(data, "worktree", "doctor", "child")
  const own: Env = { ...withoutGit(env), RINGFENCE_DATA: data }
  const quiet = { ...own, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }
  const person = ["-c", "user.name=Ringfence", "-c", "user.email=doctor@ringfence.invalid"]
  mkdirSync(join(data, "worktree", "doctor"), { recursive: true })
  const steps = [
    ["git", "init", "-q", "-b", "main", main],
    ["git", "-C", main, ...person, "commit", "-q", "--allow-empty", "-m", "Begin"],
    ["git", "-C", main, "worktree", "add", "-q", "-b", "child", child],
  ]
  for (const argv of steps) {
    const said = await failureOf(argv, quiet)
    if (said !== undefined) return said
  }
  return { folder, main, child, env: own }
}

/** What a program said where it failed. */
async function failureOf(argv: string[], env: Env): Promise<string | undefined> {
  try {
    const child = Bun.spawn(argv, { env: { ...env }, stdin: "ignore", stdout: "ignore", stderr: "pipe" })
    const [said, code] = await Promise.all([child.stderr.text(), child.exited])
    return code === 0 ? undefined : said.trim().split("\n").at(-1) || `exit ${code}`
  } catch (error) {
    return (error as Error).message
  }
}

/** Neither another repository nor another session may have a say in what is tried. */
const withoutGit = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(GIT_|RINGFENCE_(SESSION|WORKTREE|BRANCH)$)/.test(name)))

/** Looks at something in a scene, which is gone afterwards; one check that says so where none could be made. */
export async function inScene(env: Env, look: (scene: Scene) => Promise<readonly Check[]>): Promise<readonly Check[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-doctor-")))
  try {
    const scene = await makeScene(folder, env)
    if (typeof scene !== "string") return await look(scene)
    const fix = "see that git works, and that the temporary folder can be written"
    return [unknown(`no scratch worktree could be made: ${scene}`, fix)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
