/** Something the user can do something about. Its message is the one line that is shown; the exit code is 1. */
export class Failure extends Error {
  override readonly name = "Failure"
}

/** The exit codes of every command. */
export const ExitCode = { allowed: 0, failed: 1, denied: 2 } as const

/** One line for people. What is no `Failure` is a defect of ours and says so. */
export function describeFailure(error: unknown): string {
  if (error instanceof Failure) return error.message
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `internal error: ${message.split("\n")[0]}`
}
