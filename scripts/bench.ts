/** `npm run bench`: every packages/<name>/bench/<name>.bench.ts, one after another, or those whose path holds an argument. */
import { cleanEnvironment } from "./checks.ts"

const wanted = process.argv.slice(2)
const files = [...new Bun.Glob("packages/*/bench/*.bench.ts").scanSync()].sort()
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
if (chosen.length === 0) {
  console.error(
    wanted.length === 0 ? "there is no benchmark" : `no benchmark matches ${wanted.join(" ")}: ${files.join(", ")}`,
  )
  process.exit(1)
}
let failed = false
for (const file of chosen) {
  console.log(`\n${file}`)
  const child = Bun.spawn([process.execPath, file], {
    env: cleanEnvironment(),
    stdio: ["ignore", "inherit", "inherit"],
  })
  failed = (await child.exited) !== 0 || failed
}
process.exit(failed ? 1 : 0)
