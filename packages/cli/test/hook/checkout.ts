/** A copy of this checkout with a part missing: what an interrupted upgrade leaves. */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../support/process.ts"

const COPIED = ["ringfence", "scripts", "tsconfig.json"]
const PACKAGES = ["guard", "opencode", "cli"]

/** Makes it in `folder`; what is ours is copied, dependencies are linked, and `without` (below its top) is left out. */
export function brokenCheckout(folder: string, ...without: readonly string[]): string {
  mkdirSync(join(folder, "node_modules/@ringfence"), { recursive: true })
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of PACKAGES) {
    for (const part of ["src", "package.json"])
      cpSync(join(ROOT, "packages", name, part), join(folder, "packages", name, part), { recursive: true })
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules/@ringfence", name))
  }
  const dependencies = join(ROOT, "node_modules")
  for (const name of readdirSync(dependencies).filter((each) => each !== "@ringfence")) {
    const target = join(folder, "node_modules", name)
    const holds = without.find((path) => path.startsWith(`node_modules/${name}/`))
    // Only what is to be taken apart is copied.
    if (holds) cpSync(join(dependencies, name), target, { recursive: true })
    else symlinkSync(join(dependencies, name), target)
  }
  for (const path of without) rmSync(join(folder, path), { recursive: true })
  return folder
}
