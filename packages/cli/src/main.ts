/** The command line. Plain uses run without Effect; everything else goes through the command tree. */
import { commands } from "./commands.ts"
import { describeFailure, ExitCode } from "./failure.ts"
import { readQuickly } from "./quick.ts"
import { say } from "./terminal.ts"

async function main([name, ...rest]: readonly string[]): Promise<number> {
  const command = commands.find(({ specification }) => specification.name === name)
  const options = command && readQuickly(command.specification, rest)
  if (options) return (await command.load())(options)
  const { runTree } = await import("./tree.ts")
  return runTree(process.argv.slice(2))
}

function fail(error: unknown): never {
  say(`ringfence: ${describeFailure(error)}`)
  process.exit(ExitCode.failed)
}

process.on("uncaughtException", fail)
process.on("unhandledRejection", fail)

main(process.argv.slice(2)).then((code) => process.exit(code), fail)
