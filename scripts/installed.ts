/**
 * Exits 0 where node_modules holds what the lockfile asks for, by npm's own record of what it installed.
 * Usage: installed.ts ROOT
 */
interface Lockfile {
  readonly packages: Readonly<Record<string, Package>>
}

interface Package {
  readonly version?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly link?: boolean
}

const root = process.argv[2]!
const read = async (path: string): Promise<Lockfile["packages"]> =>
  ((await Bun.file(`${root}/${path}`).json()) as Lockfile).packages
const [wanted, found] = await Promise.all([read("package-lock.json"), read("node_modules/.package-lock.json")])

function satisfied([path, package_]: [string, Package]): boolean {
  if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true
  const there = found[path]
  if (there === undefined) return package_.optional === true
  return there.version === package_.version && there.integrity === package_.integrity
}

process.exit(Object.entries(wanted).every(satisfied) ? 0 : 1)
