import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"
import { writeTo } from "../writer/target.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "--index-output <file>",
  "--empty",
  "-v --verbose",
  "-m",
  "--trivial",
  "--aggressive",
  "--reset",
  "--prefix <subdirectory>",
  "-u",
  "--exclude-per-directory <gitignore>",
  "-i",
  "-n --dry-run",
  "--no-sparse-checkout",
  "--debug-unpack",
  "--recurse-submodules[=<checkout>]",
  "-q --quiet",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, site } = invocation
  if (options.has("dry-run")) return []
  const output = options.value("index-output")
  const index = output ? writeTo(invocation.path(output), state) : writes(site, ["index"])
  return options.has("u") ? [...index, ...writes(site, ["files"], { destructive: options.has("reset") })] : index
}

/** Reads a tree into the index. */
export const readTree: SubcommandSpec = {
  name: "read-tree",
  options,
  effects,
  examples: [
    allow("git read-tree HEAD", "the own index"),
    allow("git read-tree -mu HEAD main~0", "the own index and files"),
    allow("GIT_INDEX_FILE=$(mktemp -u) git read-tree main", "an index of its own"),
    allow("git -C ../main read-tree -n -m HEAD", "a dry run, wherever it runs"),
    allow("git read-tree --prefix=vendor/ -u origin/main", "below a folder of the own worktree"),
    deny("foreign-worktree", "git -C ../main read-tree --reset -u feat/other", "index and files of the main checkout", {
      given: "echo x > ../main/README.md",
    }),
    deny("foreign-worktree", "cd ../sib && git read-tree --empty", "the sibling's index"),
    deny("foreign-worktree", "git read-tree --index-output=../main/index-copy HEAD", "a file in the main checkout"),
  ],
}
