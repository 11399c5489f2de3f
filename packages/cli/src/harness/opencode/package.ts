/** Which file of a plugin's package opencode loads. */
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const INDEXES = ["index.ts", "index.tsx", "index.js", "index.mjs", "index.cjs"]

interface Manifest {
  readonly main?: unknown
  readonly exports?: unknown
}

/** The file that is loaded as the server plugin of a path, which is a package's folder or a file in one. */
export function entryOf(path: string): string | undefined {
  const isFolder = statSync(path).isDirectory()
  const folder = isFolder ? path : dirname(path)
  const manifest = readManifest(join(folder, "package.json"))
  const named = exportOf(manifest?.exports) ?? (typeof manifest?.main === "string" ? manifest.main : undefined)
  if (named !== undefined) return resolve(folder, named)
  if (!isFolder) return path
  return INDEXES.map((name) => join(folder, name)).find((file) => existsSync(file))
}

function exportOf(exports: unknown): string | undefined {
  const server: unknown = (exports as Readonly<Record<string, unknown>> | undefined)?.["./server"]
  if (typeof server === "string") return server
  const { import: imported, default: other } = (server ?? {}) as Readonly<Record<string, unknown>>
  return [imported, other].find((value): value is string => typeof value === "string")
}

function readManifest(path: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Manifest
  } catch {
    return undefined
  }
}
