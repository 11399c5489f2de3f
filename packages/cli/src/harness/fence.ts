/** Whether the fence holds on this machine: tried in a scratch worktree, with this machine's git. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Fence } from "@ringfence/fence"
import { limitsOf } from "@ringfence/fence/limits"
import { bad, good, unknown, type Check, type Context, type Env } from "./client.ts"
import { inScene, type Scene } from "./scene.ts"

const UPGRADE = "see what `ringfence fence status` says in a session; until then the guard alone reads its commands"

/** Tries the fence in a scratch worktree. */
export const tryFence = ({ env }: Context): Promise<readonly Check[]> => inScene(env, look)

async function look(scene: Scene): Promise<readonly Check[]> {
  const prepared = Fence.prepare({ directory: scene.child, env: scene.env })
  if (!prepared.fenced) return [bad(`the fence cannot be put up: ${prepared.problems.join("; ")}`, UPGRADE)]
  const env = { ...scene.env, ...PERSON, ...prepared.env }
  const { git } = Fence.status(scene.child, scene.env)
  if (git === undefined) return [unknown("no git is in the PATH", "install git")]
  return [
    // No hook is told of this: it is refused only where the shim gets its answer.
    await refused("its git refuses what is not the session's (shim)", scene, env, ["git", "worktree", "prune"]),
    await refused("git by its path refuses it too (hooks)", scene, env, [
      git.path,
      "update-ref",
      "-d",
      "refs/heads/main",
    ]),
    await chained(scene, env),
    note(`git ${git.version} at ${git.path}`),
    ...limitsOf(git.version).map(({ about }) => note(`it cannot stop ${about}`)),
  ]
}

const PERSON = {
  GIT_AUTHOR_NAME: "Ringfence",
  GIT_AUTHOR_EMAIL: "doctor@ringfence.invalid",
  GIT_COMMITTER_NAME: "Ringfence",
  GIT_COMMITTER_EMAIL: "doctor@ringfence.invalid",
}

const note = (about: string): Check => ({ about, result: "noted" })

async function refused(about: string, { child }: Scene, env: Env, argv: readonly string[]): Promise<Check> {
  const { code, said } = await finished(child, env, argv)
  if (code !== 0 && said.includes("isolated-git/")) return good(about)
  return bad(`${about}: it did not, and ended with ${code}: ${said.trim().split("\n")[0]}`, UPGRADE)
}

/** A hook of the user's own goes on running, and what the session may do goes on working. */
async function chained({ main, child }: Scene, env: Env): Promise<Check> {
  const about = "the user's own hooks go on running"
  const hook = join(main, ".git", "hooks", "pre-commit")
  const ran = join(main, ".git", "ran")
  mkdirSync(join(hook, ".."), { recursive: true })
  writeFileSync(hook, `#!/bin/sh\n: > '${ran}'\n`)
  chmodSync(hook, 0o755)
  const { code, said } = await finished(child, env, ["git", "commit", "-q", "--allow-empty", "-m", "Go on"])
  if (code === 0 && existsSync(ran)) return good(about)
  const what = code === 0 ? "a pre-commit hook did not run" : `a commit ended with ${code}: ${said.trim()}`
  return bad(`${about}: ${what}`, UPGRADE)
}

async function finished(
  cwd: string,
  env: Env,
  argv: readonly string[],
): Promise<{ readonly code: number; readonly said: string }> {
  const path = Bun.which(argv[0]!, { PATH: env["PATH"] ?? "" }) ?? argv[0]!
  const child = Bun.spawn([path, ...argv.slice(1)], {
    cwd,
    env: { ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    timeout: PATIENCE,
    killSignal: "SIGKILL",
  })
  const [said, code] = await Promise.all([child.stderr.text(), child.exited])
  return { code, said }
}

/** Milliseconds that a try may take. */
const PATIENCE = 30_000
