/** The folder where whole outputs are kept: for the user alone, and not for ever. */
import { mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"

/** What may stay in the folder. */
export interface Keep {
  readonly files: number
  readonly bytes: number
  readonly milliseconds: number
}

const KEEP: Keep = { files: 200, bytes: 4 * 1024 ** 3, milliseconds: 7 * 24 * 3600 * 1000 }

const SUFFIX = ".txt"

/** A new file (0600) in the folder, open for writing at its end. Old ones are removed first. Throws as `openSync`. */
export function createOutputFile(folder: string): { readonly path: string; readonly descriptor: number } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  prune(folder)
  const path = join(folder, `${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}${SUFFIX}`)
  return { path, descriptor: openSync(path, "ax", 0o600) }
}

/** Removes the oldest outputs until what is left is within `keep`. Files that cannot be removed stay. */
export function prune(folder: string, keep: Keep = KEEP, now = Date.now()): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .flatMap((name) => {
      const path = join(folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      return stat?.isFile() ? [{ path, bytes: stat.size, time: stat.mtimeMs }] : []
    })
    .toSorted((a, b) => b.time - a.time)
  let bytes = 0
  files.forEach((file, index) => {
    bytes += file.bytes
    if (index < keep.files && bytes <= keep.bytes && now - file.time <= keep.milliseconds) return
    try {
      rmSync(file.path, { force: true })
    } catch {
      // Somebody else's file, or a folder that is read-only: not worth failing a command for.
    }
  })
}
