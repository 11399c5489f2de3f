/**
 * `npm run build [-- FOLDER]`: dist/ringfence-hook, the hook without a start of its own, and the grammar beside it;
 * dist/cli, the command line in one piece.
 */
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "./bundle.ts"
import { cleanEnvironment } from "./checks.ts"

const folder = process.argv[2] ?? "dist"
const GRAMMAR = ["web-tree-sitter/web-tree-sitter.wasm", "tree-sitter-bash/tree-sitter-bash.wasm"]

/** It is over before compiling anything would pay; its modules are compiled beforehand, and few. */
const BRIEF = ["--bytecode", "--format=esm", "--minify", "--compile-jit-policy=100", "--min-chunk-size=60000"]

/** Files of the folder that the hook is started in have no say. */
const APART = ["bunfig", "dotenv", "tsconfig", "package-json"].map((kind) => `--no-compile-autoload-${kind}`)

mkdirSync(folder, { recursive: true })
const hook = join(folder, "ringfence-hook")
/** As old as the beginning of the build: what is newer is not in it. It is there only where the build is whole. */
const begun = `${hook}.begun`
rmSync(begun, { force: true })
writeFileSync(`${begun}.new`, "")
const child = Bun.spawn(
  [
    ...[process.execPath, "build", "--compile", ...APART, "--splitting", ...BRIEF],
    ...["packages/cli/src/hook.ts", "--outfile", hook],
  ],
  { env: cleanEnvironment(), stdio: ["ignore", "ignore", "inherit"] },
)
if ((await child.exited) !== 0) process.exit(1)
const base = new URL("../packages/guard/src/index.ts", import.meta.url).href
for (const specifier of GRAMMAR)
  copyFileSync(fileURLToPath(import.meta.resolve(specifier, base)), join(folder, basename(specifier)))
renameSync(`${begun}.new`, begun)
await bundle(join(folder, "cli"))
