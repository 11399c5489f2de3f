import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { refWriting } from "../plumbing.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { importedRefs } from "../stream/fast-import.ts"
import { standardInput } from "../stream/input.ts"
import { writeTo } from "../writer/target.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "--force!",
  "--quiet!",
  "--stats!",
  "--done!",
  "--allow-unsafe-features!",
  "--show-stats!",
  "--relative-marks",
  "--date-format=<fmt>!",
  "--max-pack-size=<n>!",
  "--big-file-threshold=<n>!",
  "--depth=<n>!",
  "--active-branches=<n>!",
  "--cat-blob-fd=<fd>!",
  "--export-marks=<file>!",
  "--export-pack-edges=<file>!",
  "--import-marks=<file>!",
  "--import-marks-if-exists=<file>!",
  "--rewrite-submodules-from=<name>!",
  "--rewrite-submodules-to=<name>!",
  "--signed-commits=<mode>!",
  "--signed-tags=<mode>!",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { command, options, path } = invocation
  const files = [...options.values("export-marks"), ...options.values("export-pack-edges")]
  return [
    ...importedRefs(standardInput(command)).flatMap((ref) => refWriting(invocation, ref, "update", true)),
    ...files.flatMap((file) => writeTo(path(file), state)),
  ]
}

const commit = (ref: string): string =>
  `printf 'commit ${ref}\\ncommitter a <a@b> 1700000000 +0000\\ndata 2\\nhi\\n\\n'`

/** Imports history: it writes every ref that its stream names, checked out or not. */
export const fastImport: SubcommandSpec = {
  name: "fast-import",
  options,
  effects,
  examples: [
    allow(`${commit("refs/heads/imported")} | git fast-import --quiet`, "a new branch"),
    allow(`${commit("refs/heads/feat/child-work")} | git fast-import --quiet --force`, "the own branch"),
    allow(
      "git fast-import --quiet <<'EOF'\nblob\ndata 22\nreset refs/heads/main\n\nEOF",
      "what looks like a command is data",
    ),
    deny("foreign-branch", `${commit("refs/heads/feat/other")} | git fast-import --quiet --force`, "a foreign branch"),
    deny(
      "foreign-branch",
      `${commit("refs/heads/main")} | git fast-import --force`,
      "checked out in the main checkout",
    ),
    deny(
      "foreign-branch",
      "git fast-import --quiet --force <<'EOF'\nreset refs/heads/release\nfrom refs/heads/feat/child-work\n\nEOF",
      "a reset in a here-document",
    ),
    deny(
      "foreign-tag",
      "printf 'tag v1\\nfrom refs/heads/feat/child-work\\ntagger a <a@b> 1700000000 +0000\\ndata 1\\nx\\n' | git fast-import --quiet --force",
      "a shared tag",
    ),
    deny("unreadable-operand", "git fast-import --force < dump.fi", "a stream nobody read", {
      given: "git fast-export feat/other main~1..main > dump.fi",
    }),
    deny(
      "unreadable-operand",
      "git fast-export --all | sed 's/Example/Sample/' | git fast-import --force --quiet",
      "a stream of every branch",
    ),
  ],
}
