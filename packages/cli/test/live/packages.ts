/** Clients from npm, in exact versions, in a cache folder of the user: they are too big to be dependencies. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { run } from "../support/process.ts"

const folder = (): string =>
  join(process.env["XDG_CACHE_HOME"] || join(process.env["HOME"] || homedir(), ".cache"), "ringfence", "live")

/** One package of npm. */
export interface Package {
  readonly package: string
  readonly version: string
}

/**
 * Where a package is installed; from the registry, where it is not there yet.
 *
 * @throws where npm cannot install it, with what it said
 */
export async function installed({ package: name, version }: Package): Promise<string> {
  const target = join(folder(), `${name.replaceAll("/", "+")}@${version}`)
  if (existsSync(target)) return target
  mkdirSync(folder(), { recursive: true })
  const draft = mkdtempSync(join(folder(), "installing-"))
  try {
    writeFileSync(join(draft, "package.json"), '{ "private": true }\n')
    const argv = ["npm", "install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", `${name}@${version}`]
    const { code, stdout, stderr } = await run(argv, { cwd: draft })
    if (code !== 0)
      throw new Error(`npm cannot install ${name}@${version}: ${(stderr || stdout).trim().slice(0, 2000)}`)
    renameSync(draft, target)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}
