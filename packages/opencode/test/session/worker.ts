/** Starts a session, in a process that the test may kill. Prints the session's id when it is told. */
import { ManagedRuntime } from "effect"
import { writeFileSync } from "node:fs"
import { Session } from "../../src/session/index.ts"
import { services } from "../worktree/support.ts"

const [pidFile, directory] = process.argv.slice(2)
writeFileSync(pidFile!, String(process.pid))
const runtime = ManagedRuntime.make(services())
const { session } = await runtime.runPromise(
  Session.Service.use((sessions) =>
    sessions.create({
      title: "Fix the login",
      directory: directory!,
      isolate: true,
      branch: process.env["BRANCH"],
      tier: process.env["TIER"] === "clone" ? "clone" : undefined,
    }),
  ),
)
process.stdout.write(session.id)
await runtime.dispose()
