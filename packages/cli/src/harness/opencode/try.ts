/** Loads the plugin as opencode would, and hands it calls whose answers are known, in a scratch worktree. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { problemFile, type Problem } from "@ringfence/opencode/trouble"
import type { Check, Context, Env } from "../client.ts"
import { entryOf } from "./package.ts"
import type { Answer, Task } from "./probe.ts"

/** For everything together: the plugin loads the grammar. */
const PATIENCE = 30_000

/** Calls, whether they are to be refused, and how they are called. */
const CALLS = (
  main: string,
): readonly (Task["calls"][number] & { readonly refused: boolean; readonly about: string })[] => [
  {
    tool: "bash",
    args: { command: "git rebase main" },
    refused: true,
    about: "`git rebase main` in an isolated worktree",
  },
  { tool: "bash", args: { command: "git status" }, refused: false, about: "`git status` there" },
  {
    tool: "write",
    args: { filePath: join(main, "notes.txt"), content: "" },
    refused: true,
    about: "a file tool that writes into the main checkout",
  },
]

const REINSTALL = "run `ringfence install opencode`"
const REPAIR = "run `ringfence --version`, which repairs the dependencies of its checkout, and start opencode anew"

/**
 * What a plugin at a path does with known calls.
 *
 * @param patience for everything together, in milliseconds
 */
export async function tryPlugin(path: string, context: Context, patience = PATIENCE): Promise<readonly Check[]> {
  if (!statSync(path, { throwIfNoEntry: false }))
    return [bad(`${path} is not there: opencode says nothing and runs unguarded`, REINSTALL)]
  const entry = entryOf(path)
  if (entry === undefined) return [bad(`${path} names no file that opencode could load`, REINSTALL)]
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-doctor-")))
  try {
    const scene = await makeScene(folder, context.env)
    if (typeof scene !== "string") return await ask(entry, scene, patience)
    const fix = "see that git works, and that the temporary folder can be written"
    return [unknown(`no scratch worktree could be made: ${scene}`, fix)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const good = (about: string): Check => ({ about, result: "good" })
const bad = (about: string, fix: string): Check => ({ about, result: "bad", fix })
const unknown = (about: string, fix: string): Check => ({ about, result: "unknown", fix })

interface Scene {
  readonly folder: string
  readonly main: string
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

async function ask(entry: string, { folder, main, child, env }: Scene, patience: number): Promise<readonly Check[]> {
  const calls = CALLS(main)
  const answers = join(folder, "answers.json")
  const task: Task = { entry, directory: child, main, calls: calls.map(({ tool, args }) => ({ tool, args })), answers }
  const probe = Bun.spawn(
    [process.execPath, "--no-env-file", "--config=/dev/null", join(import.meta.dir, "probe.ts"), JSON.stringify(task)],
    {
      cwd: child,
      env: { ...env },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
      timeout: patience,
      killSignal: "SIGKILL",
    },
  )
  const [said] = await Promise.all([probe.stderr.text(), probe.exited])
  if (probe.signalCode === "SIGKILL")
    return [unknown(`the plugin did not answer within ${patience} ms`, "try again when the machine is less busy")]
  const answer = readAnswer(answers)
  if (answer === undefined)
    return [bad(`the plugin ended the program that loaded it: ${said.trim().split("\n").at(-1)}`, REPAIR)]
  if (answer.failure !== undefined) return [bad(`the plugin does not load: ${answer.failure}`, REPAIR)]
  return [
    good(`loads from ${entry}`),
    ...calls.map((call, index) => judge(call, answer.refusals[index] ?? null)),
    ...(await troubleIn(env, (problem) => bad(problem, REPAIR))),
  ]
}

/** The problem that the plugin last wrote down in the data folder of an environment, if any. */
export async function troubleIn(env: Env, asCheck: (problem: string) => Check): Promise<readonly Check[]> {
  const file = await problemFile((name) => env[name])
  try {
    const { what, message, time } = JSON.parse(readFileSync(file, "utf8")) as Problem
    return [asCheck(`${what}: ${message} (${new Date(time).toISOString()})`)]
  } catch {
    return []
  }
}

function readAnswer(path: string): Answer | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Answer
  } catch {
    return undefined
  }
}

function judge({ about, refused }: ReturnType<typeof CALLS>[number], reason: string | null): Check {
  const code = /\[([a-z-]+\/[a-z-]+)\]/.exec(reason ?? "")?.[1]
  if (refused && reason === null)
    return bad(`${about}: let through`, "see that no policy is in `off` in Ringfence's configuration")
  if (!refused && reason !== null) return bad(`${about}: refused: ${reason.split("\n")[0]}`, REPAIR)
  return good(refused ? `${about}: refused${code ? ` (${code})` : ""}` : `${about}: let through`)
}
