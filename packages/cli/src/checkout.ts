/** The checkout that this program belongs to, whether it runs from its source or from what was built of it. */
import { existsSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"

/** The nearest folder above that has the launcher and the sources. */
function above(folder: string): string {
  if (existsSync(join(folder, "ringfence")) && existsSync(join(folder, "packages/cli/src"))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`${import.meta.dir} is not part of a checkout of Ringfence`)
  return above(parent)
}

/** Its top, without links. */
export const checkout = (): string => realpathSync(above(import.meta.dir))
