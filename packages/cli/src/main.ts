/** The command line. Plain uses run without Effect; everything else goes through the command tree. */
import { findCommand } from "./commands.ts"
import { Denial, describeFailure, ExitCode, Failure } from "./failure.ts"
import { readQuickly } from "./quick.ts"
import { say } from "./terminal.ts"

async function main(argv: readonly string[]): Promise<number> {
  const found = findCommand(argv)
  const options = found && readQuickly(found.entry.specification, found.rest)
  if (options) return (await found.entry.load())(options)
  const { runTree } = await import("./tree.ts")
  return runTree(argv)
}

function fail(error: unknown): never {
  // A denial is told in the words of whoever denies.
  say(error instanceof Denial ? error.message : `ringfence: ${describeFailure(error)}`)
  process.exit(error instanceof Failure ? error.code : ExitCode.failed)
}

process.on("uncaughtException", fail)
process.on("unhandledRejection", fail)

main(process.argv.slice(2)).then((code) => process.exit(code), fail)
