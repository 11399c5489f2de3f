import type { Effect } from "../effect.ts"
import { allow, deny } from "../example.ts"
import { optionTable } from "../options.ts"
import { everyBranch, pushEffects } from "../push.ts"
import { parseRefspec, refspecsOf, refspecsOfText, type Refspec } from "../refspec.ts"
import { landings } from "../remote.ts"
import type { Invocation, SubcommandSpec } from "../spec.ts"
import { textOf, unknown } from "../../shell/value.ts"
import type { State } from "../../state/state.ts"

const options = optionTable([
  "-v --verbose",
  "-q --quiet",
  "--receive-pack --exec <receive-pack>",
  "--remote <remote>",
  "--all",
  "-n --dry-run",
  "--mirror",
  "-f --force",
  "--signed[=<mode>]",
  "--push-option <option>",
  "--progress",
  "--thin",
  "--atomic",
  "--stateless-rpc",
  "--stdin",
  "--helper-status",
  "--force-with-lease[=<refname>]",
  "--force-if-includes",
])

function effects(invocation: Invocation, state: State): readonly Effect[] {
  const { options, operands, repository } = invocation
  const place = textOf(operands[0]?.value)
  if (options.has("dry-run") || place === undefined) return []
  const push = {
    refspecs: refspecsFor(invocation),
    forced: options.has("force", "force-with-lease"),
    deletes: false,
    mirror: options.has("mirror"),
    prune: false,
    tags: false,
  }
  const remote = { name: place, configured: false, urls: [place] }
  return landings(remote, invocation, state).flatMap((landing) => pushEffects(push, landing, repository))
}

/** Without refs it pushes every branch that both sides have. */
function refspecsFor({ options, operands, command }: Invocation): readonly Refspec[] {
  const piped = options.has("stdin") ? refspecsOfText(command.stdin ?? unknown("standard input")) : []
  const given = [...refspecsOf(operands.slice(1)), ...piped]
  if (options.has("all")) return [...given, everyBranch]
  return given.length > 0 ? given : [parseRefspec(":")]
}

export const sendPack: SubcommandSpec = {
  name: "send-pack",
  options,
  effects,
  examples: [
    allow("git send-pack ../origin.git feat/child-work", "own branch"),
    allow("git send-pack --force ../origin.git HEAD:refs/heads/feat/child-work", "own branch"),
    allow("git send-pack ../origin.git HEAD:refs/heads/feat/brand-new", "a new branch"),
    allow("git send-pack --dry-run ../origin.git HEAD:main", "a dry run"),
    deny("foreign-remote-branch", "git send-pack --force ../origin.git HEAD:refs/heads/main", "rewrites main there"),
    deny("foreign-remote-branch", "git send-pack ../origin.git +HEAD:feat/sibling", "rewrites the sibling's branch"),
    deny("foreign-remote-branch", "git send-pack ../origin.git :feat/sibling", "deletes the sibling's branch"),
    deny("foreign-remote-branch", "git send-pack --all --force ../origin.git", "every branch"),
    deny("foreign-remote-branch", "git send-pack --mirror ../origin.git", "every ref"),
    deny(
      "foreign-remote-branch",
      "echo +HEAD:refs/heads/main | git send-pack --stdin ../origin.git",
      "refs on standard input",
    ),
    deny("foreign-branch", "git send-pack --force ../main HEAD:refs/heads/feat/other", "this very repository"),
  ],
}
