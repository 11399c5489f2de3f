/** A server on standard input and output: `bun serve-stdio.ts ROOT`. */
import { Effect } from "effect"
import { ShimServer } from "../../src/server/index.ts"

const entrance = { kind: "stdio", input: process.stdin, output: process.stdout } as const
await Effect.runPromise(
  Effect.scoped(Effect.flatMap(ShimServer.serve({ root: process.argv[2]! }, entrance), ({ over }) => over)),
)
