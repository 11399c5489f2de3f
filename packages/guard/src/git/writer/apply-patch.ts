/** `apply_patch`: the file headers of a patch say what it writes. */
import type { Command } from "../../shell/program.ts"
import { known, textOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import type { Example, ToolSpec } from "../spec.ts"
import { patchedFiles } from "./patch.ts"
import { pathsOf } from "./place.ts"
import { editTo } from "./target.ts"

function patchText(command: Command): Value | undefined {
  return command.argv[1]?.value ?? command.stdin
}

const patch = (...lines: readonly string[]): string =>
  `apply_patch <<'EOF'\n*** Begin Patch\n${lines.join("\n")}\n*** End Patch\nEOF`

const unrun = (examples: readonly Example[]): readonly Example[] =>
  examples.map((example) => ({ ...example, notRun: "apply_patch is a client's own program" }))

export const applyPatch: ToolSpec = {
  names: ["apply_patch", "applypatch"],
  effects: (command: Command, state: State): readonly Effect[] => {
    const text = textOf(patchText(command))
    return patchedFiles(text ?? "").flatMap(({ path, ...edit }) =>
      pathsOf(command, known(path)).flatMap((target) => editTo(target, state, edit)),
    )
  },
  examples: unrun([
    allow(patch("*** Update File: src/app.txt", "@@", "-a", "+git merge main"), "own, and the body is data"),
    allow(patch("*** Add File: docs/new.md", "+*** about ../main"), "own"),
    deny(
      "foreign-worktree",
      patch("*** Update File: ../main/README.md", "@@", "-a", "+b"),
      "a file of the main checkout",
    ),
    deny(
      "foreign-worktree",
      patch("*** Update File: src/app.txt", "*** Move to: ../sib/app.txt"),
      "moves a file to the sibling",
    ),
    deny(
      "foreign-worktree",
      patch("*** Add File: a", "+x", "*** Delete File: ../main/docs/old.md"),
      "one of several files",
    ),
  ]),
}
