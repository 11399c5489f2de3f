/** Which module imports which, type imports included. */
import { dirname, join, relative } from "node:path"

export interface Import {
  readonly specifier: string
  /** Erased at run time. */
  readonly typeOnly: boolean
  /** Loaded when the code that asks for it runs. */
  readonly dynamic: boolean
}

export interface Module {
  /** From the top of the checkout, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
}

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const STATEMENT = /^\s*(import|export)\s+(type\s+)?((?:[\w$*\s{},]|\btype\b)*?)\s*\bfrom\s*["']([^"']+)["']/gm
const BARE = /^\s*import\s*["']([^"']+)["']/gm
const CALL = /\b(import|require)\s*\(\s*["'`]([^"'`]+)["'`]/g

/** The imports of a TypeScript text: statements, re-exports, `import()` (as a type too) and `require`. */
export function importsOf(text: string): readonly Import[] {
  const code = text.replace(COMMENTS, "")
  return [
    ...[...code.matchAll(STATEMENT)].map(([, , type, names, specifier]) => ({
      specifier: specifier!,
      typeOnly: type !== undefined || onlyTypes(names!),
      dynamic: false,
    })),
    ...[...code.matchAll(BARE)].map(([, specifier]) => ({ specifier: specifier!, typeOnly: false, dynamic: false })),
    ...[...code.matchAll(CALL)].map(([, , specifier]) => ({ specifier: specifier!, typeOnly: false, dynamic: true })),
  ]
}

/** `{ type A, type B }`: every name in the braces is a type, and there is nothing outside them. */
function onlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
  const parts = inner?.split(",").filter((part) => part.trim() !== "")
  return parts !== undefined && parts.length > 0 && parts.every((part) => /^\s*type\s/.test(part))
}

/** Every TypeScript file below packages/, with its imports. */
export async function readModules(root: string): Promise<readonly Module[]> {
  const paths = [...new Bun.Glob("packages/*/{src,test,bench}/**/*.{ts,tsx,mts,js}").scanSync({ cwd: root })].toSorted()
  return Promise.all(
    paths.map(async (path) => {
      const text = await Bun.file(join(root, path)).text()
      return { path: path.replaceAll("\\", "/"), text, imports: importsOf(text) }
    }),
  )
}

/** The path of a relative import from the top of the checkout, or undefined for a package. */
export function target(module: Module, { specifier }: Import): string | undefined {
  if (!specifier.startsWith(".")) return undefined
  return relative(".", join(dirname(module.path), specifier)).replaceAll("\\", "/")
}

/** The packages that a module loads at once, itself or through what it imports. `entries` are paths like `Module.path`. */
export function loadedPackages(modules: readonly Module[], entries: readonly string[]): ReadonlySet<string> {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (path: string): void => {
    const module = byPath.get(path)
    if (seen.has(path) || !module) return
    seen.add(path)
    for (const imported of module.imports) {
      if (imported.typeOnly || imported.dynamic) continue
      const next = target(module, imported)
      if (next === undefined) packages.add(imported.specifier)
      else visit(next)
    }
  }
  entries.forEach(visit)
  return packages
}
