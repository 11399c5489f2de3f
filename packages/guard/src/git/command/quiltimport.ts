import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { SubcommandSpec } from "../spec.ts"
import { commits } from "../worktree.ts"

const options = optionTable([
  "-n --dry-run",
  "--author <author>",
  "--patches <folder>",
  "--series <file>",
  "--keep-non-patch",
])

const SERIES = {
  given: "mkdir patches && git diff main~0 origin/main > patches/one.patch && echo one.patch > patches/series",
}

/** Commits a series of patches onto the current branch. */
export const quiltimport: SubcommandSpec = {
  name: "quiltimport",
  options,
  effects: ({ options, site }) => (options.has("dry-run") ? [] : commits(site)),
  examples: [
    allow("git quiltimport --author 'A <a@example.com>'", "commits on the own branch", SERIES),
    deny(
      "foreign-worktree",
      "git -C ../main quiltimport --patches ../own/patches --author 'A <a@example.com>'",
      "commits on main",
      SERIES,
    ),
  ],
}
