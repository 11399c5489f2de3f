import { allow, deny } from "../example.ts"
import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import type { State } from "../../state/state.ts"
import { DIFF_OPTIONS, LOG_OPTIONS } from "./cases/diff-options.ts"
import { outputWrites } from "./diff.ts"

const options = optionTable(
  [
    ...[...DIFF_OPTIONS, ...LOG_OPTIONS],
    ...["--progress <n>", "--signed-tags <mode>", "--signed-commits <mode>", "--tag-of-filtered-object <mode>"],
    ...["--reencode <mode>", "--export-marks <file>", "--import-marks <file>", "--import-marks-if-exists <file>"],
    ...[
      "--fake-missing-tagger",
      "--full-tree",
      "--use-done-feature",
      "--no-data",
      "--refspec <refspec>",
      "--anonymize",
    ],
    ...["--anonymize-map <from:to>", "--reference-excluded-parents", "--show-original-ids", "--mark-tags"],
  ],
  { numbers: true },
)

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const marks = invocation.options.values("export-marks")
  return [
    ...outputWrites(invocation, state, invocation.options),
    ...marks.flatMap((file) => writeTo(invocation.path(file), state)),
  ]
}

/** Prints history for fast-import; the files it writes are those it is given. */
export const fastExport: SubcommandSpec = {
  name: "fast-export",
  options,
  effects,
  examples: [
    allow("git fast-export --all > dump.fi", "every ref is only read"),
    allow("git fast-export --export-marks=marks HEAD > dump.fi", "a file of the own worktree"),
    deny(
      "foreign-worktree",
      "git fast-export --export-marks=../main/README.md HEAD > dump.fi",
      "a file of the main checkout",
    ),
    deny("foreign-worktree", "git fast-export HEAD --output=../sib/README.md", "a file of the sibling"),
  ],
}
