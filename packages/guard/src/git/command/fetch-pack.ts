import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "--upload-pack --exec <path>",
  "-q --quiet",
  "-k --keep",
  "--thin",
  "--include-tag",
  "--all",
  "--stdin",
  "--diag-url",
  "-v",
  "--depth <n>",
  "--shallow-since <time>",
  "--shallow-exclude <revision>",
  "--deepen-relative",
  "--no-progress",
  "--stateless-rpc",
  "--lock-pack",
  "--check-self-contained-and-connected",
  "--cloning",
  "--update-shallow",
  "--from-promisor",
  "--refetch",
  "--filter <args>",
])

/** It writes no refs, but it can cut the history that all worktrees share. */
function effects({ options, repository, site }: Invocation, state: State): readonly Effect[] {
  const cuts = options.has("depth", "shallow-since", "shallow-exclude")
  if (!cuts || (repository && state.files.stat(`${repository.commonDir}/shallow`) !== undefined)) return []
  return [{ kind: "objectLoss", site, what: "history" }]
}

export const fetchPack: SubcommandSpec = {
  name: "fetch-pack",
  options,
  effects,
  examples: [
    allow("git fetch-pack -q ../origin.git refs/heads/main", "objects only"),
    allow("git fetch-pack --all ../origin.git", "objects only"),
    deny(
      "object-loss",
      "git fetch-pack --depth=1 ../origin.git refs/heads/main",
      "makes the shared repository shallow",
    ),
  ],
}
