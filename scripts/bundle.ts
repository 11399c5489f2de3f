/** The command line in one piece: no module to find and to translate at each start. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Builds `packages/cli` into a folder. Its file `begun` is as old as the beginning of the build: whatever source is
 * newer is not in it, and the launcher runs the source then.
 *
 * Pieces of an earlier build stay, for whoever runs it and has not loaded all of them yet.
 *
 * @param folder where to
 */
export async function bundle(folder: string): Promise<void> {
  const stamp = join(folder, "begun")
  mkdirSync(folder, { recursive: true })
  rmSync(stamp, { force: true })
  writeFileSync(`${stamp}.new`, "")
  const { success, logs } = await Bun.build({
    entrypoints: ["packages/cli/src/main.ts"],
    outdir: folder,
    target: "bun",
    splitting: true,
    minify: { syntax: true, whitespace: true },
    throw: false,
  })
  if (!success) throw new Error(`The command line was not built: ${logs.join("\n")}`)
  renameSync(`${stamp}.new`, stamp)
}
