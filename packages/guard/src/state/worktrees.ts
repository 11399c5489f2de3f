/** The checkouts of a repository: the main one and every linked one, with what each has checked out. */
import { basename, dirname, join, resolve } from "node:path"
import type { Disk } from "./files.ts"
import { coreOf } from "./gitconfig.ts"
import { branchInUse } from "./head.ts"
import type { OtherWorktree } from "./state.ts"

function branchOf(disk: Disk, gitDir: string): { readonly branch?: string } {
  const branch = branchInUse(disk, gitDir)
  return branch === undefined ? {} : { branch }
}

/** The top of the main checkout, or undefined where the repository is bare. */
export function mainCheckout(disk: Disk, commonDir: string): string | undefined {
  const core = coreOf(disk, { gitDir: commonDir, commonDir })
  if (core.worktree !== undefined) return disk.realpath(resolve(commonDir, core.worktree))
  if (core.bare) return undefined
  return basename(commonDir) === ".git" ? dirname(commonDir) : commonDir
}

/** All checkouts registered in a common git directory but the one named, those whose folder is gone included. */
export function checkoutsOf(disk: Disk, commonDir: string, except?: string): readonly OtherWorktree[] {
  return disk.memo(`checkouts ${commonDir}\0${except}`, () => {
    if (disk.stat(commonDir) !== "directory") return []
    const main = mainCheckout(disk, commonDir)
    const first =
      main === undefined ? [] : [{ path: main, gitDir: commonDir, isMain: true, ...branchOf(disk, commonDir) }]
    const registry = join(commonDir, "worktrees")
    const linked = disk.list(registry).flatMap((name) => {
      const gitDir = join(registry, name)
      if (gitDir === except) return []
      const pointer = disk.read(join(gitDir, "gitdir"))?.trimEnd()
      if (!pointer) return []
      const path = disk.unwatched.realpath(dirname(resolve(gitDir, pointer)))
      return [{ path, gitDir, isMain: false, ...branchOf(disk, gitDir) }]
    })
    return [...first, ...linked]
  })
}
