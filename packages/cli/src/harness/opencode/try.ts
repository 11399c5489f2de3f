/** Loads the plugin as opencode would, and hands it calls whose answers are known, in a scratch worktree. */
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { problemFile, type Problem } from "@ringfence/opencode/trouble"
import { checkout } from "../../checkout.ts"
import { bad, good, unknown, type Check, type Context, type Env } from "../client.ts"
import { inScene, type Scene } from "../scene.ts"
import { entryOf } from "./package.ts"
import type { Answer, Task } from "./probe.ts"

/** For everything together: the plugin loads the grammar. */
const PATIENCE = 30_000

const PROBE = "packages/cli/src/harness/opencode/probe.ts"

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
  return inScene(context.env, (scene) => ask(entry, scene, patience))
}

async function ask(entry: string, { folder, main, child, env }: Scene, patience: number): Promise<readonly Check[]> {
  const calls = CALLS(main)
  const answers = join(folder, "answers.json")
  const task: Task = { entry, directory: child, main, calls: calls.map(({ tool, args }) => ({ tool, args })), answers }
  const probe = Bun.spawn(
    [process.execPath, "--no-env-file", "--config=/dev/null", join(checkout(), PROBE), JSON.stringify(task)],
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
