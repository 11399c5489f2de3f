/** `sh scripts/run fence-table`: makes packages/fence/src/sh/known.sh anew, after the guard's tables have changed. */
import { writeFileSync } from "node:fs"
import { Guard } from "@ringfence/guard"
import { copyScene } from "@ringfence/guard/fixture"
import { find, render } from "../packages/fence/test/support/known.ts"

const scene = copyScene()
try {
  writeFileSync("packages/fence/src/sh/known.sh", render(find(await Guard.load(), scene)))
} finally {
  scene.remove()
}
