/** Hands what is installed calls whose answers are known, as the client would, in a scratch worktree. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { bad, good, unknown, type Check, type Context } from "../client.ts"
import type { Dialect } from "../hook/dialect.ts"
import { readFailures } from "../hook/failures.ts"
import { inScene, type Scene } from "../scene.ts"
import type { Sample, Setup } from "./setup.ts"

/** As long as the installed hooks may take, in milliseconds. */
const PATIENCE = 30_000

/** What a client runs: a line for a shell, or an extension that it loads. */
export type Installed = { readonly line: string } | { readonly extension: string }

interface Known {
  readonly about: string
  readonly refused: boolean
  readonly sample: Sample
}

const known = ({ tools }: Setup, { main, child }: Scene): readonly Known[] => {
  const [file, path, content] = tools.file
  const shell = (command: string): Sample => ({ tool: tools.shell, input: { command }, directory: child })
  const written = { [path]: join(main, "notes.txt"), [content]: "" }
  return [
    { about: "`git rebase main` in an isolated worktree", refused: true, sample: shell("git rebase main") },
    { about: "`git status` there", refused: false, sample: shell("git status") },
    {
      about: "a file tool that writes into the main checkout",
      refused: true,
      sample: { tool: file, input: written, directory: child },
    },
  ]
}

/** What the installed hook does with known calls. */
export const tryHook = (
  installed: Installed,
  dialect: Dialect,
  setup: Setup,
  { env }: Context,
  patience = PATIENCE,
): Promise<readonly Check[]> =>
  inScene(env, async (scene) => {
    const checks: Check[] = []
    for (const call of known(setup, scene)) checks.push(await judge(call, installed, dialect, setup, scene, patience))
    return checks
  })

/** Loads an extension as pi does, and hands it one call. */
const HOST = `
const { default: load } = await import(process.argv[2])
let handler
load({ on: (name, given) => { if (name === "tool_call") handler = given } })
const answer = await handler?.(JSON.parse(await new Response(Bun.stdin.stream()).text()), { cwd: process.cwd(), hasUI: false })
if (answer?.block === true) { process.stderr.write(answer.reason ?? ""); process.exit(2) }
process.exit(0)
`

function argvFor(installed: Installed, { folder }: Scene): readonly string[] {
  if ("line" in installed) return ["sh", "-c", installed.line]
  const host = join(folder, "host.ts")
  writeFileSync(host, HOST)
  return [process.execPath, "--no-env-file", "--config=/dev/null", host, installed.extension]
}

async function judge(
  { about, refused, sample }: Known,
  installed: Installed,
  dialect: Dialect,
  setup: Setup,
  scene: Scene,
  patience: number,
): Promise<Check> {
  const child = Bun.spawn([...argvFor(installed, scene)], {
    cwd: scene.child,
    env: { ...scene.env, ...setup.variables?.(sample) },
    stdin: Buffer.from(JSON.stringify(setup.payload(sample))),
    stdout: "pipe",
    stderr: "pipe",
    timeout: patience,
    killSignal: "SIGKILL",
  })
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (child.signalCode === "SIGKILL")
    return unknown(`${about}: no answer within ${patience} ms`, "try again when the machine is less busy")
  const silent = code === 0 && stdout === "" && stderr === ""
  const no = code === 2 && stderr.trim() !== "" && isAnswer(stdout, stderr.trim(), dialect)
  const stated = /\[([a-z-]+\/[a-z-]+)\]/.exec(stderr)?.[1]
  if (refused && no) return good(`${about}: refused${stated ? ` (${stated})` : ""}`)
  if (!refused && silent) return good(`${about}: let through`)
  const repair = `run \`ringfence --version\`, which repairs the dependencies of its checkout, then \`ringfence install ${dialect.name}\``
  if (!silent && !(no && !refused))
    return bad(`${about}: answered with exit ${code}${firstLine(stderr || stdout)}, which is no answer for it`, repair)
  if (no) return bad(`${about}: refused${firstLine(stderr)}`, repair)
  const failure = readFailures(scene.env).at(-1)
  return failure
    ? bad(`${about}: let through, for something did not work: ${failure.what}`, repair)
    : bad(`${about}: let through`, "see that no policy is in `off` in Ringfence's configuration")
}

const firstLine = (text: string): string => (text.trim() === "" ? "" : `: ${text.trim().split("\n")[0]}`)

/** Whether stdout holds just what the client needs beside exit 2. */
function isAnswer(stdout: string, reason: string, { answer }: Dialect): boolean {
  if (!answer) return stdout === ""
  try {
    return Bun.deepEquals(JSON.parse(stdout), answer(reason))
  } catch {
    return false
  }
}
