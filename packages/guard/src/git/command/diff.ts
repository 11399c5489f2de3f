/** diff, log and their kin: readers, all of which can write their output to a file of their own. */
import type { Effect } from "../effect.ts"
import { optionTable, type OptionTable, type Parsed } from "../options.ts"
import type { Example, Invocation, SubcommandSpec } from "../spec.ts"
import { writeTo } from "../writer/target.ts"
import { known } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
import {
  BLAME_OPTIONS,
  DIFF_OPTIONS,
  FORMAT_PATCH_OPTIONS,
  LOG_OPTIONS,
  REV_LIST_OPTIONS,
  SHORTLOG_OPTIONS,
} from "./cases/diff-options.ts"
import { diffExamples, formatPatchExamples, logExamples, plumbingExamples } from "./cases/diff.ts"

const diffOptions = optionTable(
  [
    ...DIFF_OPTIONS,
    "--cached",
    "--staged",
    "--merge-base",
    "--no-index",
    "--base",
    "--ours",
    "--theirs",
    "-q",
    "-c",
    "--cc",
  ],
  {
    numbers: true,
  },
)
export const logOptions: OptionTable = optionTable([...DIFF_OPTIONS, ...LOG_OPTIONS], { numbers: true })
const formatPatchOptions = optionTable([...DIFF_OPTIONS, ...LOG_OPTIONS, ...FORMAT_PATCH_OPTIONS], { numbers: true })

/** The file that `--output` names. For whatever takes diff options (`stash show`, `reflog` …). */
export function outputWrites({ path }: Invocation, state: State, options: Parsed): readonly Effect[] {
  const file = options.value("output")
  return file ? writeTo(path(file), state) : []
}

function reader(name: string, options: OptionTable, examples: readonly Example[]): SubcommandSpec {
  return {
    name,
    options,
    effects: (invocation, state) => outputWrites(invocation, state, invocation.options),
    examples,
  }
}

export const diff = reader("diff", diffOptions, diffExamples)
export const diffFiles = reader("diff-files", diffOptions, plumbingExamples("diff-files"))
export const diffIndex = reader("diff-index", diffOptions, plumbingExamples("diff-index HEAD"))
export const diffTree = reader("diff-tree", logOptions, plumbingExamples("diff-tree HEAD~1 HEAD"))
export const diffPairs = reader("diff-pairs", diffOptions, [])
export const rangeDiff = reader(
  "range-diff",
  optionTable(
    [...DIFF_OPTIONS, ...LOG_OPTIONS, "--creation-factor <n>", "--no-dual-color", "--left-only", "--right-only"],
    {
      numbers: true,
    },
  ),
  plumbingExamples("range-diff main..HEAD~1 main..HEAD"),
)
export const log = reader("log", logOptions, logExamples)
export const show = reader("show", logOptions, plumbingExamples("show HEAD"))
export const whatchanged = reader("whatchanged", logOptions, plumbingExamples("whatchanged -1"))
export const revList = reader(
  "rev-list",
  optionTable([...DIFF_OPTIONS, ...LOG_OPTIONS, ...REV_LIST_OPTIONS], { numbers: true }),
  plumbingExamples("rev-list -1 HEAD"),
)
export const shortlog = reader(
  "shortlog",
  optionTable([...DIFF_OPTIONS, ...LOG_OPTIONS, ...SHORTLOG_OPTIONS], { numbers: true }),
  plumbingExamples("shortlog HEAD"),
)
export const blame: SubcommandSpec = {
  ...reader(
    "blame",
    optionTable([...DIFF_OPTIONS, ...LOG_OPTIONS, ...BLAME_OPTIONS]),
    plumbingExamples("blame README.md"),
  ),
  aliases: ["annotate", "pickaxe"],
}

/** Patches become files of the current directory where nothing else is said. */
function patchWrites(invocation: Invocation, state: State): readonly Effect[] {
  const { options, repository, path } = invocation
  if (options.has("output")) return outputWrites(invocation, state, options)
  if (options.has("stdout")) return []
  const configured = repository?.config.get("format.outputdirectory")
  const directory = options.value("output-directory")?.value ?? known(configured ?? ".")
  return writeTo(path(directory), state)
}

export const formatPatch: SubcommandSpec = {
  name: "format-patch",
  options: formatPatchOptions,
  effects: patchWrites,
  examples: formatPatchExamples,
}
