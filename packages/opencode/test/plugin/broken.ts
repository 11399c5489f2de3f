/** Copies of the plugin's package in which a part is broken, as by an upgrade that was cut off. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PACKAGE, ROOT } from "./opencode.ts"

export interface Copy {
  /** The folder of the package. */
  readonly folder: string
  readonly remove: () => void
}

/** A copy of the package, with what it needs beside it, whose file of that name in `src/plugin` is another. */
export function copyWith(file: string, change: (text: string) => string): Copy {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "ringfence-broken-")))
  const folder = join(top, "opencode")
  for (const name of readdirSync(PACKAGE).filter((name) => name === "package.json" || name === "src"))
    cpSync(join(PACKAGE, name), join(folder, name), { recursive: true })
  symlinkSync(join(PACKAGE, "node_modules"), join(folder, "node_modules"))
  symlinkSync(join(ROOT, "node_modules"), join(top, "node_modules"))
  const path = join(folder, "src/plugin", file)
  const text = readFileSync(path, "utf8")
  const changed = change(text)
  if (changed === text) throw new Error(`${file} is as it was`)
  writeFileSync(path, changed)
  return { folder, remove: () => rmSync(top, { recursive: true, force: true }) }
}

/** A file that cannot be loaded. */
export const cutOff = (text: string): string => `throw new Error("half of it is missing")\n${text}`
