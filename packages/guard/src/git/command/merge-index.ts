import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, Nested, SubcommandSpec } from "../spec.ts"
import { writes } from "../worktree.ts"

const options = optionTable(["-o", "-q"], { stopAtOperand: true })

/** The program decides what is written: most put files and index entries in place. */
function effects({ operands, site }: Invocation): readonly Effect[] {
  return operands.length > 1 ? writes(site, ["index", "files"]) : []
}

function runs({ operands }: Invocation): readonly Nested[] {
  return operands.length > 1 ? [{ kind: "argv", argv: operands.slice(0, 1) }] : []
}

/** Runs a program for each unmerged path. */
export const mergeIndex: SubcommandSpec = {
  name: "merge-index",
  options,
  effects,
  runs,
  examples: [
    allow("git merge-index git-merge-one-file -a", "the own index and files"),
    allow("git merge-index -o -q cat -- README.md", "the own index and files"),
    deny("foreign-worktree", "git -C ../main merge-index git-merge-one-file -a", "the main checkout's index", {
      given: "echo own > README.md && git commit -qam own && cd ../main && git read-tree -i -m v1 main feat/child-work",
    }),
  ],
}
