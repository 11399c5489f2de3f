/** Runs the command line and other programs as a user would. */
import { dirname, join } from "node:path"

/** The top of this checkout. */
export const ROOT = dirname(dirname(dirname(dirname(import.meta.dir))))

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Call {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string | Uint8Array
}

/** Runs a program to its end. */
export async function run(argv: readonly string[], { cwd, env, stdin }: Call = {}): Promise<Finished> {
  const child = Bun.spawn([...argv], {
    cwd: cwd ?? ROOT,
    env: { ...cleanEnvironment(), ...env },
    stdin: stdin === undefined ? "ignore" : Buffer.from(stdin as Uint8Array),
    stdout: "pipe",
    stderr: "pipe",
  })
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, stdout, stderr }
}

/** Runs `ringfence` through this checkout's launcher. */
export const ringfence = (argv: readonly string[], call?: Call): Promise<Finished> =>
  run([join(ROOT, "ringfence"), ...argv], call)

/** This process's environment without what git hooks, agents and colour settings put there. */
export function cleanEnvironment(): Record<string, string | undefined> {
  const unwanted = /^(GIT_|RINGFENCE_|CLAUDE|CODEX_|NO_COLOR$|FORCE_COLOR$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name)))
}
