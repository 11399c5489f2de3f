/** A host process of its own: runs one command, and prints the result and by how many bytes its memory grew. */
import { Effect } from "effect"
import { Shell } from "../../../src/tool/shell/index.ts"

const [command = "", cwd = "", folder = ""] = process.argv.slice(2)
const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: cwd }
const run = (text: string, onOutput?: Shell.Options["onOutput"]): Promise<Shell.Result> =>
  Effect.runPromise(Shell.run({ command: text, cwd, env, timeout: 120_000, folder, ...(onOutput ? { onOutput } : {}) }))

await run("head -c 20000000 /dev/zero")
Bun.gc(true)
const before = process.memoryUsage().rss
let most = before
let chunks = 0
const { text, ...result } = await run(command, () => {
  if (chunks++ % 64 === 0) most = Math.max(most, process.memoryUsage().rss)
})
process.stdout.write(JSON.stringify({ ...result, text, grew: most - before }))
