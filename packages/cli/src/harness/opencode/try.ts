/** Loads the plugin as opencode would, and hands it calls whose answers are known, in a scratch worktree. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

/** What a plugin at a path does with known calls. */
export async function tryPlugin(path: string, context: Context): Promise<readonly Check[]> {
  if (!statSync(path, { throwIfNoEntry: false }))
    return [{ about: `${path} is not there: opencode says nothing and runs unguarded`, result: "bad", fix: REINSTALL }]
  const entry = entryOf(path)
  if (entry === undefined)
    return [{ about: `${path} names no file that opencode could load`, result: "bad", fix: REINSTALL }]
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-doctor-")))
  try {
    const scene = await makeScene(folder, context.env)
    if (typeof scene === "string")
      return [
        {
          about: `no scratch worktree could be made: ${scene}`,
          result: "unknown",
          fix: "see that git works, and that the temporary folder can be written",
        },
      ]
    return await ask(entry, scene, context)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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

async function ask(entry: string, { folder, main, child, env }: Scene, context: Context): Promise<readonly Check[]> {
  const calls = CALLS(main)
  const answers = join(folder, "answers.json")
  const task: Task = { entry, directory: child, main, calls: calls.map(({ tool, args }) => ({ tool, args })), answers }
  const probe = Bun.spawn(
    [process.execPath, "--no-env-file", "--config=/dev/null", join(import.meta.dir, "probe.ts"), JSON.stringify(task)],
    { cwd: context.cwd, env: { ...env }, stdin: "ignore", stdout: "ignore", stderr: "pipe", timeout: PATIENCE },
  )
  const [said] = await Promise.all([probe.stderr.text(), probe.exited])
  if (probe.signalCode !== null)
    return [
      {
        about: `the plugin did not answer within ${PATIENCE / 1000} s`,
        result: "unknown",
        fix: "try again when the machine is less busy",
      },
    ]
  const answer = readAnswer(answers)
  if (answer === undefined)
    return [
      {
        about: `the plugin ended the program that loaded it: ${said.trim().split("\n").at(-1)}`,
        result: "bad",
        fix: REINSTALL,
      },
    ]
  if (answer.failure !== undefined)
    return [
      {
        about: `the plugin does not load: ${answer.failure}`,
        result: "bad",
        fix: "run `ringfence --version` in the checkout, which repairs its dependencies",
      },
    ]
  return [
    { about: `loads from ${entry}`, result: "good" },
    ...calls.map((call, index) => judge(call, answer.refusals[index] ?? null)),
  ]
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
    return {
      about: `${about}: let through`,
      result: "bad",
      fix: "see that no policy is in `off` in Ringfence's configuration",
    }
  if (!refused && reason !== null)
    return { about: `${about}: refused: ${reason.split("\n")[0]}`, result: "bad", fix: REINSTALL }
  return { about: refused ? `${about}: refused${code ? ` (${code})` : ""}` : `${about}: let through`, result: "good" }
}
