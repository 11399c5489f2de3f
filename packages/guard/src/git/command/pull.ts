import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { commits } from "../worktree.ts"
import type { State } from "../../state/state.ts"
import { pullExamples } from "./cases/pull.ts"
import { fetch } from "./fetch.ts"

const options = optionTable([
  "-v --verbose",
  "-q --quiet",
  "--progress",
  "--recurse-submodules[=<mode>]",
  "-r --rebase[=<mode>]",
  "-n --no-stat",
  "--stat",
  "--summary",
  "--compact-summary",
  "--log[=<n>]",
  "--signoff[=<mode>]",
  "--squash",
  "--commit",
  "--edit",
  "--cleanup <mode>",
  "--ff",
  "--ff-only",
  "--verify",
  "--verify-signatures",
  "--autostash",
  "-s --strategy <strategy>",
  "-X --strategy-option <option>",
  "-S --gpg-sign[=<key-id>]",
  "--allow-unrelated-histories",
  "--all",
  "-a --append",
  "--upload-pack <path>",
  "-f --force",
  "-t --tags",
  "-p --prune",
  "-j --jobs[=<n>]",
  "--dry-run",
  "-k --keep",
  "--depth <depth>",
  "--shallow-since <time>",
  "--shallow-exclude <revision>",
  "--deepen <n>",
  "--unshallow",
  "--update-shallow",
  "--refmap <refmap>",
  "-o --server-option <option>",
  "-4 --ipv4",
  "-6 --ipv6",
  "--negotiation-tip <revision>",
  "--show-forced-updates",
  "--set-upstream",
])

/** A fetch, destinations and all, and then the current branch takes in what came. */
function effects(invocation: Invocation, state: State): readonly Effect[] {
  const fetched = fetch.effects(invocation, state)
  return invocation.options.has("dry-run") ? fetched : [...fetched, ...commits(invocation.site)]
}

/** Fetches, and moves the current branch. */
export const pull: SubcommandSpec = { name: "pull", options, effects, examples: pullExamples }
