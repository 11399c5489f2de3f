/** The exit codes of every command. */
export const ExitCode = { allowed: 0, failed: 1, denied: 2, timeout: 124, signalled: 128 } as const

/** Something the user can do something about. Its message is what is shown. */
export class Failure extends Error {
  override readonly name: string = "Failure"
  readonly code: number = ExitCode.failed
}

/** A refusal: what was asked for is not allowed. */
export class Denial extends Failure {
  override readonly name = "Denial"
  override readonly code = ExitCode.denied
}

/** One line for people. What is no `Failure` is a defect of ours and says so. */
export function describeFailure(error: unknown): string {
  if (error instanceof Failure) return error.message
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `internal error: ${message.split("\n")[0]}`
}
