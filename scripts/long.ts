/** `npm run long [-- PART…]`: tests of which `npm test` runs only a few, for their time. */
import { cleanEnvironment } from "./checks.ts"

const parts = process.argv.slice(2)
const found = [...new Bun.Glob("packages/*/test/**/*.long.ts").scanSync()].toSorted()
const files = found.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
if (files.length === 0) {
  console.error(`no long test matches ${parts.join(" ")}`)
  process.exit(1)
}
const child = Bun.spawn([process.execPath, "test", "--timeout=180000", ...files.map((file) => `./${file}`)], {
  env: cleanEnvironment(),
  stdio: ["ignore", "inherit", "inherit"],
})
process.exit(await child.exited)
