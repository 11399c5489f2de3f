/** `npm run stress`: sixteen processes that share one database for half a minute, some of them killed. Options as the program's own. */
import { cleanEnvironment } from "./checks.ts"

const child = Bun.spawn([process.execPath, "packages/opencode/test/permission/stress.ts", ...process.argv.slice(2)], {
  env: cleanEnvironment(),
  stdio: ["ignore", "inherit", "inherit"],
})
process.exit(await child.exited)
