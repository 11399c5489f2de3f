/**
 * `sh scripts/run clones [PART…]`: all tests of sessions in clones, those too that `npm test` leaves out for their time.
 * With arguments, only the files whose path holds one of them.
 */
import { cleanEnvironment } from "./checks.ts"

const wanted = process.argv.slice(2)
const found = [...new Bun.Glob("packages/*/test/clone/*.{test,more}.ts").scanSync()]
const files = found.sort().filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
if (files.length === 0) {
  console.error(`no test of clones matches ${wanted.join(" ")}`)
  process.exit(1)
}
const child = Bun.spawn([process.execPath, "test", "--timeout=180000", ...files.map((file) => `./${file}`)], {
  env: cleanEnvironment(),
  stdio: ["ignore", "inherit", "inherit"],
})
process.exit(await child.exited)
