/** A server in a process of its own: `bun serve.ts ROOT SOCKET`. Says where it listens, and serves until it is ended. */
import { Effect } from "effect"
import { ShimServer } from "../src/server/index.ts"

const [root, path] = process.argv.slice(2)
await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const { address, over } = yield* ShimServer.serve({ root: root! }, { kind: "unix", path: path! })
      process.stdout.write(`${address}\n`)
      yield* over
    }),
  ),
)
