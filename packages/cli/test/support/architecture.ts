/** The directions imports may take, as tables, and what breaks them. */
import { target, type Import, type Module } from "./imports.ts"

/** What a package may import of ours. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  guard: [],
  fence: ["guard"],
  shim: ["guard"],
  opencode: ["guard", "fence", "shim"],
  cli: ["guard", "fence", "shim", "opencode"],
}

interface Zone {
  /** Zones or files of guard/src that may be imported; those in `types` by type imports only. */
  readonly any: readonly string[]
  readonly types: readonly string[]
}

/** What the rooms of the guard may know of each other. */
const ZONES: Readonly<Record<string, Zone>> = {
  shell: { any: ["shell/"], types: [] },
  git: { any: ["git/", "shell/", "state/gitconfig-file.ts"], types: ["state/"] },
  state: { any: ["state/", "shell/value.ts", "shell/program.ts", "git/effect.ts"], types: ["shell/", "git/"] },
  policy: { any: ["policy/", "git/effect.ts", "git/refs.ts", "shell/value.ts"], types: ["state/", "shell/program.ts"] },
}

/** Rooms in rooms that may know more than those around them. */
const INNER_ZONES: Readonly<Record<string, Zone>> = {
  // A policy over argv: it reads options by git's tables.
  "policy/git-inventory/": {
    any: [
      ...ZONES["policy"]!.any,
      "git/options.ts",
      "git/table.ts",
      "git/reading.ts",
      "git/command/",
      "state/gitconfig-file.ts",
    ],
    types: ZONES["policy"]!.types,
  },
}

const GUARD = "packages/guard/src/"

/** Built-in modules and globals that nothing in guard/src may use. */
const FORBIDDEN_MODULES =
  /^(node:)?(child_process|cluster|dgram|dns|http|http2|https|inspector|net|tls|worker_threads)(\/|$)|^(bun:ffi|effect|@effect)(\/|$)/
const FORBIDDEN_GLOBALS =
  /\b((Bun|globalThis)\.(spawn|spawnSync|serve|connect|listen|fetch|\$)|await fetch\b|new (WebSocket|Worker)\b)/

/** Every import that goes where it must not, one line each. */
export function violations(
  modules: readonly Module[],
  dependencies: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return modules.flatMap((module) => [
    ...module.imports.flatMap((imported) => {
      const reason = objection(module, imported, dependencies)
      return reason ? [`${module.path} imports ${imported.specifier}: ${reason}`] : []
    }),
    ...(module.path.startsWith(GUARD) ? forbiddenGlobals(module) : []),
  ])
}

function forbiddenGlobals(module: Module): readonly string[] {
  const used = FORBIDDEN_GLOBALS.exec(module.text)?.[0]
  return used ? [`${module.path} uses ${used}: the guard spawns nothing and has no network`] : []
}

function objection(
  module: Module,
  imported: Import,
  dependencies: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const from = packageOf(module.path)
  const path = target(module, imported)
  const to = path === undefined ? ownPackage(imported.specifier) : packageOf(path)
  if (to !== undefined && to !== from) {
    if (path !== undefined) return "another package is imported by its name"
    if (!PACKAGES[from]!.includes(to)) return `${from} may not know ${to}`
  }
  if (path === undefined) return objectionToPackage(module, imported.specifier, from, dependencies)
  if (isSource(module.path) && !isSource(path)) return "source may not import tests or benchmarks"
  if (!module.path.startsWith(GUARD) || !path.startsWith(GUARD)) return undefined
  return objectionToZone(module.path.slice(GUARD.length), path.slice(GUARD.length), imported.typeOnly)
}

const packageOf = (path: string): string => path.split("/")[1]!
const ownPackage = (specifier: string): string | undefined => /^@ringfence\/([^/]+)/.exec(specifier)?.[1]
const isSource = (path: string): boolean => path.split("/")[2] === "src"

function objectionToPackage(
  module: Module,
  specifier: string,
  from: string,
  dependencies: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  if (!isSource(module.path)) return undefined
  if (ownPackage(specifier) !== undefined && specifier.endsWith("/fixture")) return "a fixture is for tests"
  if (from === "guard") {
    if (FORBIDDEN_MODULES.test(specifier)) return "the guard has no Effect, no child process and no network"
    const readsDisk = /^(node:)?fs(\/|$)/.test(specifier)
    if (readsDisk && !module.path.startsWith(`${GUARD}state/`)) return "only state/ may read the disk"
  }
  if (/^(node|bun):/.test(specifier) || specifier === "bun") return undefined
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
  return dependencies.get(from)?.includes(name) ? undefined : `${name} is no dependency of ${from}`
}

function objectionToZone(from: string, to: string, typeOnly: boolean): string | undefined {
  const inner = Object.keys(INNER_ZONES).find((folder) => from.startsWith(folder))
  const zone = inner === undefined ? ZONES[from.split("/")[0]!] : INNER_ZONES[inner]
  if (!from.includes("/") || zone === undefined) return undefined
  const covers = (entries: readonly string[]): boolean =>
    entries.some((entry) => (entry.endsWith("/") ? to.startsWith(entry) : to === entry))
  if (covers(zone.any)) return undefined
  if (covers(zone.types)) return typeOnly ? undefined : `${from.split("/")[0]} may know its types only`
  return `${from.split("/")[0]} may not know it`
}
