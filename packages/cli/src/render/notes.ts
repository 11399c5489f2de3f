/** Remarks that go to stderr beside a result. */
import type { Explanation } from "@ringfence/guard"

/** A broken configuration file, on one line. */
export function describeProblem({ path, key, message }: Explanation["problems"][number]): string {
  return `${path}${key ? `: ${key}` : ""}: ${message.split("\n")[0]} (the file counts as absent)`
}

export const notIsolated = (directory: string): string =>
  `ringfence: ${directory} is not an isolated worktree, so isolated-git and self allow everything there`
