/** The fence of a shell that is about to start, as text for the launcher, which becomes that shell. */
import { Fence } from "@ringfence/fence"

type Env = Readonly<Record<string, string | undefined>>

/**
 * Puts the fence up where the directory is an isolated session's.
 *
 * @param trouble told where there should be a fence and is none
 */
export function fenceFor(directory: string, env: Env, trouble: (error: unknown) => void): Fence.Prepared {
  const prepared = Fence.prepare({ directory, env })
  if (!prepared.off) for (const problem of prepared.problems) trouble(new Error(problem))
  return prepared
}

/** The variables of a fence as a POSIX shell sets them. */
export const exportsOf = ({ env }: Fence.Prepared): string =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join("")
