import type { Effect } from "../effect.ts"
import { optionTable } from "../options.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { movedAlong, updatesRefs } from "../update-refs.ts"
import { commits } from "../worktree.ts"
import { known, textOf, type Value } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"
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
  if (invocation.options.has("dry-run")) return fetched
  const along = rebases(invocation) && updatesRefs(invocation) ? movedAlong(invocation, state, pulled(invocation)) : []
  return [...fetched, ...along, ...commits(invocation.site)]
}

function rebases({ options, repository }: Invocation): boolean {
  const use = options.uses.findLast(({ name }) => name === "rebase")
  if (use) return !use.negated && textOf(use.value?.value) !== "false"
  const configured =
    repository?.config.get(`branch.${repository.head.branch}.rebase`) ?? repository?.config.get("pull.rebase")
  return configured !== undefined && configured !== "false"
}

/** The tracking ref of what is pulled. */
function pulled({ operands, repository }: Invocation): Value | undefined {
  const [remote, branch] = operands.map(({ value }) => textOf(value))
  if (remote !== undefined && branch !== undefined) return known(remote === "." ? branch : `${remote}/${branch}`)
  const config = (key: string): string | undefined => repository?.config.get(`branch.${repository.head.branch}.${key}`)
  const merge = config("merge")
  return merge === undefined ? undefined : known(`${config("remote")}/${merge.replace("refs/heads/", "")}`)
}

/** Fetches, and moves the current branch. */
export const pull: SubcommandSpec = {
  name: "pull",
  options,
  effects,
  get examples() {
    return (require("./cases/pull.ts") as typeof import("./cases/pull.ts")).pullExamples
  },
}
